"""`with elect_one():`, an `if` that is written as a `with`."""

from __future__ import annotations

from types import TracebackType
from typing import Any

from cutedsl.errors import fail
from cutedsl.errors.article import with_article
from cutedsl.staging.live import open_arm
from cutedsl.staging.protocol import Region, current_emitter


class When:
    """Runs the body of its `with` where `condition` holds.

    In rewritten functions the statement is an `if`, with all that an `if` can do. In functions that are traced as they
    are, it is a region without results: what is assigned in it to variables does not leave it.
    """

    def __init__(self, condition: Any) -> None:
        self.condition = condition
        self._region: Region | None = None

    def __bool__(self) -> bool:
        """It is not a condition, whatever its name says. Errors: python-operation."""
        fix = "Write `with cute.arch.elect_one():` in place of `if`."
        raise fail("python-operation", "`elect_one()` cannot be a condition", fix=fix)

    def __enter__(self) -> None:
        self._region = open_arm(current_emitter(), self.condition, True)

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        emitter = current_emitter()
        region, self._region = self._region, None
        assert region is not None
        emitter.leave_region(region)
        if kind is not None:
            emitter.drop_region(region)
            return
        nothing = emitter.open_region([])
        emitter.leave_region(nothing)
        emitter.close_region(region, [])
        emitter.close_region(nothing, [])
        emitter.if_(self.condition.ir_value(), region, nothing, [])


def condition_of(value: Any) -> Any:
    """The condition of a `with` that rewritten code runs as an `if`; error unsupported-construct for other objects."""
    if isinstance(value, When):
        return value.condition
    raise fail(
        "unsupported-construct", f"`with` on {with_article(type(value).__name__)} that is named like `elect_one`"
    )
