"""`BaseDSL._get_dsl`, which programs ask for the architecture that they are compiled for."""

from __future__ import annotations

import os
import re
import warnings

from cutedsl.arch.architectures import Arch as Arch
from cutedsl.driver.compile.options import default_options
from cutedsl.targets.choice import choose_target


class Settings:
    """The settings of this process, as private code reads and changes them; those unknown here have no effect."""

    @property
    def arch(self) -> str:
        """What a program without options is compiled for."""
        return choose_target(default_options(), ()).arch

    @arch.setter
    def arch(self, name: str) -> None:
        os.environ["CUTE_DSL_ARCH"] = name


class BaseDSL:
    """The one language of this process, as private code asks for it."""

    envar = Settings()

    @classmethod
    def _get_dsl(cls) -> BaseDSL:
        return cls()

    @staticmethod
    def get_arch_enum() -> Arch:
        """What a program without options is compiled for: the setting, the GPU's, else sm_90a."""
        found = re.fullmatch(r"sm_\d+[af]?", choose_target(default_options(), ()).arch)
        assert found is not None
        return Arch.from_string(found[0])

    def print_warning(self, message: str) -> None:
        """Warns in Python's way."""
        warnings.warn(message, stacklevel=2)

    def print_warning_once(self, message: str) -> None:
        """The same; Python's filters show a warning of one line once."""
        warnings.warn(message, stacklevel=2)


CuTeDSL = BaseDSL
"""The same, by its other name."""
