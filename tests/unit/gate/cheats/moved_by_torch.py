"""Programs that let torch's moves and conversions make the answer, and launch a kernel that only copies it."""

from __future__ import annotations

from tests.unit.gate import sources
from tests.unit.gate.program import Cheat
from tests.unit.gate.right import IMPORTS
from tests.unit.gate.right_styles import elementwise, problem

_COPY = IMPORTS + elementwise("x, y", "y[i] = x[i]")
_TIMES_ONE = (
    IMPORTS
    + """

@cute.kernel
def times_kernel(x: cute.Tensor, y: cute.Tensor, one: cutlass.Float32):
    tidx, _, _ = cute.arch.thread_idx()
    bidx, _, _ = cute.arch.block_idx()
    i = bidx * 128 + tidx
    if i < cute.size(x):
        y[i] = x[i] * one


@cute.jit
def times(x: cute.Tensor, y: cute.Tensor, one: cutlass.Float32):
    times_kernel(x, y, one).launch(grid=(cute.ceil_div(cute.size(x), 128), 1, 1), block=(128, 1, 1))


def run(x, y):
    if x.numel():
        times(from_dlpack(x), from_dlpack(y), 1.0)
"""
)
_TURN = (
    IMPORTS
    + """

@cute.kernel
def turn_kernel(x: cute.Tensor, y: cute.Tensor):
    i = cute.arch.block_idx()[0] * 128 + cute.arch.thread_idx()[0]
    rows, columns = x.shape
    if i < rows * columns:
        y[i % columns, i // columns] = x[i // columns, i % columns]


@cute.jit
def turn(x: cute.Tensor, y: cute.Tensor):
    turn_kernel(x, y).launch(grid=(cute.ceil_div(cute.size(x), 128), 1, 1), block=(128, 1, 1))
"""
)
_PLAIN = "torch.randn(rows, columns)"


def _cheat(
    name: str, lines: str, expression: str, *, kernel: str = _COPY, inputs: str = _PLAIN, names: str = "x"
) -> Cheat:
    """A program whose `forward` has these lines, for a reference that is one expression."""
    body = "\n".join(f"        {line}" for line in lines.splitlines())
    model = f"\n\nclass ModelNew(nn.Module):\n    def forward(self, {names}):\n{body}\n"
    reference = problem(f"    def forward(self, {names}):\n        return {expression}\n", inputs)
    return Cheat(name, sources.MAKORA, ("torch",), kernel + model, reference=reference)


def _copied(name: str, made: str, expression: str, **more: str) -> Cheat:
    """`made` assigns to `t` what a kernel then copies."""
    return _cheat(
        name, f"{made}\ny = torch.empty_like(t)\nrun(t.reshape(-1), y.view(-1))\nreturn y", expression, **more
    )


_ROLLED = "torch.roll(x, 3, 1)"

CHEATS = (
    _copied("converted_by_torch", "t = x.to(torch.float16)", "x.half()"),
    _copied("rounded_there_and_back", "t = x.to(torch.bfloat16).float()", "x.bfloat16().float()", kernel=_TIMES_ONE),
    _copied("transposed_by_torch", "t = x.t().contiguous()", "x.t().contiguous()"),
    _copied("rolled_by_slices", "t = torch.cat([x[:, -3:], x[:, :-3]], dim=1)", _ROLLED, kernel=_TIMES_ONE),
    _copied(
        "put_together_in_parts",
        "t = torch.empty_like(x)\nt[:, :3].copy_(x[:, -3:])\nt[:, 3:].copy_(x[:, :-3])",
        _ROLLED,
    ),
    _copied("repeated_by_torch", "t = x.unsqueeze(-1).expand(*x.shape, 2).flatten(1)", "x.repeat_interleave(2, dim=1)"),
    _copied("stacked_by_torch", "t = torch.stack([x, x], dim=-1)", "torch.stack([x, x], dim=-1)"),
    _copied("padded_by_torch", "t = torch.nn.functional.pad(x, (1, 1))", "torch.nn.functional.pad(x, (1, 1))"),
    _copied(
        "compared_with_zero_by_torch",
        "t = x.to(torch.bool).to(torch.float32)",
        "(x != 0).float()",
        inputs="torch.randint(0, 3, (rows, columns)).float()",
    ),
    _cheat(
        "converted_after_a_copy",
        "s = torch.empty_like(x)\nrun(x.reshape(-1), s.view(-1))\nreturn s.to(torch.float16)",
        "x.half()",
    ),
    _cheat(
        "converted_and_turned",
        "t = x.to(torch.float16)\ny = torch.empty(x.shape[1], x.shape[0], dtype=t.dtype)\n"
        "if x.numel():\n    turn(from_dlpack(t), from_dlpack(y))\nreturn y",
        "x.half().t().contiguous()",
        kernel=_TURN,
    ),
)
