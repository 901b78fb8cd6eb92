"""Cluster launch control, as PTX."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from xdsl.ir import Operation

from cutedsl.arch.availability import Availability
from cutedsl.codegen.llvm.attributes import attribute, string
from cutedsl.codegen.nvptx.emitter import Handler, KernelEmitter
from cutedsl.codegen.nvptx.inline_asm import inline_asm, shared_address
from cutedsl.codegen.nvptx.tiles.tensor_core import check_available

_WHERE: Final = Availability((10, 0), (8, 6), ("sm_100a", "sm_103a", "sm_120a", "sm_121a"))
_WHAT: Final = "clusterlaunchcontrol"


def _request(e: KernelEmitter, op: Operation) -> None:
    check_available(e, op, _WHAT, _WHERE)
    how = "try_cancel.async.shared::cta.mbarrier::complete_tx::bytes"
    cast = "" if attribute(op, "alone") is not None else ".multicast::cluster::all"
    inline_asm(e, f"{_WHAT}.{how}{cast}.b128 [$0], [$1];", [shared_address(e, pointer) for pointer in op.operands])


def _answer(e: KernelEmitter, op: Operation) -> None:
    """Of a request that was declined, the index is 0."""
    check_available(e, op, _WHAT, _WHERE)
    part, query = string(op, "part"), f"{_WHAT}.query_cancel"
    canceled = f"{query}.is_canceled.pred.b128 p, q;"
    use = "selp.b32 $0, 1, 0, p;"
    if part != "canceled":
        use = f"mov.b32 $0, 0; @p {query}.get_first_ctaid::{part}.b32.b128 $0, q;"
    text = f"{{ .reg .b128 q; .reg .pred p; ld.shared.b128 q, [$1]; {canceled} {use} }}"
    e.bind(op, inline_asm(e, text, [shared_address(e, op.operands[0])], "i32", "=&r"))


CLC: Final[Mapping[str, Handler]] = MappingProxyType({"cute.clc.request": _request, "cute.clc.answer": _answer})
