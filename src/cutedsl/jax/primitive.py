"""The JAX primitive of a kernel call: compiled when XLA's shapes and platform are known.

Differentiation is the author's (`jax.custom_vjp`). `jax.vmap` maps the kernel over the batch one element at a time, or,
where the kernel says that it takes any leading dimensions, once over all.
"""

from __future__ import annotations

import functools
from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Final

from cutedsl.driver.compile.jitted import Jitted
from cutedsl.errors import fail
from cutedsl.errors.frozen import frozen
from cutedsl.jax.handlers import Program, register
from cutedsl.jax.spec import TensorSpec
from cutedsl.targets.devices import is_gpu

VMAP_METHODS: Final = ("sequential", "broadcast_all")


@frozen
class Call:
    """One kernel call but for its operands."""

    function: Jitted
    operand_specs: tuple[TensorSpec, ...]
    result_specs: tuple[TensorSpec, ...]
    results: tuple[tuple[tuple[int, ...], Any], ...]
    static: tuple[tuple[str, object], ...]
    takes_stream: bool
    aliases: tuple[tuple[int, int], ...]
    vmap_method: str
    options: str


@functools.cache
def call_primitive() -> Any:
    """The primitive, with its rules; made when JAX is first needed."""
    from jax.extend.core import Primitive
    from jax.interpreters import ad, batching, mlir, xla

    primitive = Primitive("cutedsl_call")
    primitive.multiple_results = True
    primitive.def_impl(functools.partial(xla.apply_primitive, primitive))
    primitive.def_abstract_eval(_abstract_eval)
    for platform in ("cpu", "cuda"):
        mlir.register_lowering(primitive, functools.partial(_lower, platform), platform=platform)
    batching.primitive_batchers[primitive] = functools.partial(_batch, primitive)
    ad.primitive_jvps[primitive] = _refuse_jvp
    return primitive


def _abstract_eval(*operands: Any, call: Call) -> list[Any]:
    from jax.core import ShapedArray

    return [ShapedArray(shape, dtype) for shape, dtype in call.results]


def _lower(platform: str, ctx: Any, *operands: Any, call: Call) -> Any:
    import jax

    if is_gpu(platform) and not call.takes_stream:
        raise fail(
            "jax-no-stream",
            f"`{_name(call)}` takes no stream, so XLA cannot order it with its own kernels on the GPU",
            fix="Take a parameter `stream: cuda.CUstream` first and launch with `stream=stream`.",
        )
    tensors = [
        tuple(spec.tensor(aval.shape, aval.dtype, platform) for spec, aval in zip(specs, avals, strict=True))
        for specs, avals in ((call.operand_specs, ctx.avals_in), (call.result_specs, ctx.avals_out))
    ]
    aliased = tuple(operand for operand, _ in call.aliases)
    name = register(
        Program(call.function, tensors[0], tensors[1], call.static, call.takes_stream, aliased, call.options, platform)
    )
    rule = jax.ffi.ffi_lowering(
        name,
        operand_layouts=_layouts(call.operand_specs, ctx.avals_in),
        result_layouts=_layouts(call.result_specs, ctx.avals_out),
        operand_output_aliases=dict(call.aliases),
    )
    return rule(ctx, *operands)


def _layouts(specs: Sequence[TensorSpec], avals: Sequence[Any]) -> list[tuple[int, ...]]:
    """Dimensions from the fastest to the slowest, as the lowering takes them."""
    return [spec.minor_to_major(len(aval.shape)) for spec, aval in zip(specs, avals, strict=True)]


def _batch(primitive: Any, operands: Sequence[Any], dims: Sequence[Any], *, call: Call) -> tuple[list[Any], list[int]]:
    import jax
    import jax.numpy as jnp

    size = next(x.shape[d] for x, d in zip(operands, dims, strict=True) if d is not None)
    if call.vmap_method == "broadcast_all":
        whole = [
            jnp.broadcast_to(x, (size, *x.shape)) if d is None else jnp.moveaxis(x, d, 0)
            for x, d in zip(operands, dims, strict=True)
        ]
        results = tuple(((size, *shape), dtype) for shape, dtype in call.results)
        wider = replace(call, results=results)
        return primitive.bind(*whole, call=wider), [0] * len(results)
    moved = [x if d is None else jnp.moveaxis(x, d, 0) for x, d in zip(operands, dims, strict=True)]
    mapped = [x for x, d in zip(moved, dims, strict=True) if d is not None]

    def one(parts: Sequence[Any]) -> Any:
        given = iter(parts)
        return primitive.bind(*(x if d is None else next(given) for x, d in zip(moved, dims, strict=True)), call=call)

    return jax.lax.map(one, mapped), [0] * len(call.results)


def _refuse_jvp(primals: Sequence[Any], tangents: Sequence[Any], *, call: Call) -> Any:
    raise fail(
        "jax-not-differentiable",
        f"JAX cannot differentiate the kernel `{_name(call)}`",
        fix="Give its derivative with jax.custom_vjp, from a second kernel or from jax.numpy.",
    )


def _name(call: Call) -> str:
    return call.function.__name__
