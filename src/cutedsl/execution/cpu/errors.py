"""Why a call of compiled code ended early, as the author's error."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Final

from cutedsl.arch.abi.host import CLUSTER_BARRIER, MBARRIER_LIMIT, ErrorCode, MbarrierFault, Site
from cutedsl.errors import Span, fail, internal_error
from cutedsl.errors.expressions import expression_span
from cutedsl.errors.translation.below_zero import BELOW_ZERO
from cutedsl.execution.cpu.context import CallContext
from cutedsl.execution.cpu.tensor_errors import tensor_fault_text

_REFUSALS: Final = ("argument-shape",)
"""Errors that a host function ends with by itself; the trap's message starts with the name."""
_VERBS: Final = {"load": "reads", "store": "writes", "atomic": "updates", "mbarrier": "uses"}


def error_of(context: CallContext, code: int, sites: Sequence[Site]) -> BaseException:
    """The exception for what `rt` recorded: the one that a callback caught, or the author's error at its site."""
    if context.exception is not None:
        return context.exception
    if code == ErrorCode.STOPPED:
        return _timeout(context, sites) if context.timed_out else KeyboardInterrupt()
    found = _MESSAGES.get(code)
    if found is None:
        return internal_error(f"compiled code ended with error {code}")
    (number,) = context.field("error_site")
    return found(context, sites[number] if 0 <= number < len(sites) else None, sites)


def _timeout(context: CallContext, sites: Sequence[Site]) -> BaseException:
    """The first thread that noticed says where it was; none may have been in a loop."""
    message = f"the launch did not end within `CUTEDSL_TIMEOUT_S` ({context.limit_s:g} s)"
    (number,), (thread,) = context.field("error_site"), context.field("error_thread")
    span = span_of(sites[number]) if 0 <= number < len(sites) else None
    if span is None:
        return fail("launch-timeout", message)
    who = "the host function" if thread < 0 else f"block {_index(context.field('error_block'))}"
    return fail("launch-timeout", f"{message}; {who} was here", span=span)


def span_of(site: Site | None) -> Span | None:
    """The site's place in the author's source, to the end of its expression as far as one can tell."""
    if site is None or not site.file or site.line < 1:
        return None
    return expression_span(site.file, site.line, max(0, site.col - 1))


def _thread(context: CallContext) -> str:
    (linear,) = context.field("error_thread")
    x, y, _ = context.field("block")
    where = (linear % x, linear // x % y, linear // (x * y))
    return f"thread {_index(where)} of block {_index(context.field('error_block'))}"


def _index(where: Sequence[int]) -> str:
    return f"({', '.join(map(str, where))})"


def _out_of_bounds(context: CallContext, site: Site | None, _sites: Sequence[Site]) -> BaseException:
    offset, limit, size, _ = context.field("detail")
    unit = site.elem_bytes if site else 1
    verb = _VERBS.get(site.kind, "reads") if site else "reads"
    if limit < 0:
        message = f"{_thread(context)} {verb} at the address {offset & (1 << 64) - 1:#x}, where there is no memory"
        return fail("out-of-bounds", message, span=span_of(site))
    name = f"`{site.name}`" if site and site.name else "a tensor"
    if site and site.whole:  # elements are counted from the start of the memory, not of the part
        name = f"`{site.whole}`, through `{site.name}`"
    first, count, width = offset // unit, limit // unit, size // unit
    what = f"element {first}" if width == 1 else f"elements {first} to {first + width - 1}"
    message = f"{_thread(context)} {verb} {what} of {name}, which has {max(count, 0)}"
    return fail("out-of-bounds", message, span=span_of(site), fix=BELOW_ZERO if first < 0 else None)


def _division(context: CallContext, site: Site | None, _sites: Sequence[Site]) -> BaseException:
    return fail("division-by-zero", f"{_thread(context)} divides by zero", span=span_of(site))


def _trap(context: CallContext, site: Site | None, _sites: Sequence[Site]) -> BaseException:
    name, _, message = site.name.partition(": ") if site and site.name else ("", "", "")
    if name in _REFUSALS:
        return fail(name, message, span=span_of(site))
    text = f": {site.name}" if site and site.name else ""
    return fail("kernel-trap", f"{_thread(context)} stopped the kernel{text}", span=span_of(site))


def _divergent(context: CallContext, site: Site | None, _sites: Sequence[Site]) -> BaseException:
    message = f"{_thread(context)} is not at the barrier that other threads of its warp wait at"
    return fail("barrier-divergent", message, span=span_of(site))


_MBARRIER_FAULTS: Final[Mapping[int, tuple[str, str]]] = MappingProxyType(
    {
        MbarrierFault.UNINITIALISED: (
            "uses an mbarrier that no `mbarrier_init` has set up",
            "Initialise it in one thread, then `mbarrier_init_fence()` and a barrier of the block, before any use.",
        ),
        MbarrierFault.COUNT: ("initialises an mbarrier for {number} arrivals; it counts 1 to {limit}", ""),
        MbarrierFault.ARRIVALS: (
            "arrives {times} at an mbarrier whose phase waits for {pending} more arrivals of {count}",
            "Initialise the mbarrier with the number of arrivals that one phase gets.",
        ),
        MbarrierFault.BYTES: (
            "makes an mbarrier wait for {bytes} bytes of copies; it counts at most {limit} either way",
            "Expect as many bytes as the copies of the phase bring.",
        ),
    }
)


def mbarrier_counts(word: int) -> tuple[int, int, int]:
    """Pending arrivals, arrivals a phase, and bytes still to come, of an mbarrier's word (see the CPU's runtime)."""
    still = word >> 40 & (1 << 22) - 1
    return word & MBARRIER_LIMIT, word >> 20 & MBARRIER_LIMIT, still - (1 << 22 if still >> 21 else 0)


def _mbarrier(context: CallContext, site: Site | None, _sites: Sequence[Site]) -> BaseException:
    fault, word, number, _ = context.field("detail")
    pending, count, still = mbarrier_counts(word)
    text, fix = _MBARRIER_FAULTS[fault]
    times = "once" if number == 1 else f"{number} times"
    numbers = {"number": number, "times": times, "pending": pending, "count": count, "limit": MBARRIER_LIMIT}
    values = text.format(**numbers, bytes=still + number)
    return fail("mbarrier-misuse", f"{_thread(context)} {values}", span=span_of(site), fix=fix or None)


def _illegal_access(context: CallContext, site: Site | None, _sites: Sequence[Site]) -> BaseException:
    address, *_ = context.field("detail")
    verb = _VERBS.get(site.kind, "accesses") if site else "accesses"
    block = _index(context.field("error_block"))
    message = f"block {block} {verb} address {address & (1 << 64) - 1:#x}, where it may not"
    return fail("illegal-access", message, span=span_of(site))


def _out_of_memory(context: CallContext, site: Site | None, _sites: Sequence[Site]) -> BaseException:
    wanted, *_ = context.field("detail")
    message = f"the launch needs {wanted} bytes, and the system has no such memory"
    return fail("out-of-memory", message, span=span_of(site))


def _tensor(context: CallContext, site: Site | None, _sites: Sequence[Site]) -> BaseException:
    fault, a, b, _ = context.field("detail")
    name, text, fix = tensor_fault_text(fault, a, b)
    return fail(name, f"{_thread(context)} {text}", span=span_of(site), fix=fix)


def _cluster_rank(context: CallContext, site: Site | None, _sites: Sequence[Site]) -> BaseException:
    rank, blocks, _, _ = context.field("detail")
    which = f"block {rank}" if rank >= 0 else "a block"
    message = f"{_thread(context)} names {which} of its cluster, which has {blocks} (0 to {blocks - 1})"
    return fail("cluster-rank", message, span=span_of(site))


def _what_is_missing(context: CallContext, warp: int) -> str:
    """What the phase of an mbarrier lacks, or has too much of, that a warp waits for."""
    word, parity = context.field("blocked_words")[warp], context.field("blocked_parities")[warp]
    pending, count, still = mbarrier_counts(word)
    missing = [f"{pending} of {count} arrivals"] if pending else []
    missing += [f"{still} bytes of copies"] if still > 0 else []
    states = [f"lacks {' and '.join(missing)}"] if missing else []
    states += [f"got {-still} more bytes of copies than it was told to expect"] if still < 0 else []
    return f" for phase {parity} of an mbarrier that {' and '.join(states)}"


def _barrier_waited_for(context: CallContext, name: str) -> str:
    """Which barrier a warp waits at, and of a named one and the cluster's how many have come."""
    if name == CLUSTER_BARRIER:
        met, meet = context.field("blocked_cluster")
        return f" at {name}, to which {met} of {meet} warps have come"
    if not name.startswith("barrier "):
        return f" at {name}" if name else ""
    number, _, count = name.removeprefix("barrier ").partition(", ")
    came = context.field("blocked_arrivals")[int(number)]
    return f" at barrier {number}, to which {came} {f'of {count} ' if count else ''}threads have come"


def _warps_at(waiting: Sequence[int]) -> dict[int, list[int]]:
    """The warps that wait at each site."""
    places: dict[int, list[int]] = {}
    for warp, number in enumerate(waiting):
        if number >= 0:
            places.setdefault(number, []).append(warp)
    return places


def _who_waits(warps: Sequence[int]) -> str:
    return f"warps {', '.join(map(str, warps))} wait" if len(warps) > 1 else f"warp {warps[0]} waits"


def _alike(blocks: int) -> str:
    return f" (the same in {blocks} more block{'s' if blocks > 1 else ''})" if blocks else ""


def _other_blocks(context: CallContext, sites: Sequence[Site]) -> tuple[str, list[tuple[Span, str]], list[str]]:
    """Of blocks that wait for each other: how many wait as the first one, where some wait that differ, what is left."""
    blocks, rest = context.stuck_blocks()
    also: list[tuple[Span, str]] = []
    for block in blocks[1:]:
        for number, warps in _warps_at(block.sites).items():
            if (span := span_of(sites[number])) is not None:
                also.append((span, f"in block {_index(block.index)} {_who_waits(warps)} here{_alike(block.alike)}"))
    notes = [f"{rest} more block{'s wait' if rest > 1 else ' waits'}, at other places or with other warps"]
    return _alike(blocks[0].alike if blocks else 0), also, notes if rest else []


def _deadlock(context: CallContext, _site: Site | None, sites: Sequence[Site]) -> BaseException:
    waiting = _warps_at(context.blocked_sites())
    alike, also, notes = _other_blocks(context, sites)
    places: list[tuple[Span | None, str]] = []
    for number, there in waiting.items():
        site = sites[number]
        waits = _what_is_missing(context, there[0]) if site.kind == "mbarrier" else ""
        waits = _barrier_waited_for(context, site.name) if site.kind == "barrier" else waits
        span = span_of(site)
        if span is not None or waits:
            places.append((span, f"{_who_waits(there)} here{waits}"))
    block = _index(context.field("error_block"))
    count = sum(map(len, waiting.values()))
    message = (
        f"in block {block} {count} warp{'s are' if count > 1 else ' is'} waiting and none can make progress{alike}"
    )
    if not places:
        return fail("deadlock", message, notes=notes)
    also = [*((span, text) for span, text in places[1:] if span is not None), *also]
    return fail("deadlock", f"{message}; {places[0][1]}", span=places[0][0], also=also, notes=notes)


def _index_wraps(context: CallContext, site: Site | None, _sites: Sequence[Site]) -> BaseException:
    base = context.field("detail")[0]
    message = f"the 32-bit index of {_thread(context)} wraps: another thread of its warp is at {base}"
    return fail("index-wraps", message, span=span_of(site))


_MESSAGES: Final[Mapping[int, Callable[[CallContext, Site | None, Sequence[Site]], BaseException]]] = MappingProxyType(
    {
        ErrorCode.OUT_OF_BOUNDS: _out_of_bounds,
        ErrorCode.DIVISION_BY_ZERO: _division,
        ErrorCode.TRAP: _trap,
        ErrorCode.BARRIER_DIVERGENT: _divergent,
        ErrorCode.DEADLOCK: _deadlock,
        ErrorCode.INDEX_WRAPS: _index_wraps,
        ErrorCode.MBARRIER: _mbarrier,
        ErrorCode.CLUSTER_RANK: _cluster_rank,
        ErrorCode.ILLEGAL_ACCESS: _illegal_access,
        ErrorCode.OUT_OF_MEMORY: _out_of_memory,
        ErrorCode.TENSOR: _tensor,
    }
)
