"""`cute.gemm`: multiply-add of tiles."""

from __future__ import annotations

from cutedsl.errors import fail
from cutedsl.lang.emitter import cute_emitter
from cutedsl.lang.tensor import Tensor
from cutedsl.layout import rank, size


def gemm(a: Tensor, b: Tensor, c: Tensor) -> None:
    """`c += a * b` with the universal multiply-add of one thread.

    Shapes: (M,K) x (N,K) => (M,N), law `c[m,n] += sum_k a[m,k] * b[n,k]`; (V) x (V) => (V), law `c[v] += a[v] * b[v]`.
    Errors: gemm-shape, gemm-type.
    Source: CuTe C++, `cute::gemm` (include/cute/algorithm/gemm.hpp).
    """
    for name, tensor in (("a", a), ("b", b), ("c", c)):
        if not tensor.element_type.is_float or tensor.element_type is not c.element_type:
            raise fail(
                "gemm-type",
                f"`{name}` is a tensor of {tensor.element_type.__name__}, `c` of {c.element_type.__name__}",
                fix="Use tensors of one float type; mixed types need a matrix-multiply atom.",
            )
    extents = tuple(tuple(_mode_sizes(t)) for t in (a, b, c))
    match extents:
        case ((m, k), (n, k2), (m2, n2)):
            fits = all(_may_equal(x, y) for x, y in ((m, m2), (n, n2), (k, k2)))
        case ((v,), (v2,), (v3,)):
            fits = _may_equal(v, v2) and _may_equal(v, v3)
        case _:
            fits = False
    if not fits:
        shapes = ", ".join(f"{n}: {t.type_layout}" for n, t in (("a", a), ("b", b), ("c", c)))
        raise fail("gemm-shape", f"gemm takes (M,K) x (N,K) => (M,N) or (V) x (V) => (V), got {shapes}")
    cute_emitter().op("cute.gemm", (a.handle, b.handle, c.handle), (), {})


def _mode_sizes(tensor: Tensor) -> list[object]:
    layout = tensor.type_layout
    return [size(layout, [mode]) for mode in range(rank(layout))]


def _may_equal(x: object, y: object) -> bool:
    return not (isinstance(x, int) and isinstance(y, int)) or x == y
