"""`Live`: what an emitter inherits that computes at once instead of recording.

Control flow then really happens in the author's frame. A loop's body runs as long as some lane still runs it, and
both arms of a branch are executed. The emitter keeps a mask of the lanes for which that has an effect.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from functools import cache
from typing import TypeGuard

from cutedsl.staging.numeric import Numeric
from cutedsl.staging.protocol import Emitter, Handle, Region, Type


class Live(ABC):
    """The mask of an emitter that computes at once.

    `open_region` starts a level with the lanes that are live now, `leave_region` goes back to the level before.
    """

    @abstractmethod
    def narrow(self, cond: Handle, holds: bool) -> None:
        """Takes away from the innermost level the lanes where `cond` is not `holds`."""

    @abstractmethod
    def any_live(self) -> bool:
        """Whether there is a lane for which what runs now has an effect."""

    @abstractmethod
    def moment(self) -> object:
        """Equal to that of earlier where the same lanes are live, and nothing that they could read has changed since;
        never equal where a lane has read a clock."""

    @abstractmethod
    def merge(self, before: Handle, after: Handle, type: Type) -> Handle:
        """`after` in the live lanes, `before` in the others."""

    @abstractmethod
    def are_same(self, before: Handle, after: Handle) -> bool:
        """Whether two values are known to be equal in all lanes."""


def is_live(emitter: Emitter) -> TypeGuard[Live]:
    """Whether an emitter computes at once."""
    return _is_live_class(type(emitter))


@cache
def _is_live_class(cls: type) -> bool:
    """Asked once a class: an abstract class answers slowly, and every branch asks."""
    return issubclass(cls, Live)


def open_arm(emitter: Emitter, cond: Numeric, holds: bool) -> Region:
    """Opens the region of one arm of a branch: what is emitted in it happens where `cond` is `holds`."""
    region = emitter.open_region(())
    if is_live(emitter):
        emitter.narrow(cond.ir_value(), holds)
    return region
