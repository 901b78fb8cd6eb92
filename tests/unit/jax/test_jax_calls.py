"""Kernels inside JAX programs on the CPU: transformations, aliases, layouts, errors; one gpu test for the stream."""

from __future__ import annotations

import operator
import os
from functools import partial
from typing import Any

import numpy as np
import pytest

import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl.errors import DSLUserCodeError
from cutedsl.jax import TensorSpec, call, cutlass_call, get_export_disabled_safety_checks
from cutedsl.jax.testing import create_tensor

os.environ.setdefault("JAX_PLATFORMS", "cuda,cpu" if os.path.exists("/dev/nvidiactl") else "cpu")
os.environ.setdefault("XLA_FLAGS", "--xla_force_host_platform_device_count=2")
os.environ.setdefault("XLA_PYTHON_CLIENT_PREALLOCATE", "false")
jax: Any = pytest.importorskip("jax")
jnp: Any = pytest.importorskip("jax.numpy")

THREADS = 64
TWO = cutlass.Float32(2.0)


@pytest.fixture(autouse=True)
def _on_the_cpu(request: pytest.FixtureRequest) -> Any:
    if request.node.get_closest_marker("gpu"):
        yield
        return
    with jax.default_device(jax.devices("cpu")[0]):
        yield


@cute.kernel
def multiply_kernel(x: cute.Tensor, y: cute.Tensor, o: cute.Tensor, scale: cutlass.Float32):
    i = cute.arch.block_idx()[0] * THREADS + cute.arch.thread_idx()[0]
    if i < cute.size(o):
        o[i] = x[i] * y[i] * scale


@cute.jit
def multiply(x: cute.Tensor, y: cute.Tensor, o: cute.Tensor, scale: cutlass.Float32 = TWO):
    grid = cute.ceil_div(cute.size(o), THREADS)
    multiply_kernel(x, y, o, scale).launch(grid=(grid, 1, 1), block=(THREADS, 1, 1))


@cute.jit
def on_stream(stream: Any, x: cute.Tensor, y: cute.Tensor, o: cute.Tensor):
    grid = cute.ceil_div(cute.size(o), THREADS)
    multiply_kernel(x, y, o, 2.0).launch(grid=(grid, 1, 1), block=(THREADS, 1, 1), stream=stream)


@cute.jit
def row_and_column_sums(x: cute.Tensor, rows: cute.Tensor, columns: cute.Tensor):
    for m in range(x.shape[0]):
        rows[m] = 0.0
    for n in range(x.shape[1]):
        columns[n] = 0.0
    for m in range(x.shape[0]):
        for n in range(x.shape[1]):
            rows[m] = rows[m] + x[m, n]
            columns[n] = columns[n] + x[m, n]


def pair(seed: int, *shape: int) -> tuple[Any, Any]:
    draw = np.random.default_rng(seed)
    return tuple(jnp.asarray(draw.random(shape, dtype=np.float32)) for _ in range(2))  # pyright: ignore


def test_inside_and_outside_of_jit() -> None:
    x, y = pair(1, 37, 11)
    product = call(multiply, out=lambda x, y: x)
    np.testing.assert_allclose(product(x, y), 2 * x * y)
    np.testing.assert_allclose(jax.jit(lambda x, y: product(x + 1, y) - 1)(x, y), 2 * (x + 1) * y - 1, rtol=1e-6)


def test_a_constant_and_several_results() -> None:
    x, y = pair(2, 100)
    np.testing.assert_allclose(call(multiply, out=x, scale=5.0)(x, y), 5 * x * y, rtol=1e-6)
    grid, _ = pair(3, 5, 7)
    kinds = {"rows": jax.ShapeDtypeStruct((5,), jnp.float32), "columns": jax.ShapeDtypeStruct((7,), jnp.float32)}
    both = call(row_and_column_sums, out=tuple(kinds.values()))
    rows, columns = jax.jit(both)(grid)
    np.testing.assert_allclose(rows, grid.sum(1), rtol=1e-6)
    np.testing.assert_allclose(columns, grid.sum(0), rtol=1e-6)


def test_a_decorated_function_is_called() -> None:
    @call(out=lambda x: x)
    @cute.jit
    def negated(x: cute.Tensor, y: cute.Tensor):
        for i in range(cute.size(x)):
            y[i] = -x[i]

    np.testing.assert_array_equal(jax.jit(negated)(jnp.arange(5.0)), [-0.0, -1, -2, -3, -4])


@pytest.mark.parametrize("method", ["sequential", "broadcast_all"])
def test_vmap_maps_over_axes(method: str) -> None:
    x, y = pair(4, 3, 50)
    product = call(multiply, out=lambda x, y: x, vmap_method=method)
    np.testing.assert_allclose(jax.vmap(product)(x, y), 2 * x * y)
    np.testing.assert_allclose(jax.jit(jax.vmap(product, in_axes=(0, None)))(x, y[0]), 2 * x * y[0])
    np.testing.assert_allclose(jax.vmap(product, in_axes=(1, 1), out_axes=1)(x, y), 2 * x * y)


def test_custom_vjp_and_vmap_of_grad() -> None:
    product = call(multiply, out=lambda x, y: x)
    differentiable = jax.custom_vjp(product)
    differentiable.defvjp(
        lambda x, y: (product(x, y), (x, y)), lambda kept, g: (product(g, kept[1]), product(g, kept[0]))
    )
    x, y = pair(5, 4, 20)
    ours = jax.vmap(jax.grad(lambda a, b: (differentiable(a, b) ** 2).sum()))(x, y)
    theirs = jax.vmap(jax.grad(lambda a, b: ((2 * a * b) ** 2).sum()))(x, y)
    np.testing.assert_allclose(ours, theirs, rtol=1e-5)


def test_without_a_rule_a_derivative_is_a_named_error() -> None:
    x, y = pair(6, 8)
    with pytest.raises(TypeError, match=r"jax-not-differentiable.*`multiply`"):
        jax.grad(lambda x: call(multiply, out=x)(x, y).sum())(x)


def test_an_alias_takes_the_operands_memory() -> None:
    x, y = (jax.device_put(a) for a in pair(7, 1000))
    expected = np.asarray(2 * x * y)
    address = x.unsafe_buffer_pointer()
    inplace = jax.jit(call(multiply, out=lambda x, y: x, aliases={0: 0}), donate_argnums=0)
    result = inplace(x, y)
    np.testing.assert_allclose(result, expected)
    assert result.unsafe_buffer_pointer() == address
    assert x.is_deleted()


@cute.jit
def grow(x: cute.Tensor, y: cute.Tensor):
    for i in range(cute.size(x)):
        x[i] = 2 * x[i]
        y[i] = x[i]


def test_an_operand_that_is_written_is_a_result() -> None:
    x = jnp.ones(8)
    for function in (call(grow, out=lambda x: x), jax.jit(call(grow, out=lambda x: x))):
        with pytest.raises(ValueError, match=r"jax-operand-written.*`grow` writes its operand 0"):
            function(x)
    assert bool((x == 1).all())
    made = jax.jit(call(grow, out=lambda x: x, aliases={0: 0}))(x)
    assert bool((x == 1).all()) and bool((made == 2).all())


@pytest.mark.parametrize(
    ("out", "aliases", "said"),
    [
        (None, {}, "`grow` needs at least one result"),
        ((), {}, "needs at least one result"),
        (3, {}, "a result must have a shape and a dtype, got 3"),
        (lambda x: "float32", {}, "a shape and a dtype, got 'float32'"),
        (lambda x: x, {1: 0}, r"aliases \{1: 0\} for 1 operands and 1 results"),
        (lambda x: x, {0: 2}, r"aliases \{0: 2\} for 1 operands"),
        (
            lambda x: jax.ShapeDtypeStruct((4,), jnp.int32),
            {0: 0},
            r"result 0 is int32\(4,\), operand 0 is float32\(8,\)",
        ),
    ],
)
def test_results_that_cannot_be_are_named_errors(out: Any, aliases: dict[int, int], said: str) -> None:
    with pytest.raises(ValueError, match="jax-spec.*" + said):
        call(grow, out=out, aliases=aliases)(jnp.ones(8))


@cute.jit
def triple(x: cute.Tensor, y: cute.Tensor):
    for i in range(cute.size(x)):
        y[i] = 3 * x[i]


def test_numbers_and_other_arrays_become_arrays_of_jax() -> None:
    tripled = call(triple, out=lambda x: x)
    for given in (np.ones(8, np.float32), pytest.importorskip("torch").ones(8), [1.0] * 8):
        assert tripled(given).tolist() == [3.0] * 8
    assert float(tripled(2.0)) == 6.0


@pytest.mark.parametrize(
    ("platform", "function"), [("cpu", multiply), pytest.param("gpu", on_stream, marks=pytest.mark.gpu)]
)
def test_shard_map_gathers_nothing(platform: str, function: Any) -> None:
    if len(jax.devices(platform)) < 2:
        pytest.skip("another test file made JAX start with one device" if platform == "cpu" else "one GPU")
    from jax.sharding import Mesh, PartitionSpec

    mesh = Mesh(np.array(jax.devices(platform)[:2]), ("d",))
    product = call(function, out=lambda x, y: x)
    split = PartitionSpec("d")
    sharded = jax.jit(jax.shard_map(product, mesh=mesh, in_specs=(split, split), out_specs=split, check_vma=False))
    x, y = pair(8, 64)
    np.testing.assert_allclose(sharded(x, y), 2 * x * y)
    assert "all-gather" not in sharded.lower(x, y).compile().as_text()


def test_an_exported_function_is_loaded() -> None:
    x, y = pair(9, 33)
    function = jax.jit(call(multiply, out=lambda x, y: x))
    function(x, y)
    checks = get_export_disabled_safety_checks()
    exported = jax.export.export(function, disabled_checks=checks)(x, y)
    again = jax.export.deserialize(exported.serialize())
    np.testing.assert_allclose(again.call(x, y), 2 * x * y)


def test_an_error_in_the_kernel_reaches_python() -> None:
    @cute.jit
    def beyond(x: cute.Tensor, y: cute.Tensor):
        for i in range(cute.size(x) + x.shape[0]):
            y[i] = x[i]

    x = jnp.arange(10.0)
    function = jax.jit(call(beyond, out=x))
    with pytest.raises(Exception, match="out-of-bounds"):
        function(x).block_until_ready()
    good = jax.jit(call(multiply, out=x))
    np.testing.assert_allclose(good(x, x), 2 * x * x)


def test_many_calls_at_once_share_the_contexts() -> None:
    x, y = pair(10, 4000)
    product = jax.jit(call(multiply, out=lambda x, y: x))
    results = [product(x + k, y) for k in range(40)]
    for k, result in enumerate(results):
        np.testing.assert_allclose(result, 2 * (x + k) * y, rtol=1e-6)


@cute.jit
def take_columns(stream: Any, x: cute.Tensor, o: cute.Tensor, *, factor: cutlass.Constexpr):
    for n in range(x.shape[1]):
        for m in range(x.shape[0]):
            o[m, n] = factor * x[m, n]


@pytest.mark.parametrize("static", [False, True])
def test_cutlass_call_with_layouts_and_modes(static: bool) -> None:
    x, _ = pair(11, 6, 9)
    column_major = TensorSpec(layout=(0, 1), static=static)
    swapped = TensorSpec(mode=(1, 0), divisibility=None if static else (3, 2))
    made = cutlass_call(
        take_columns,
        output_shape_dtype=jax.ShapeDtypeStruct((6, 9), jnp.float32),
        input_spec=[column_major],
        use_static_tensors=static,
        factor=3,
    )
    np.testing.assert_allclose(jax.jit(made)(x), 3 * x, rtol=1e-6)
    turned = cutlass_call(
        take_columns,
        output_shape_dtype=jax.ShapeDtypeStruct((9, 6), jnp.float32),
        input_spec=[swapped],
        factor=1,
    )
    np.testing.assert_allclose(jax.jit(turned)(x), x.T)


@pytest.mark.parametrize(
    ("spec", "said"),
    [
        (TensorSpec(layout=(0,)), r"layout \(0,\) is not a permutation of the 2"),
        (TensorSpec(divisibility=(2,)), r"divisibility \(2,\) does not fit a tensor of 2 modes"),
    ],
)
def test_misfitting_specs_are_named_errors(spec: TensorSpec, said: str) -> None:
    x, _ = pair(12, 4, 4)
    made = cutlass_call(take_columns, output_shape_dtype=x, input_spec=[spec], factor=1)
    with pytest.raises(ValueError, match="jax-spec.*" + said):
        jax.jit(made)(x)


@cute.kernel
def combine_kernel(op: cutlass.Constexpr, inputs: list[cute.Tensor], o: cute.Tensor):
    i = cute.arch.block_idx()[0] * THREADS + cute.arch.thread_idx()[0]
    if i < cute.size(o):
        o[i] = op(*[x[i] for x in inputs])


@cute.jit
def combine(stream: Any, op: cutlass.Constexpr, inputs: list[cute.Tensor], o: cute.Tensor):
    grid = cute.ceil_div(cute.size(o), THREADS)
    combine_kernel(op, inputs, o).launch(grid=(grid, 1, 1), block=(THREADS, 1, 1), stream=stream)


def test_cutlass_call_of_a_lambda_with_a_tree_of_inputs() -> None:
    x, y = pair(12, 100)

    @partial(jax.jit, static_argnums=1)
    def combined(inputs: Any, op: Any) -> Any:
        made = cutlass_call(
            lambda stream, inputs, o, *, op: combine(stream, op, inputs, o),
            output_shape_dtype=jax.ShapeDtypeStruct(x.shape, x.dtype),
            op=op,
        )
        return made(inputs)

    np.testing.assert_allclose(combined([x, y], operator.sub), x - y)
    np.testing.assert_allclose(combined([x, y], operator.mul), x * y)
    direct = cutlass_call(lambda s, a, b, o: combine(s, operator.add, [a, b], o), output_shape_dtype=x)
    np.testing.assert_allclose(direct(x, y), x + y)
    named = cutlass_call(lambda s, of, o: combine(s, operator.add, [of["a"], of["b"]], o), output_shape_dtype=x)
    np.testing.assert_allclose(jax.jit(named)({"a": x, "b": y}), x + y)


def test_cutlass_call_takes_no_result_that_is_an_input() -> None:
    x, y = pair(13, 100)

    @cute.jit
    def update(stream: Any, x: cute.Tensor, y: cute.Tensor, o: cute.Tensor):
        combine(stream, operator.add, [x, y], o)
        combine(stream, operator.mul, [x, y], x)

    made = cutlass_call(update, output_shape_dtype=(x, y), input_output_aliases={0: 1})
    total, product = jax.jit(made)(x, y)
    np.testing.assert_allclose(total, x + y)
    np.testing.assert_allclose(product, x * y)


def test_cutlass_call_of_what_cannot_be_called() -> None:
    with pytest.raises(DSLUserCodeError, match="missing-jit-decorator"):
        cutlass_call(7, output_shape_dtype=jnp.ones(3))  # pyright: ignore[reportArgumentType]


@cute.jit
def scaled_by_a_number(x: cute.Tensor, factor: cutlass.Float32, o: cute.Tensor):
    o[0] = x[0] * factor


@cute.jit
def scaled_by_a_tensor(x: cute.Tensor, factor: cute.Tensor, o: cute.Tensor):
    o[0] = x[0] * factor[0]


def test_an_operand_for_a_number_is_named_without_an_address() -> None:
    x, out = jnp.full(1, 2.0), jax.ShapeDtypeStruct((1,), np.float32)
    with pytest.raises(DSLUserCodeError, match="argument-type") as caught:
        call(scaled_by_a_number, out=out)(x, jnp.float32(3))
    assert "got a tensor of Float32 with the shape ()\n" in str(caught.value)
    assert "Annotate `factor` as cute.Tensor, and read its first element as `factor[0]`." in str(caught.value)
    assert call(scaled_by_a_tensor, out=out)(x, jnp.float32(3))[0] == 6


def test_arrays_for_trying_out() -> None:
    draw = partial(create_tensor, (40, 50), jnp.bfloat16, jax.random.key(1))
    assert set(np.unique(draw().astype(jnp.float32))) == {-2, -1, 0, 1, 2} and draw().dtype == jnp.bfloat16
    assert bool((draw(minval=3, maxval=3) == 3).all()) and bool((draw(fill_value=0.5) == 0.5).all())
    np.testing.assert_array_equal(create_tensor((2, 3), jnp.int32, None, fill_arange=True), [[0, 1, 2], [3, 4, 5]])


def test_half_precision_types_pass() -> None:
    @cute.jit
    def twice(x: cute.Tensor, y: cute.Tensor):
        for i in range(cute.size(x)):
            y[i] = x[i] + x[i]

    for dtype in (jnp.bfloat16, jnp.float16, jnp.int32, jnp.uint8):
        x = jnp.arange(20).astype(dtype)
        np.testing.assert_array_equal(jax.jit(call(twice, out=x))(x), x + x)


@pytest.mark.gpu
def test_on_a_gpu_in_xlas_order() -> None:
    x, y = pair(13, 5000)
    product = call(on_stream, out=lambda x, y: x)

    @jax.jit
    def chain(x: Any, y: Any) -> Any:
        for _ in range(20):
            x = product(x, y) / (2 * y) + 1
        return x

    np.testing.assert_allclose(chain(x, y), x + 20, rtol=1e-3)
    with pytest.raises(TypeError, match="jax-no-stream"):
        jax.jit(partial(call(multiply, out=x), x))(y)
