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
        title="Operator has no gradient",
        why="A kernel is machine code for torch: its gradient comes from a second function, or not at all.",
        fix="Give the operator `backward=`, or call it under `torch.no_grad()`.",
        wrong='square = cutedsl.torch.operator("mine::square", out="x")(square_kernel)\nsquare(x).sum().backward()',
        right='square = cutedsl.torch.operator("mine::square", out="x", backward=lambda grad_o, x: 2 * x * grad_o)'
        "(square_kernel)",
    ),
    Entry(
        name="framework-version",
        base=RuntimeError,
        title="Unsupported version of torch or JAX",
        why="Templates use private names of torch, and kernels in JAX programs use its foreign function interface.",
        fix="Install a version that works: torch 2.11 or 2.13 for templates, JAX 0.6 or newer.",
        wrong="pip install jax==0.4.30",
        right="pip install 'jax>=0.6'",
    ),
    Entry(
        name="template-arguments",
        base=ValueError,
        title="The hooks of a template do not name its inputs",
        why="`def_kernel` names each input of a choice, and perhaps the output; the other hooks use these names.",
        fix="Name each input in `def_kernel`, and after them the output.",
        wrong='{{def_kernel("A")}}          # a choice with two inputs\n    return A',
        right='{{def_kernel("A", "B", "C")}}\n    launch(A, B, C, fused)\n    return C',
    ),
    Entry(
        name="template-name",
        base=ValueError,
        title="A template cannot have this name",
        why="The entry function of its kernels has the name of the template.",
        fix="Use a Python identifier.",
        wrong='CuteDSLTemplate("my-gemm", source)',
        right='CuteDSLTemplate("my_gemm", source)',
    ),
    Entry(
        name="template-output",
        base=ValueError,
        title="A template's entry function does not return its output",
        why="Inductor uses what the entry function returns.",
        fix="End the entry function with `return` and the output's name.",
        wrong='{{def_kernel("A", "B", "C")}}\n    launch(A, B, C, fused)',
        right='{{def_kernel("A", "B", "C")}}\n    launch(A, B, C, fused)\n    return C',
    ),
    Entry(
        name="template-text",
        base=ValueError,
        title="A rendered template is not Python",
        why="What Jinja makes of the template, with the parameters of a choice, is read as a Python module.",
        fix="Correct the line of the template; `TORCH_LOGS=kernel_code` prints rendered kernels.",
        wrong="acc = acc * SCALE_FACTOR{{ ' +' if THREADS > 32 }}",
        right="acc = acc * SCALE_FACTOR",
    ),
)
