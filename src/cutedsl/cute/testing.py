"""Assertions in kernels, and checks of programs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cutedsl.errors.names.lazy_names import missing_names
from cutedsl.lang.debugging.assertion import assert_

if not TYPE_CHECKING:

    def __getattr__(name: str) -> object:
        import cutedsl.testing

        # Names of `cutlass.testing` are, by their older names, names of `cute.testing`.
        if name in cutedsl.testing.__all__:
            return vars(cutedsl.testing)[name]
        return missing_names("cute.testing")(name)


__all__ = ["assert_"]
