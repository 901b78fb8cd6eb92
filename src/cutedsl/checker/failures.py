"""Turns an error that ends a block early into a finding."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from cutedsl.arch.abi.host import WARP_LANES, ErrorCode, MbarrierFault, Site
from cutedsl.checker.findings import Finding, Place
from cutedsl.checker.tensors import Spot, Tensors
from cutedsl.errors import DSLUserCodeError
from cutedsl.errors.catalogue import CATALOGUE
from cutedsl.execution.cpu.context import CallContext

_FAULTS: Final[Mapping[int, str]] = {
    MbarrierFault.ARRIVALS: "mbarrier-overfull",
    MbarrierFault.BYTES: "transaction-bytes",
}


def finding_of(
    context: CallContext, error: DSLUserCodeError, sites: Sequence[Site], tensors: Tensors | None
) -> Finding:
    """The finding for the error that an unchecked run would raise. Without `tensors` its block was not checked."""
    report, block = error.report, _block(context)
    warp, lane = divmod(context.field("error_thread")[0], WARP_LANES)
    first = Place(report.span, report.message, block, warp, lane)
    others = tuple(Place(span, label, block) for span, label in report.also)
    kind, spot = _kind(context, report.name), _spot(context, sites, tensors) if tensors else Spot()
    fix = report.fix if kind == report.name else CATALOGUE[kind].fix
    return Finding(kind, report.message, (first, *others), spot.tensor, spot.layout, spot.coord, fix)


def _block(context: CallContext) -> tuple[int, int, int]:
    x, y, z = context.field("error_block")
    return x, y, z


def _spot(context: CallContext, sites: Sequence[Site], tensors: Tensors) -> Spot:
    """The element that an access out of bounds was after."""
    (number,) = context.field("error_site")
    if not 0 <= number < len(sites):
        return Spot()
    site = sites[number]
    if context.error_code != ErrorCode.OUT_OF_BOUNDS:
        return tensors.whole(site) if site.tensor is not None else Spot()
    return tensors.outside(site, context.field("detail")[0])


def _kind(context: CallContext, name: str) -> str:
    if name == "mbarrier-misuse":
        return _FAULTS.get(context.field("detail")[0], name)
    return name
