"""Errors of kernels in JAX programs."""

from __future__ import annotations

from cutedsl.errors.catalogue.entry import Entry

ENTRIES: tuple[Entry, ...] = (
    Entry(
        name="jax-spec",
        base=ValueError,
        title="TensorSpec does not fit the array",
        why="A `TensorSpec` permutes the dimensions that the array has; each array and each result has at most one.",
        fix="Give permutations of the array's dimensions, and one entry for each array.",
        wrong="TensorSpec(layout=(0,))            # for an array of two dimensions",
        right="TensorSpec(layout=(0, 1))",
    ),
    Entry(
        name="jax-no-stream",
        base=TypeError,
        title="GPU kernel in JAX needs a stream",
        why="XLA runs its kernels on a stream of its own; a kernel launched on another one would not wait for them.",
        fix="Take a parameter `stream` first and pass it to `launch`.",
        wrong="@cute.jit\ndef f(x: cute.Tensor, y: cute.Tensor):\n    k(x, y).launch(grid=(1, 1, 1), block=(32, 1, 1))",
        right="@cute.jit\ndef f(stream: cuda.CUstream, x: cute.Tensor, y: cute.Tensor):\n"
        "    k(x, y).launch(grid=(1, 1, 1), block=(32, 1, 1), stream=stream)",
    ),
    Entry(
        name="jax-operand-written",
        base=ValueError,
        title="Kernel writes an operand of a JAX program",
        why="Arrays of JAX never change: other parts of the program, and its caller, read the same memory.",
        fix="Write into a result; with `aliases` it takes the operand's memory where nobody else needs it.",
        wrong="call(add_to, out=lambda x: x)(x)       # adds to x too",
        right="call(add_to, out=lambda x: x, aliases={0: 0})(x)",
    ),
    Entry(
        name="jax-not-differentiable",
        base=TypeError,
        title="JAX cannot differentiate a kernel",
        why="A kernel is machine code for JAX: it cannot be differentiated or transposed by rules.",
        fix="Give the derivative with `jax.custom_vjp`, from a second kernel or from `jax.numpy`.",
        wrong="jax.grad(lambda x: call(square, out=x)(x).sum())(x)",
        right="f = jax.custom_vjp(call(square, out=x))\nf.defvjp(lambda x: (f(x), x), lambda x, g: (2 * x * g,))",
    ),
)
