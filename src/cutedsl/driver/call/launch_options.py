"""The keywords of `launch` beside its sizes: what they become, and which are still to come."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypedDict

from cutedsl.arch.abi.host import EVENT_ATTRIBUTES
from cutedsl.errors import fail
from cutedsl.staging.scalars import Boolean

_NOT_YET = {
    "preferred_smem_carveout": "a preferred share of shared memory (`preferred_smem_carveout`)",
}
_EVENTS = (
    *EVENT_ATTRIBUTES,
    *(f"{name}_flags" for name in EVENT_ATTRIBUTES),
    "programmatic_event_trigger_at_block_start",
)
_ATTRIBUTES = (
    "use_pdl",
    "cooperative",
    "smem_merge_branch_allocs",
    "max_number_threads",
    "min_blocks_per_mp",
    "max_registers",
    *_EVENTS,
)
_IGNORED = frozenset({"hint_smem_base_uniform", "fallback_cluster", "loc", "ip"})
"""What asks for less than a launch gives: every cluster has the preferred size."""


class OtherOptions(TypedDict, total=False):
    """The keywords of `launch` for events, those that are still to come, or have no meaning here, for type checkers."""

    fallback_cluster: object
    launch_completion_event: object
    launch_completion_event_flags: object
    programmatic_event: object
    programmatic_event_flags: object
    programmatic_event_trigger_at_block_start: object
    preferred_smem_carveout: object
    hint_smem_base_uniform: object
    loc: object
    ip: object


def stream_of(stream: object, async_deps: object) -> object:
    """The stream of a launch: given as `stream`, or as the only one of `async_deps`.

    Errors: launch-option for both, not-yet for several.
    """
    if async_deps is None:
        return stream
    if stream is not None:
        raise fail("launch-option", "`launch` got both `stream` and `async_deps`")
    deps: Sequence[object] = async_deps if isinstance(async_deps, list | tuple) else [async_deps]  # pyright: ignore
    if len(deps) > 1:
        message = f"a launch that waits for {len(deps)} streams (`async_deps`)"
        raise fail("not-yet", message, fix="Let one stream wait for the others, and pass it as `stream`.")
    return deps[0] if deps else None


def kernel_bounds(
    block_is_static: bool, max_number_threads: object, min_blocks_per_mp: object, max_registers: object
) -> Mapping[str, object]:
    """What the compiler may count on, and must keep to; 0 says nothing.

    At most so many threads a block, at least so many blocks at a time on a multiprocessor, at most so many registers
    a thread.

    Errors: launch-option.
    """
    threads = max_number_threads if isinstance(max_number_threads, list | tuple) else [max_number_threads]
    sizes = [_whole_number("max_number_threads", size) for size in threads]  # pyright: ignore[reportUnknownVariableType]
    blocks = _whole_number("min_blocks_per_mp", min_blocks_per_mp)
    if len(sizes) > 3:
        raise fail("launch-option", f"`max_number_threads` must have at most three extents, got {len(sizes)}")
    found: dict[str, object] = {}
    if any(sizes) and not block_is_static:  # a block of a known size says more
        found["cute.max_threads"] = (*(max(size, 1) for size in sizes), *(1,) * (3 - len(sizes)))
    if blocks:
        found["cute.min_blocks"] = blocks
    if registers := _whole_number("max_registers", max_registers):
        found["cute.max_registers"] = registers
    return found


def launch_attributes(use_pdl: object, cooperative: object, smem_merge_branch_allocs: object) -> Mapping[str, object]:
    """What else a launch asks of the device; known while compiling.

    Errors: launch-option.
    """
    asked = {
        "use_pdl": use_pdl,
        "cooperative": cooperative,
        "smem_merge_branch_allocs": smem_merge_branch_allocs,
    }
    if isinstance(use_pdl, Boolean) and not use_pdl.is_static:
        asked["use_pdl"] = False  # only run time knows, and waiting for the kernel before is always right
    for name, value in asked.items():
        if not isinstance(value, bool):
            raise fail("launch-option", f"`{name}` must be True or False, known at compile time, got {value!r}")
    return {f"cute.{name}": True for name, value in asked.items() if value}


def launch_events(options: Mapping[str, object]) -> tuple[Mapping[str, object], Mapping[str, object]]:
    """The events that a launch records: how, as attributes of its kernel, and which, by the launch's keywords.

    Errors: launch-option.
    """
    attributes: dict[str, object] = {}
    events: dict[str, object] = {}
    for name in EVENT_ATTRIBUTES:
        numbers = {key: options.get(key, 0) for key in (f"{name}_flags", f"{name}_trigger_at_block_start")}
        event = options.get(name)
        if event is None:
            if alone := [key for key, number in numbers.items() if number]:
                raise fail("launch-option", f"`launch` got `{alone[0]}` without `{name}`")
            continue
        attributes[f"cute.{name}"] = tuple(_whole_number(key, number) for key, number in numbers.items())
        events[name] = event
    return attributes, events


def _whole_number(name: str, value: object) -> int:
    if not isinstance(value, int) or value < 0:
        raise fail("launch-option", f"`{name}` must be an integer of at least 0, known at compile time, got {value!r}")
    return value


_MEANT = {
    "numwarps": "block=32 * warps",
    **dict.fromkeys(
        ("threads", "numthreads", "blockdim", "blocksize", "threadsperblock", "tpb", "blockshape"), "block="
    ),
    **dict.fromkeys(("blocks", "numblocks", "griddim", "gridsize", "blockspergrid", "bpg", "gridshape"), "grid="),
    **dict.fromkeys(("sharedmem", "shared", "smembytes", "sharedmembytes", "dynamicsmem", "sharedmemory"), "smem="),
    **dict.fromkeys(("clusterdim", "clustersize", "clustershape", "numctas"), "cluster="),
}
"""What to write for the keywords of other packages' launches."""


def check_other(options: Mapping[str, object]) -> None:
    """Refuses what `launch` does not know, and what it cannot do yet.

    Errors: launch-option, not-yet.
    """
    for name, value in options.items():
        if name in _NOT_YET and value:
            raise fail("not-yet", _NOT_YET[name], fix=f"Leave `{name}` out.")
        if name not in _NOT_YET and name not in _IGNORED and name not in _EVENTS:
            known = sorted(
                {*_NOT_YET, *_IGNORED, "grid", "block", "cluster", "smem", "stream", "async_deps", *_ATTRIBUTES}
            )
            meant = _MEANT.get(name.replace("_", "").lower(), "")
            fix = f"Write `{meant}`." if meant else f"It takes {', '.join(known)}."
            raise fail("launch-option", f"`launch` has no keyword `{name}`", fix=fix)
