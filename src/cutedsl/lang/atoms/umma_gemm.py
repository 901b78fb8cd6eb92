"""`cute.gemm` into tensor memory: one lane of the warp starts an instruction for each tile of M, N and K."""

from __future__ import annotations

from typing import Any

from cutedsl.arch.atoms.umma import UmmaKind
from cutedsl.errors import fail
from cutedsl.lang.atoms.umma_desc import DescriptorTensor
from cutedsl.lang.atoms.umma_operands import descriptor_bits, descriptor_of, signed, with_swizzled_pointer
from cutedsl.lang.atoms.umma_ops import UmmaOp
from cutedsl.lang.blackwell import tcgen05
from cutedsl.lang.blackwell.tmem import TmemPointer, TmemTensor
from cutedsl.lang.intrinsics.election import elect_one
from cutedsl.lang.tensors.tensor import Tensor
from cutedsl.layout import layout_text, rank, size
from cutedsl.staging.rewrite import staged_function
from cutedsl.staging.scalars import Int32

_SCALE_VECTORS = {"mxf8f6f4": {32: "1X"}, "mxf4": {32: "2X"}, "mxf4nvf4": {16: "4X", 32: "2X"}}
_SCALE_BLOCKS = {16: "block16", 32: "block32"}
_NEGATIONS = {"negate_a": 1 << 13, "negate_b": 1 << 14}


def umma_gemm(atom: Any, d: Tensor, a: Any, b: Any, c: Tensor) -> None:
    """`d = a b (+ d)` by all instructions of the tiles: (V,M,K) x (V,N,K) => (V,M,N), k ascending.

    A block-scaled multiply takes `[a, sfa]` and `[b, sfb]` too, in place of its fields. Errors: gemm-shape, gemm-space.
    """
    op: UmmaOp = atom.op
    form = op.umma()
    a, sfa = _with_scales(a)
    b, sfb = _with_scales(b)
    if not isinstance(d, TmemTensor) or not isinstance(c, TmemTensor):
        raise fail("gemm-space", f"`d` is in {d.memspace}, `c` in {c.memspace}; this multiply accumulates in tmem")
    if form.a_in_tmem != isinstance(a, TmemTensor):
        place = "tmem" if form.a_in_tmem else "smem"
        raise fail("gemm-space", f"`a` is in {a.memspace}; this multiply takes it from {place}")
    if isinstance(a, DescriptorTensor) and isinstance(b, DescriptorTensor):
        given = (a.descriptor.value, b.descriptor.value)
        staged_function(_issue)(_Calls(atom, form, d, a, b, (sfa, sfb), given, (1, 1, 1)))
        return
    m, n, k = _extents(form, a, b, d)
    a = a if form.a_in_tmem else with_swizzled_pointer(a)
    b = with_swizzled_pointer(b)
    codes = (0 if form.a_in_tmem else descriptor_bits(form, a, "A"), descriptor_bits(form, b, "B"))
    staged_function(_issue)(_Calls(atom, form, d, a, b, (sfa, sfb), codes, (m, n, k)))


def _with_scales(operand: Any) -> tuple[Any, Any]:
    if isinstance(operand, tuple | list):
        first, scales = operand  # pyright: ignore[reportUnknownVariableType]
        return first, scales  # pyright: ignore[reportUnknownVariableType]
    return operand, None


class _Calls:
    """The instructions of one `gemm`."""

    def __init__(
        self, atom: Any, form: UmmaKind, d: Any, a: Any, b: Any, scales: Any, codes: Any, extents: Any
    ) -> None:
        self.atom, self.form, self.extents = atom, form, extents
        self.d, self.a, self.b, self.codes, self.scales = d, a, b, codes, scales

    def emit(self) -> None:
        """Starts them all, by each thread that comes here."""
        m, n, k = self.extents
        for kk in range(k):
            for mm in range(m):
                for nn in range(n):
                    self._emit_instruction(mm, nn, kk)

    def _emit_instruction(self, m: int, n: int, k: int) -> None:
        form, atom = self.form, self.atom
        a = _instruction_operand(self.a, m, k).iterator.toint() if form.a_in_tmem else self._descriptor(0, self.a, m, k)
        named: dict[str, Any] = {"a_in_tmem": form.a_in_tmem}
        idesc: Any = form.descriptor | sum(_NEGATIONS[name] for name in atom.negated)
        if form.scaled:
            sfa, sfb = self._scale(0, m, k), self._scale(1, n, k)
            ids = (sfa.element_of_word << 29) | (sfb.element_of_word << 4)
            idesc = ids | Int32(signed(idesc, 32))
            named |= {"scale_a": sfa.toint(), "scale_b": sfb.toint()}
            vectors = _SCALE_BLOCKS if form.shape_mnk[2] == 96 else _SCALE_VECTORS[form.kind]
            named["scale_vector"] = vectors[form.scale_vector]
            named["long_k"] = form.shape_mnk[2] == 96
        d = _instruction_operand(self.d, m, n).iterator.toint()
        accumulate = atom.accumulate if k == 0 else True
        b = self._descriptor(1, self.b, n, k)
        tcgen05.mma(form.kind, form.ctas, d, a, b, idesc, accumulate, **named)

    def _descriptor(self, which: int, operand: Tensor, row: int, k: int) -> Any:
        code = self.codes[which]
        return (
            code
            if isinstance(operand, DescriptorTensor)
            else descriptor_of(_instruction_operand(operand, row, k), code)
        )

    def _scale(self, which: int, row: int, k: int) -> TmemPointer:
        given = self.scales[which]
        if given is not None:
            return _instruction_operand(given, row, k).iterator  # pyright: ignore[reportReturnType]
        return TmemPointer(self.atom.scales[which], self.atom.op.sf_dtype)


def _issue(calls: _Calls) -> None:
    with elect_one():
        calls.emit()


def _instruction_operand(tensor: Tensor, *at: int) -> Tensor:
    """One instruction's part of an operand; modes that it lacks have extent 1."""
    modes = rank(tensor.type_layout)
    layout: Any = tensor.type_layout
    if modes == 1 or (modes == 2 and not isinstance(layout.shape[0], tuple)):
        return tensor
    coord = (None, *at[: modes - 1])
    return tensor[coord]  # pyright: ignore[reportReturnType]


def _extents(form: UmmaKind, a: Tensor, b: Tensor, d: Tensor) -> tuple[int, int, int]:
    """Instructions along M, N and K. Errors: gemm-shape."""
    (va, ma, ka), (vb, nb, kb), (vd, md, nd) = (_counts(t) for t in (a, b, d))
    rows, columns = form.shape_mnk[0] // form.ctas, form.shape_mnk[1] // form.ctas
    depth = form.shape_mnk[2]
    twice = 2 if form.a_mode == "duplicated" else 1  # each row of A in two lanes
    wanted = (twice * rows * depth, columns * depth, rows * form.shape_mnk[1])
    if (va, vb, vd) != wanted or ma != md or nb != nd or ka != kb:
        shapes = ", ".join(f"{n}: {layout_text(t.type_layout)}" for n, t in (("a", a), ("b", b), ("c", d)))
        raise fail(
            "gemm-shape",
            f"one instruction takes {wanted[0]}, {wanted[1]} and {wanted[2]} elements of A, B and C of a block, in "
            f"(V,M,K) x (V,N,K) => (V,M,N), got {shapes}",
        )
    return md, nd, ka


def _counts(tensor: Tensor) -> tuple[int, int, int]:
    layout: Any = tensor.type_layout
    modes = rank(layout)
    if modes == 2 and not isinstance(layout.shape[0], tuple):
        return size(layout), 1, 1
    extents = [size(layout, [i]) for i in range(modes)]
    return (*extents, *(1,) * (3 - modes))  # pyright: ignore[reportReturnType]
