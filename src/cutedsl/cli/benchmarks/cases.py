"""What `cutedsl bench` measures: each operation of `cutedsl.ops` on random-normal data, with its peers."""

# torch and NumPy are arguments here, as few commands load them, and so of types that pyright does not know.
# pyright: basic

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Final

from cutedsl.errors.frozen import frozen
from cutedsl.targets.devices import is_gpu

Run = Callable[[], object]


@frozen
class Case:
    """One operation at one shape. `work` is bytes moved or floating-point operations, `unit` what its rate is in.

    `peers` are functions of torch (or NumPy) that do the same; those that are `compiled` by torch.compile too. Where
    next to nothing is written, "read" sums the same bytes, while what was in the caches is written back as well.
    """

    op: str
    shape: str
    work: float
    unit: str
    run: Run
    peers: dict[str, Run]
    compilable: tuple[Callable[..., object], tuple[Any, ...]] | None = None
    reads_only: bool = False
    """Also timed where nothing is to be written back, as next to nothing is written."""


ROWS: Final = ((32768, 1024), (32768, 2048), (32768, 4096), (32768, 8192), (8192, 32768))
SMALL_ROWS: Final = ((256, 256), (64, 4096))
ATTENTIONS: Final = ((1, 16384, 16, 128), (4, 4096, 16, 128), (4, 4096, 32, 64), (4, 4096, 8, 256))
"""Batch, length, heads, head size."""
SMALL_ATTENTIONS: Final = ((1, 64, 2, 64),)
OPS: Final = (
    *("softmax", "rms_norm", "layer_norm", "cross_entropy", "sum_rows", "sum_columns", "rms_norm_backward"),
    *("layer_norm_backward", "cross_entropy_backward", "transpose", "elementwise", "rotary", "cumsum", "topk"),
    *("matmul", "attention"),
)


def torch_cases(torch: Any, op: str, device: str) -> Iterator[Case]:
    """The cases of an operation on torch tensors."""
    big = is_gpu(device)
    dtype = torch.bfloat16 if big else torch.float32
    make = _Maker(torch, device)
    match op:
        case "matmul" | "attention":
            yield from _matrix_cases(torch, op, make, big)
        case "sum_rows" | "sum_columns":
            for shape in ((16384, 16384), (262144, 1024)) if big else SMALL_ROWS:
                yield _sum(torch, op, make.normal(shape, torch.float32))
        case "transpose" | "rotary" | "cumsum" | "topk" | "elementwise":
            yield _moving(torch, op, make, dtype, big)
        case _:
            for shape in ROWS if big else SMALL_ROWS:
                yield _row_case(torch, op, make, shape, dtype)


@frozen
class _Maker:
    torch: Any
    device: str

    def normal(self, shape: tuple[int, ...], dtype: Any) -> Any:
        return self.torch.randn(shape, device=self.device, dtype=dtype)


def _named(shape: tuple[int, ...], dtype: Any) -> str:
    short = {"bfloat16": "bf16", "float16": "f16", "float32": "f32"}.get(str(dtype).removeprefix("torch."), str(dtype))
    return f"{' x '.join(map(str, shape))} {short}"


def _sum(torch: Any, op: str, x: Any) -> Case:
    from cutedsl import ops

    axis = 1 if op == "sum_rows" else 0
    return Case(
        op,
        _named(x.shape, x.dtype),
        x.nbytes,
        "TB/s",
        lambda: ops.sum(x, axis),
        {"torch": lambda: torch.sum(x, axis)},
        (lambda x: torch.sum(x, axis), (x,)),
        reads_only=True,
    )


def _row_case(torch: Any, op: str, make: _Maker, shape: tuple[int, int], dtype: Any) -> Case:
    from cutedsl import ops

    functional = torch.nn.functional
    x, grad, out = (make.normal(shape, dtype) for _ in range(3))
    weight, bias = (make.normal(shape[1:], dtype) for _ in range(2))
    labels = torch.randint(0, shape[1], shape[:1], device=make.device)
    level, of_rows = (make.normal(shape[:1], torch.float32) for _ in range(2))
    once = x.nbytes
    match op:
        case "softmax":
            run, moved = lambda: ops.softmax(x, out=out), 2 * once
            peer: Any = lambda x: torch.softmax(x, -1)  # noqa: E731
        case "rms_norm":
            run, moved = lambda: ops.rms_norm(x, weight, out=out), 2 * once
            peer = lambda x: functional.rms_norm(x, shape[1:], weight, 1e-6)  # noqa: E731
        case "layer_norm":
            run, moved = lambda: ops.layer_norm(x, weight, bias, out=out), 2 * once
            peer = lambda x: functional.layer_norm(x, shape[1:], weight, bias)  # noqa: E731
        case "cross_entropy":
            run, moved = lambda: ops.cross_entropy(x, labels), once
            peer = lambda x: functional.cross_entropy(x, labels, reduction="none")  # noqa: E731
        case "rms_norm_backward":
            run, moved = lambda: ops.rms_norm_backward(grad, x, weight, out=out), 3 * once
            peer = _gradients(torch, lambda x, w: functional.rms_norm(x, shape[1:], w, 1e-6), (x, weight), grad)
        case "layer_norm_backward":
            run, moved = lambda: ops.layer_norm_backward(grad, x, weight, bias=True, out=out), 3 * once
            peer = _gradients(torch, lambda x, w, b: functional.layer_norm(x, shape[1:], w, b), (x, weight, bias), grad)
        case _:
            ops.cross_entropy(x, labels, level=level)
            run, moved = lambda: ops.cross_entropy_backward(of_rows, x, labels, level, out=out), 2 * once
            peer = _gradients(torch, lambda x: functional.cross_entropy(x, labels, reduction="none"), (x,), of_rows)
    backward = op.endswith("_backward")
    peers: dict[str, Run] = {"torch": peer if backward else lambda: peer(x)}
    if op == "cross_entropy":
        words = x.view(torch.float32)
        peers["read"] = lambda: ops.sum(words, -1)
    compilable = None if backward else (peer, (x,))
    return Case(op, _named(shape, dtype), moved, "TB/s", run, peers, compilable, reads_only=op == "cross_entropy")


def _gradients(torch: Any, function: Callable[..., Any], given: tuple[Any, ...], grad: Any) -> Run:
    """The backward pass of torch alone: the forward pass ran before."""
    inputs = tuple(one.detach().requires_grad_() for one in given)
    result = function(*inputs)
    return lambda: torch.autograd.grad(result, inputs, grad.to(result.dtype), retain_graph=True)


def _moving(torch: Any, op: str, make: _Maker, dtype: Any, big: bool) -> Case:
    from cutedsl import ops

    shape = (16384, 8192) if big else (256, 256)
    x, y = make.normal(shape, dtype), make.normal(shape, dtype)
    match op:
        case "transpose":
            run, peer, moved = lambda: ops.transpose(x), lambda x: x.T.contiguous(), 2 * x.nbytes
        case "cumsum":
            run, peer, moved = lambda: ops.cumsum(x), lambda x: torch.cumsum(x, -1), 2 * x.nbytes
        case "topk":
            run, peer, moved = lambda: ops.topk(x, 8), lambda x: torch.topk(x, 8), x.nbytes
        case "elementwise":
            function = _fused_function()
            run, moved = lambda: ops.elementwise(function, x, y), 3 * x.nbytes
            peer = lambda x: x * torch.sigmoid(x) * y  # noqa: E731
        case _:
            shape = (8, 4096, 32, 128) if big else (2, 16, 4, 64)
            x = make.normal(shape, dtype)
            cos, sin = (make.normal((shape[1], shape[3] // 2), dtype) for _ in range(2))
            run, moved = lambda: ops.rotary(x, cos, sin), 2 * x.nbytes
            peer = lambda x: _rotated(torch, x, cos, sin)  # noqa: E731
    return Case(op, _named(shape, dtype), moved, "TB/s", run, {"torch": lambda: peer(x)}, (peer, (x,)))


def _fused_function() -> Callable[..., Any]:
    import cutedsl.cute as cute

    return lambda x, y: x / (1.0 + cute.math.exp(-x, fastmath=True)) * y


def _rotated(torch: Any, x: Any, cos: Any, sin: Any) -> Any:
    a, b = x.chunk(2, -1)
    c, s = cos[None, :, None], sin[None, :, None]
    return torch.cat([a * c - b * s, b * c + a * s], -1)


def _matrix_cases(torch: Any, op: str, make: _Maker, big: bool) -> Iterator[Case]:
    from cutedsl import ops

    if op == "matmul":
        for dtype in (torch.bfloat16, torch.float16):
            for size in (4096, 8192, 16384) if big else (64,):
                a, b = make.normal((size, size), dtype), make.normal((size, size), dtype)
                peer = {"torch (cuBLAS)" if big else "torch": lambda a=a, b=b: a @ b}
                shape = _named((size, size, size), dtype)
                yield Case(op, shape, 2 * size**3, "TFLOP/s", lambda a=a, b=b: ops.matmul(a, b), peer)
        return
    for shape in ATTENTIONS if big else SMALL_ATTENTIONS:
        for causal in (False, True):
            yield _attention(torch, make, shape, causal, big)


def _attention(torch: Any, make: _Maker, shape: tuple[int, int, int, int], causal: bool, big: bool) -> Case:
    from cutedsl import ops

    batch, length, heads, size = shape
    q, k, v = (make.normal(shape, torch.bfloat16) for _ in range(3))
    work = 4 * batch * heads * length * length * size / (2 if causal else 1)
    turned = [t.transpose(1, 2) for t in (q, k, v)]

    def attend() -> object:
        return torch.nn.functional.scaled_dot_product_attention(*turned, is_causal=causal)

    def by(backend: Any) -> Run:
        def run() -> object:
            with torch.nn.attention.sdpa_kernel(backend):
                return attend()

        return run

    peers: dict[str, Run] = {"torch": attend}
    if big:
        known = torch.nn.attention.SDPBackend
        peers = {"cuDNN": by(known.CUDNN_ATTENTION), "torch's flash": by(known.FLASH_ATTENTION)}
    label = f"{_named(shape, q.dtype)}{' causal' if causal else ''}"
    return Case("attention", label, work, "TFLOP/s", lambda: ops.attention(q, k, v, causal=causal), peers)


def numpy_cases(numpy: Any, op: str) -> Iterator[Case]:
    """The cases of an operation on NumPy arrays; none where NumPy has no such function."""
    from cutedsl import ops

    for shape in SMALL_ROWS:
        x = numpy.random.default_rng(0).standard_normal(shape, numpy.float32)
        found: dict[str, tuple[Run, Run, int]] = {
            "softmax": (lambda x=x: ops.softmax(x), lambda x=x: _numpy_softmax(numpy, x), 2),
            "sum_rows": (lambda x=x: ops.sum(x, 1), lambda x=x: x.sum(1), 1),
            "sum_columns": (lambda x=x: ops.sum(x, 0), lambda x=x: x.sum(0), 1),
            "cumsum": (lambda x=x: ops.cumsum(x), lambda x=x: x.cumsum(-1), 2),
            "transpose": (lambda x=x: ops.transpose(x), lambda x=x: numpy.ascontiguousarray(x.T), 2),
        }
        if op in found:
            run, peer, passes = found[op]
            label = f"{_named(shape, 'float32')}, NumPy arrays"
            yield Case(op, label, passes * x.nbytes, "TB/s", run, {"NumPy": peer})


def _numpy_softmax(numpy: Any, x: Any) -> Any:
    e = numpy.exp(x - x.max(-1, keepdims=True))
    return e / e.sum(-1, keepdims=True)
