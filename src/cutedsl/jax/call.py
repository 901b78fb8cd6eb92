"""Kernels in JAX programs: `call`, and `cutlass_call` with the reference's signature."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any, Final, overload

from cutedsl.driver.call.functions import JitFunction, jit
from cutedsl.errors import fail
from cutedsl.jax.availability import check_available
from cutedsl.jax.primitive import VMAP_METHODS, Call, call_primitive
from cutedsl.jax.spec import STATIC, TensorSpec

Kernel = Callable[..., Any]


@overload
def call(
    function: JitFunction[..., Any],
    /,
    *,
    out: Any,
    aliases: Mapping[int, int] | None = None,
    vmap_method: str = "sequential",
    options: str = "",
    **constants: Any,
) -> Kernel: ...
@overload
def call(
    *,
    out: Any,
    aliases: Mapping[int, int] | None = None,
    vmap_method: str = "sequential",
    options: str = "",
    **constants: Any,
) -> Callable[[JitFunction[..., Any]], Kernel]: ...
def call(
    function: JitFunction[..., Any] | None = None,
    /,
    *,
    out: Any,
    aliases: Mapping[int, int] | None = None,
    vmap_method: str = "sequential",
    options: str = "",
    **constants: Any,
) -> Kernel | Callable[[JitFunction[..., Any]], Kernel]:
    """A `@jit` function as a function of JAX arrays, for `jax.jit`, `vmap`, `shard_map`, `custom_vjp`; or a decorator.

    The function takes the arrays, then one tensor for each result, which it fills; and first, if it has such a
    parameter, the `stream` that XLA works on (a GPU needs it). `out` says what the results are: a
    `jax.ShapeDtypeStruct` (anything with `shape` and `dtype`), a tree of them, or a function that makes them from the
    arrays. Extents are compile-time numbers: JAX compiles for each shape anyway.

    Args:
        function: what `@cute.jit` made.
        out: shapes and dtypes of the results.
        aliases: operand number to result number, where the result may take the operand's memory.
        vmap_method: "sequential" runs the kernel for one element of a batch after the other; "broadcast_all" runs it
            once, with one more leading dimension on every operand and result.
        options: as for `cute.compile`.
        constants: further arguments of the function, by name.

    Errors: framework-version, jax-spec, jax-no-stream, jax-operand-written, jax-not-differentiable,
    missing-jit-decorator; those of compiling the function. Source: ours; JAX's foreign function interface.

    Example:
        >>> import jax, jax.numpy as jnp
        >>> import cutedsl.cute as cute
        >>> @cute.jit
        ... def twice(x: cute.Tensor, y: cute.Tensor):
        ...     for i in range(cute.size(x)):
        ...         y[i] = 2 * x[i]
        >>> double = call(twice, out=lambda x: x)
        >>> [float(v) for v in jax.jit(double)(jnp.arange(3.0))]
        [0.0, 2.0, 4.0]
    """
    if function is None:
        return lambda given: _prepared(given, out, aliases, vmap_method, options, constants)
    return _prepared(function, out, aliases, vmap_method, options, constants)


def _prepared(
    function: JitFunction[..., Any],
    out: Any,
    aliases: Mapping[int, int] | None,
    vmap_method: str,
    options: str,
    constants: Mapping[str, Any],
) -> Kernel:
    _check_jitted(function)
    if vmap_method not in VMAP_METHODS:
        raise fail("jax-spec", f"vmap_method must be one of {', '.join(VMAP_METHODS)}, got {vmap_method!r}")
    takes_stream = next(iter(inspect.signature(function.function).parameters), None) == "stream"

    def run(*given: Any) -> Any:
        import jax.numpy as jnp

        arrays = [jnp.asarray(array) for array in given]
        shapes = out(*arrays) if callable(out) else out
        specs = (STATIC,) * len(arrays)
        return _bind(function, arrays, shapes, specs, STATIC, takes_stream, aliases, vmap_method, options, constants)

    run.__name__, run.__doc__ = function.__name__, function.__doc__
    return run


def cutlass_call(
    fn: Callable[..., Any],
    *,
    output_shape_dtype: Any,
    input_spec: Sequence[TensorSpec | None] | None = None,
    output_spec: Sequence[TensorSpec | None] | None = None,
    input_output_aliases: Mapping[int, int] | None = None,
    allow_cuda_graph: bool = True,
    compile_options: str | None = None,
    use_static_tensors: bool = False,
    **kwargs: Any,
) -> Kernel:
    """A function `(stream, *inputs, *outputs, **kwargs)` as a function of JAX arrays.

    It is a `@jit` function, or a plain one, such as a lambda, that calls `@jit` functions. An input may be a tree of
    arrays (a list, a dict). A result that takes the memory of an input (`input_output_aliases`) is no argument: the
    function writes the input.

    Tensors have run-time extents unless `use_static_tensors`, or their `TensorSpec`, says otherwise. `kwargs` are
    constants of the compilation. The rules of differentiation and `vmap` are not defined, as in the reference.

    Errors: jax-spec, jax-operand-written, jax-not-differentiable, missing-jit-decorator for what cannot be called;
    those of compiling the function. Source: CUTLASS's notebook `cute_dsl_jax`.
    """
    if not callable(fn):
        _check_jitted(fn)
    check_available()
    del allow_cuda_graph  # XLA decides; a custom call without the command-buffer trait is never captured

    def run(*given: Any) -> Any:
        import jax

        arrays, tree = jax.tree.flatten(given)
        flat = fn if isinstance(fn, JitFunction) and len(arrays) == len(given) and not input_output_aliases else None
        inputs = _specs(input_spec, len(arrays), "input_spec", use_static_tensors)
        return _bind(
            flat or _flat(fn, tree, len(arrays), set((input_output_aliases or {}).values()), kwargs),
            arrays,
            output_shape_dtype,
            inputs,
            None if output_spec is None else tuple(output_spec),
            True,
            input_output_aliases,
            "sequential",
            compile_options or "",
            kwargs if flat else {},
            use_static_tensors,
        )

    return run


def _flat(
    fn: Callable[..., Any], tree: Any, count: int, aliased: Collection[int], constants: Mapping[str, Any]
) -> JitFunction[..., Any]:
    """The `@jit` function that puts `count` tensors into the tree of the inputs and calls `fn`.

    `aliased` are the results that it does not take.
    """

    def call(stream: Any, *tensors: Any) -> None:
        import jax

        results = [tensor for k, tensor in enumerate(tensors[count:]) if k not in aliased]
        fn(stream, *jax.tree.unflatten(tree, tensors[:count]), *results, **constants)

    call.__name__ = getattr(fn, "__name__", call.__name__)
    return jit(preprocess=False)(call)


def _specs(given: Sequence[TensorSpec | None] | None, count: int, what: str, static: bool) -> tuple[TensorSpec, ...]:
    default = TensorSpec(static=static)
    specs = (None,) * count if given is None else tuple(given)
    if len(specs) != count:
        raise fail("jax-spec", f"{what} has {len(specs)} entries for {count} arrays")
    return tuple(default if spec is None else spec for spec in specs)


def _bind(
    function: JitFunction[..., Any],
    arrays: Sequence[Any],
    shapes: Any,
    operand_specs: tuple[TensorSpec, ...],
    result_specs: TensorSpec | tuple[TensorSpec | None, ...] | None,
    takes_stream: bool,
    aliases: Mapping[int, int] | None,
    vmap_method: str,
    options: str,
    constants: Mapping[str, Any],
    static: bool = False,
) -> Any:
    """Binds the primitive for these arrays and returns its results in the tree that `shapes` is."""
    import jax
    import jax.numpy as jnp

    operands = [jnp.asarray(array) for array in arrays]
    wanted, tree = jax.tree.flatten(shapes)
    results = tuple(_result(one) for one in wanted)
    if not results:
        raise fail("jax-spec", f"`{function.__name__}` needs at least one result", fix=_SHAPES)
    _check_aliases(aliases or {}, [(array.shape, array.dtype) for array in operands], results)
    if isinstance(result_specs, TensorSpec):
        result_specs = (result_specs,) * len(results)
    bound = Call(
        function,
        operand_specs,
        _specs(result_specs, len(results), "output_spec", static),
        results,
        tuple(sorted(constants.items())),
        takes_stream,
        tuple(sorted((aliases or {}).items())),
        vmap_method,
        options,
    )
    return jax.tree.unflatten(tree, call_primitive().bind(*operands, call=bound))


_SHAPES: Final = "Say what the results are: `jax.ShapeDtypeStruct(shape, dtype)`, or a tree of them."


def _result(one: Any) -> tuple[tuple[int, ...], Any]:
    """The shape and element type of a result. Errors: jax-spec."""
    import jax.numpy as jnp

    try:
        return tuple(int(n) for n in one.shape), jnp.dtype(one.dtype)
    except (AttributeError, TypeError):
        raise fail("jax-spec", f"a result must have a shape and a dtype, got {one!r}", fix=_SHAPES) from None


def _check_aliases(aliases: Mapping[int, int], operands: Sequence[Any], results: Sequence[Any]) -> None:
    """Errors: jax-spec, for a result that cannot take an operand's memory."""
    for operand, result in aliases.items():
        if not (0 <= operand < len(operands) and 0 <= result < len(results)):
            message = f"aliases {{{operand}: {result}}} for {len(operands)} operands and {len(results)} results"
            raise fail("jax-spec", message, fix="Count both from 0.")
        if operands[operand] != results[result]:
            (shape, dtype), (wanted, kind) = operands[operand], results[result]
            message = f"result {result} is {kind}{wanted}, operand {operand} is {dtype}{shape}"
            raise fail("jax-spec", message, fix="A result takes the memory of an operand of its own shape and dtype.")


def _check_jitted(function: object) -> None:
    check_available()
    if not isinstance(function, JitFunction):
        name = function.__name__ if callable(function) else repr(function)
        raise fail("missing-jit-decorator", f"`{name}` is not a @jit function", fix="Decorate it with @cute.jit.")
