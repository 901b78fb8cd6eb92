"""Errors of kernels as operators of PyTorch."""

from __future__ import annotations

from cutedsl.errors.catalogue.entry import Entry

ENTRIES: tuple[Entry, ...] = (
    Entry(
        name="torch-operator",
        base=ValueError,
        title="A function cannot be made an operator of PyTorch as it is",
        why="torch must know the type of every argument, and which parameters are results, before the first call.",
        fix="Annotate every parameter, and say with `out=` what the results are like.",
        wrong='@cutedsl.torch.operator("mine::twice", out="a")   # no parameter `a`\n@cute.jit\n'
        "def twice(x: cute.Tensor, y: cute.Tensor): ...",
        right='@cutedsl.torch.operator("mine::twice", out="x")\n@cute.jit\n'
        "def twice(x: cute.Tensor, y: cute.Tensor): ...",
    ),
    Entry(
        name="torch-not-differentiable",
        base=RuntimeError,
        title="PyTorch is asked for the gradient of an operator that has none",
        why="A kernel is machine code for torch: its gradient comes from a second function, or not at all.",
        fix="Give the operator `backward=`, or call it under `torch.no_grad()`.",
        wrong='square = cutedsl.torch.operator("mine::square", out="x")(square_kernel)\nsquare(x).sum().backward()',
        right='square = cutedsl.torch.operator("mine::square", out="x", backward=lambda grad_o, x: 2 * x * grad_o)'
        "(square_kernel)",
    ),
)
