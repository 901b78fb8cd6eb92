"""Every environment variable and option, typed."""

from __future__ import annotations

from cutedsl.config.optimisations import OPTIMISATIONS
from cutedsl.config.readers import MOST_CHECK_MEMORY_MIB, read_bool
from cutedsl.config.settings import (
    Config,
    Overrides,
    config,
    cpu_threads,
    default_cache_dir,
    environment_entries,
    override,
    override_variable,
)
from cutedsl.config.variable import ConfigError, Variable
from cutedsl.config.variables import VARIABLES, without_effect

__all__ = [
    "MOST_CHECK_MEMORY_MIB",
    "OPTIMISATIONS",
    "VARIABLES",
    "Config",
    "ConfigError",
    "Overrides",
    "Variable",
    "config",
    "cpu_threads",
    "default_cache_dir",
    "environment_entries",
    "override",
    "override_variable",
    "read_bool",
    "without_effect",
]
