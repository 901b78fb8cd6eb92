"""Stops the build where another `cutlass` is installed: two packages cannot share one name."""

from __future__ import annotations

import sysconfig
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class RefuseOther(BuildHookInterface):
    """Looks through the environment that pip installs into, which is this interpreter's."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Raises `SystemExit` with what to do."""
        for folder in {sysconfig.get_path("purelib"), sysconfig.get_path("platlib")}:
            for pattern in ("cutlass", "nvidia_cutlass_dsl-*.dist-info"):
                for found in Path(folder).glob(pattern):
                    raise SystemExit(f"cutedsl-cutlass-compat: {found} is another `cutlass`; uninstall it first")
