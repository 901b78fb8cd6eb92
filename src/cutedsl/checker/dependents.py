"""Findings about dependent launches (PDL), which may begin before the previous launch has ended."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from cutedsl.arch.abi.check import ACCESS_BACK_AT, SEVERAL_LANES, Access, Epoch
from cutedsl.arch.abi.host import Site
from cutedsl.checker.findings import Place
from cutedsl.checker.names import Names
from cutedsl.checker.shadow import Told
from cutedsl.checker.tensors import Spot, Tensors
from cutedsl.execution.cpu.errors import span_of

_WARP: Final = SEVERAL_LANES + 1
_DID: Final = {"load": "reads", "store": "writes", "atomic": "updates"}


def dependent(
    names: Names, tensors: Tensors, told: Told, before: Sequence[Sequence[Site]]
) -> tuple[str, str, Spot, tuple[Place, ...], str]:
    """Class, message, tensor, places and fix of an access to what a launch before accessed; `before`: their sites."""
    back = told.access >> ACCESS_BACK_AT
    site, spot = names.site(told.site), tensors.spot(names.site(told.site), told.row, told.a)
    verb = "writes" if told.access & Access.WRITE else "reads"
    name = f"`{spot.tensor or site.name}`"
    message = f"{names.who(told.row, _WARP)} {verb} {name} before it has waited for the launch that this one depends on"
    if back:
        message = (
            f"{names.who(told.row, _WARP)} {verb} {name}, and an earlier launch may still run: the launch between has "
            "not waited for it"
        )
    places = [names.place(told.site, told.row, _WARP, f"{verb} it too early")]
    number = Epoch.of(told.b).site
    if number < len(before[back]):
        other = before[back][number]
        did = _DID.get(other.kind.rpartition(" ")[2], "accesses")
        places.append(Place(span_of(other), f"{'an earlier launch' if back else 'the launch before'} {did} it"))
    fix = "Let the launch between call `cute.arch.griddepcontrol_wait()` too." if back else ""
    return "grid-not-waited", message, spot, tuple(places), fix
