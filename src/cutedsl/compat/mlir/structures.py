"""Structures of LLVM: several values that one operation gives, and their type."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from cutedsl.errors.frozen import frozen


@frozen
class StructType:
    """Several results of one statement."""

    members: tuple[Any, ...]

    @staticmethod
    def get_literal(members: Sequence[Any], packed: bool = False) -> StructType:
        """The type of results that are given together."""
        return StructType(tuple(members))


@frozen
class Struct:
    """The results of one statement."""

    parts: tuple[Any, ...]
