"""Findings about synchronisation: shared named barriers, blocks of a cluster that may not run, and registers
that the warps of a group do not give or take together."""

from __future__ import annotations

from typing import Final

from cutedsl.arch.abi.check import BARRIER_THREADS_AT, SEVERAL_LANES
from cutedsl.arch.abi.host import ARRIVES
from cutedsl.checker.barriers.arrivals import arrivals
from cutedsl.checker.findings import Place
from cutedsl.checker.names import Names
from cutedsl.checker.shadow import Shadow, Told
from cutedsl.checker.tensors import Spot
from cutedsl.native.constants import NAMED_BARRIERS

_ANSWER: Final = (
    "Let a group that arrives wait for the others' answer (`cute.arch.barrier` at a second number) before it arrives "
    "again: nothing says that its last arrival was waited for."
)
_ANSWER_OR_NUMBER: Final = (
    "If the one arrives for the other, let it wait for the other's answer (`cute.arch.barrier` at a second number) "
    "before it arrives again. If they do not belong together, give each a number of its own, from 1 to 15."
)
_Parts = tuple[str, str, Spot, tuple[Place, ...], str]
"""Class, message, tensor, places, and the fix; "" for that of the class."""

_WARP: Final = SEVERAL_LANES + 1
_NOT_BEGUN, _ENDED = 0, 1
_MEET: Final = "Let all blocks of the cluster meet {} access: `cute.arch.cluster_arrive()`, `cute.arch.cluster_wait()`."
_MEET_FIRST, _MEET_LAST = _MEET.format("before the first"), _MEET.format("after the last")


def shared_barrier(names: Names, memory: Shadow, told: Told) -> _Parts:
    """A warp comes to a named barrier that others may be at, with whom it does not mean to meet or counts otherwise."""
    who, whose = names.who(told.row, _WARP), names.who(told.a, _WARP)
    number, threads = told.access & (1 << BARRIER_THREADS_AT) - 1, told.access >> BARRIER_THREADS_AT
    barrier = f"barrier {number}" if number else "barrier 0, that of `sync_threads`,"
    other = _threads_of(memory, told, number)
    kinds = {names.site(told.site).name, names.site(told.b).name}
    if threads and other and threads != other and len(kinds) > 1 and ARRIVES in kinds:
        message = f"{who} counts {threads} threads at named {barrier}, and {whose} counts {other}"
        now = names.place(told.site, told.row, _WARP, f"{who} counts {threads} threads")
        there = names.place(told.b, told.a, _WARP, f"{whose} counts {other} at the same barrier")
        fix = (
            f"Name one number of threads in all calls for barrier {number}: that of all that come, arrivals and waits."
        )
        return "barrier-divergent", message, Spot(), (now, there), fix
    message = f"{who} comes to named {barrier} while {whose} may be there too: nothing orders their meetings"
    if who == whose:
        message = f"{who} comes to named {barrier} again, and those that it met there before may not have come yet"
    now = names.place(told.site, told.row, _WARP, f"{who} comes here")
    there = names.place(told.b, told.a, _WARP, f"{whose} came to the same barrier")
    fix = _ANSWER if kinds == {ARRIVES} else _ANSWER_OR_NUMBER if ARRIVES in kinds else ""
    if threads and other and threads != other:
        fix = (
            f"Name one number of threads in all calls for barrier {number}, not {other} and {threads}; or give each "
            "group a number of its own, from 1 to 15."
        )
    return "barrier-shared", message, Spot(), (now, there), fix


def _threads_of(memory: Shadow, told: Told, number: int) -> int:
    """How many threads the other call of an event names; 0 where that is not known."""
    found = 0
    for came in arrivals(memory):
        if (came.row, came.site) == (told.a, told.b) and came.barrier % NAMED_BARRIERS == number:
            found = came.number
    return found


def peer(names: Names, told: Told) -> _Parts:
    """A warp uses shared memory of another block of its cluster."""
    who, site = names.who(told.row, _WARP), names.site(told.site)
    name = f"`{site.name}`" if site.name else "shared memory"
    other = names.block_of_slot(told.a)
    if told.b == _NOT_BEGUN:
        message, fix = f"{who} uses {name} of block {other}, which may not have begun", _MEET_FIRST
    elif told.b == _ENDED:
        message, fix = f"{who} uses {name} of block {other}, which has ended", _MEET_LAST
    else:
        message, fix = (
            f"{who} uses {name} of block {other}, which may have ended: it does not wait for that",
            _MEET_LAST,
        )
    return "peer-not-running", message, Spot(), (names.place(told.site, told.row, _WARP, "uses it"),), fix


_SAME: Final = "Let all four warps of the group come to one `setmaxregister_...` with one count."


def registers(names: Names, told: Told) -> _Parts:
    """A warp gives registers back or takes some."""
    who = names.who(told.row, _WARP)
    places = [names.place(told.site, told.row, _WARP, f"{who} does so here")]
    match told.access:
        case 0:
            message = f"{who} sets another number of registers than {names.who(told.a, _WARP)} of its warp group"
            places.append(names.place(told.b, told.a, _WARP, "the other number"))
            fix = _SAME
        case 1:
            message = f"{who} sets its registers, and not all four warps of its warp group do so as often"
            fix = _SAME
        case 2:
            message = f"{who} gives registers back by asking for {told.a}, more than the {told.b} that it has"
            fix = "Take more with `setmaxregister_increase`."
        case 3:
            message = f"{who} takes registers by asking for {told.a}, fewer than the {told.b} that it has"
            fix = "Give some back with `setmaxregister_decrease`."
        case _:
            message = f"the warp groups take {told.a} registers and their block has {told.b}: the increase never ends"
            fix = "Let the other groups give back more, or take fewer here: all together must fit the block's."
    return "register-pool", message, Spot(), tuple(places), fix


def refused(names: Names, told: Told) -> _Parts:
    """A warp asks for another cluster after its block has read that an earlier request was refused."""
    who, whose = names.who(told.row, _WARP), names.who(told.a, _WARP)
    reader = "it" if who == whose else whose
    message = f"{who} asks for another cluster after {reader} has read that a request was refused"
    now = names.place(told.site, told.row, _WARP, "asks again")
    there = names.place(told.b, told.a, _WARP, "reads the refusal")
    return "request-after-refusal", message, Spot(), (now, there), ""


_MAP_FENCES: Final = (
    "Call `cpasync.fence_tma_desc_release()` after the change, and `cpasync.fence_tma_desc_acquire(map)` in the warp "
    "that copies, after a barrier if it is another one."
)
_MAP_IN_USE: Final = (
    "Wait for the copies' mbarrier before the change, or let the thread that copies call "
    "`cute.arch.cp_async_bulk_commit_group()` and `cute.arch.cp_async_bulk_wait_group(0, read=True)`."
)


def changed_map(names: Names, told: Told) -> _Parts:
    """A tensor map in global memory is changed while a copy may read it, or used without the fences for its change."""
    who, whose, site = names.who(told.row, _WARP), names.who(told.b, _WARP), names.site(told.site)
    name = f"the tensor map in `{site.name}`" if site.name else "a tensor map"
    changed = f"{whose} changed it here"
    match told.access:
        case 0:
            message = f"{who} changes {name}, by which a bulk copy of {whose} may still be under way"
            now, there = "changes the map", f"the copy of {whose} reads the map, and nothing waited for that"
            return "tma-not-waited", message, Spot(), _two(names, told, now, there), _MAP_IN_USE
        case 1:
            message = f"a bulk copy uses {name}, which {whose} changed without `fence_tma_desc_release`"
            now = "copies by the map"
        case 2:
            message = f"a bulk copy uses {name}, which {whose} changed, without `fence_tma_desc_acquire`"
            now = "copies by the map"
        case _:
            message = f"{who} acquires {name}, which {whose} changes at the same time"
            return "global-race", message, Spot(), _two(names, told, "acquires the map", changed), _MAP_FENCES
    return "proxy-fence-missing", message, Spot(), _two(names, told, now, changed), _MAP_FENCES


def _two(names: Names, told: Told, now: str, there: str) -> tuple[Place, Place]:
    """Where an event is told, and the earlier access that it names."""
    return names.place(told.site, told.row, _WARP, now), names.place(told.a, told.b, _WARP, there)


def store_load(names: Names, told: Told) -> _Parts:
    """Two warps that store and then load what the other one stores."""
    who, whose = names.who(told.row, _WARP), "the other warp"
    message = f"{who} stores, then loads what {whose} stores, and that does the same: each may miss the other's store"
    places = (
        names.place(told.site, told.row, _WARP, f"{who} loads here"),
        names.place(told.b & 0xFFFFFFFF, told.row, _WARP, f"{who} stored here before"),
        names.place(told.a >> 32, told.row, _WARP, f"{whose} loads here"),
        names.place(told.a & 0xFFFFFFFF, told.row, _WARP, f"{whose} stored here before"),
    )
    return "store-load-order", message, Spot(), places, ""
