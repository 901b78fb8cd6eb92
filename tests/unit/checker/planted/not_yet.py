"""The planted bugs that the checker does not find yet; a test fails when it finds one of them."""

from __future__ import annotations

from typing import Final

NOT_YET: Final[frozenset[str]] = frozenset()
