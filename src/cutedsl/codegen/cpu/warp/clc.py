"""Cluster launch control on the CPU: every request is declined, as a GPU may decline it, so each cluster of the grid
runs and does its own work."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final

from xdsl.ir import Operation

from cutedsl.codegen.cpu.emitter import WarpEmitter
from cutedsl.codegen.cpu.lanes.lanes import UNIFORM
from cutedsl.codegen.cpu.memory.access import check_bounds
from cutedsl.codegen.cpu.tiles.tma import place_in, to_each_rank
from cutedsl.codegen.cpu.values import Val
from cutedsl.codegen.cpu.warp.lane_loops import each_active_lane
from cutedsl.codegen.cpu.warp.sync import complete_bytes

_BYTES: Final = 16
_ALL: Final = str(0xFFFF)


def _request(e: WarpEmitter, op: Operation) -> None:
    """Writes the answer into every block of the cluster; its bytes count there."""
    response, barrier = (e.pointer(value) for value in op.operands)
    for pointer, size, verb in ((response, _BYTES, "store"), (barrier, 8, "mbarrier")):
        check_bounds(e, pointer, size, e.sites.access(op, verb, pointer, size))

    def answer(place: str, counted: str) -> None:
        e.f.do(f"store i128 0, ptr {place}, align {_BYTES}")
        complete_bytes(e, op, counted, str(_BYTES))

    def turn(lane: str, state: str) -> str:
        to_each_rank(e, _ALL, place_in(e, response, lane), place_in(e, barrier, lane), answer)
        return state

    each_active_lane(e, "{}", turn)


def _answer(e: WarpEmitter, op: Operation) -> None:
    """No cluster was canceled, whose index is asked for in vain."""
    e.env[op.results[0]] = Val("0", UNIFORM)


CLC_RULES: Final[Mapping[str, Callable[[WarpEmitter, Operation], None]]] = MappingProxyType(
    {"cute.clc.request": _request, "cute.clc.answer": _answer}
)
