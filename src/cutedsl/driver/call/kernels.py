"""`@kernel`: functions that run on the device, and their launches."""

from __future__ import annotations

import functools
import itertools
import operator
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Concatenate, Final, ParamSpec, SupportsIndex, Unpack, overload

from cutedsl.arch.abi.host import ENV_STREAM
from cutedsl.arch.launch_limits import MAX_GRID, PORTABLE_CLUSTER_BLOCKS, REFUSED_SIZE
from cutedsl.driver.arguments.traced_numbers import as_annotated, check_numbers
from cutedsl.driver.call.boundary import boundary
from cutedsl.driver.call.launch_options import (
    OtherOptions,
    check_other,
    kernel_bounds,
    launch_attributes,
    launch_events,
    stream_of,
)
from cutedsl.driver.call.like_function import LikeFunction
from cutedsl.driver.call.reloading import follow_reload
from cutedsl.driver.call.typed_kernels import check_kernel_arguments, typed_parameters
from cutedsl.driver.compile.trace_state import Trace, check_kernel_returned, constant_name, current_trace, mangled
from cutedsl.errors import fail, user_span
from cutedsl.execution.streams import event_handle, stream_handle
from cutedsl.lang.emission.emitter import CuteEmitter, LaunchesAtOnce, cute_emitter
from cutedsl.staging.call_types import Call
from cutedsl.staging.numeric import Numeric, as_numeric
from cutedsl.staging.protocol import Handle
from cutedsl.staging.rewrite import remember_source, staged_function
from cutedsl.staging.scalars import Boolean, Int32, Int64
from cutedsl.staging.scopes.condition import select_number
from cutedsl.staging.trace import check_closed, mark
from cutedsl.staging.tree import run_time_handles, with_run_time_handles
from cutedsl.staging.when import When
from cutedsl.types import UINT32

if TYPE_CHECKING:
    from xdsl.dialects.func import FuncOp

P = ParamSpec("P")
Q = ParamSpec("Q")

_MAX_THREADS_PER_BLOCK = 1024
_MAX_CLUSTER_BLOCKS = 16
"""Limits of the hardware: CUDA C++ Programming Guide, technical specifications per compute capability."""
RUN_COMPILED: Final = "Run it compiled: `cutedsl check` looks for mistakes there."


class KernelFunction(LikeFunction, Call[P, "KernelLauncher"]):
    """A function that runs once for each thread of a launch. Calling it inside `@jit` gives a launcher.

    Errors: kernel-outside-jit, kernel-from-kernel.
    """

    def __init__(
        self, function: Callable[P, object], bound: tuple[object, ...] = (), *, preprocess: bool = True
    ) -> None:
        functools.update_wrapper(self, function)
        remember_source(function)
        self.function = function
        self.preprocess = preprocess
        self._bound = bound
        self._prefix: str | None = None
        if not bound:
            follow_reload(self, function)

    def replace_function(self, function: Callable[P, object]) -> None:
        """Makes this the kernel of another function: its own after an edit."""
        functools.update_wrapper(self, function)
        self.function = function

    if TYPE_CHECKING:

        @overload
        def __get__(self, instance: None, owner: type | None = None) -> KernelFunction[P]: ...
        @overload
        def __get__(
            self: Call[Concatenate[Any, Q], KernelLauncher], instance: object, owner: type | None = None
        ) -> KernelFunction[Q]: ...

    def __get__(self, instance: object, owner: type | None = None) -> Any:
        if instance is None:
            return self
        method = type(self)(self.function, (instance,), preprocess=self.preprocess)
        method._prefix = self._prefix
        return method

    def __getitem__(self, launch: object) -> Any:
        """Launches are not written in brackets; error launch-brackets."""
        raise brackets(self.function.__name__, launch)

    if not TYPE_CHECKING:  # `Call` has its types

        @boundary
        def __call__(self, *args, _name_prefix=None, **kwargs):
            return self._launcher(args, kwargs, _name_prefix)

    def _launcher(self, args: Sequence[Any], kwargs: Mapping[str, Any], name_prefix: str | None) -> KernelLauncher:
        if name_prefix is not None:  # of this launch only
            named = type(self)(self.function, self._bound, preprocess=self.preprocess)
            named.set_name_prefix(name_prefix)
            return named._launcher(args, kwargs, None)
        trace = current_trace()
        name = self.function.__name__
        if trace is None:
            raise fail(
                "kernel-outside-jit",
                f"cannot call the kernel `{name}` from plain Python",
                fix=f"Call and launch it inside a function decorated with @jit: "
                f"`{name}(...).launch(grid=..., block=...)`.",
            )
        if trace.in_kernel is not None:
            raise fail(
                "kernel-from-kernel",
                f"cannot call the kernel `{name}` from the kernel `{trace.in_kernel}`",
                fix=f"Decorate `{name}` with @jit, which is inlined, or launch it from the host function.",
            )
        typed = typed_parameters(self.function)
        if typed:
            check_kernel_arguments(self.function, typed, (*self._bound, *args), kwargs)
        check_numbers(self.function, (*self._bound, *args), kwargs)
        launcher = self.launcher_class()(self, trace, (*self._bound, *args), kwargs)
        trace.pending[id(launcher)] = (name, user_span())
        return launcher

    def launcher_class(self) -> type[KernelLauncher]:
        """What a call of the kernel gives."""
        return KernelLauncher

    def set_name_prefix(
        self, name: str, *, remove_cutlass_symbol: bool = False, keep_mangled_name: bool = True
    ) -> None:
        """Names the compiled kernel; `cutlass` may stand before it, and what makes it unique always follows."""
        self._prefix = name

    @property
    def stem(self) -> str:
        return self._prefix or self.function.__name__


_MISSING: Final = object()


class KernelLauncher:
    """A kernel with its arguments, waiting for `launch`."""

    def __init__(
        self, kernel: KernelFunction[...], trace: Trace, args: Sequence[object], kwargs: Mapping[str, object]
    ) -> None:
        self._kernel = kernel
        self._trace = trace
        self._args = tuple(args)
        self._kwargs = dict(kwargs)
        self._recorded: FuncOp | None = None

    def __call__(self, *by_position: object, **options: Any) -> None:
        """`launch` by another form: `k(...)(grid=..., block=...)`. Errors: those of `launch`."""
        self.launch(*by_position, **options)

    def smem_usage(self) -> int:
        """Bytes of shared memory that the kernel allocates, gaps for alignment included; known once it is launched.

        Errors: launch-option before `launch`; not-yet in an eager run.
        """
        if self._recorded is None:
            if isinstance(cute_emitter(), LaunchesAtOnce):
                raise fail("not-yet", "`smem_usage` in an eager run", fix=RUN_COMPILED)
            raise fail("launch-option", "`smem_usage` is known once the kernel is launched", fix="Call `launch` first.")
        from cutedsl.passes.expand.shared_memory import allocated_bytes  # here, as importing cutedsl loads no xdsl

        return allocated_bytes(self._recorded)

    def launch(
        self,
        *by_position: object,
        grid: object = _MISSING,
        block: object = _MISSING,
        cluster: object = None,
        smem: object = None,
        stream: object = None,
        async_deps: object = None,
        max_number_threads: object = (0, 0, 0),
        min_blocks_per_mp: object = 0,
        max_registers: object = 0,
        use_pdl: object = False,
        cooperative: object = False,
        smem_merge_branch_allocs: object = False,
        **options: Unpack[OtherOptions],
    ) -> None:
        """Records one launch of the kernel.

        Units: `grid` in blocks, `block` in threads, `cluster` in blocks, `smem` in bytes (None: as allocated).
        With `use_pdl` the kernel may start while the one before it in the stream still runs, and waits for what
        that writes with `cute.arch.griddepcontrol_wait`. Its blocks find room beside those of the one before
        where that leaves registers: `max_registers` bounds those of a thread. `cooperative` asks for all blocks
        to run at a time. With `smem_merge_branch_allocs` what the two arms of an `if` allocate lies in the same
        shared memory: a block takes one arm with all its threads.
        `launch_completion_event` is recorded when all blocks have started, `programmatic_event` when all have called
        `cute.arch.griddepcontrol_launch_dependents`, or have started with `programmatic_event_trigger_at_block_start`.
        Errors: launch-invalid-grid, launch-invalid-block, launch-invalid-cluster, too-many-threads, launch-option,
        not-yet.
        Source: CuTe DSL documentation, "Introduction".
        """
        self._trace.pending.pop(id(self), None)
        if by_position:
            raise _not_by_name(by_position)
        check_other(options)
        if grid is _MISSING or block is _MISSING:
            raise _without_sizes(grid, block)
        grid_dims = _dims(grid, "launch-invalid-grid", "grid")
        block_dims = _dims(block, "launch-invalid-block", "block")
        cluster_dims = _dims(cluster or (1, 1, 1), "launch-invalid-cluster", "cluster")
        static_block = _static(block_dims)
        asked = launch_attributes(use_pdl, cooperative, smem_merge_branch_allocs)
        recorded, events = launch_events(options)
        bounds = kernel_bounds(static_block is not None, max_number_threads, min_blocks_per_mp, max_registers)
        if static_block is not None:
            _check_block(static_block)
        static_cluster = _static(cluster_dims)
        if static_cluster is not None:
            _check_cluster(static_cluster)
        sizes = (*grid_dims, *block_dims, *cluster_dims, _checked_smem(smem))
        dims = [_narrowed(size).ir_value() for size in sizes]
        dims.append(_stream_handle(stream_of(stream, async_deps)))
        emitter = cute_emitter()
        if isinstance(emitter, LaunchesAtOnce):
            if static_cluster != (1, 1, 1):
                raise fail("not-yet", "clusters in an eager run", fix=RUN_COMPILED)
            if "cute.cooperative" in asked:
                raise fail("not-yet", "cooperative launches in an eager run", fix=RUN_COMPILED)
            emitter.run_blocks(dims, *self._parameters(), self._body)
            return
        attributes = {**bounds, **asked, **recorded}
        if static_cluster is not None:
            self._launch_one(static_cluster, dims, static_block, attributes, events)
            return
        possible, earlier = _possible_clusters(cluster_dims), Boolean(False)
        for cluster in possible:  # a kernel is compiled for one size; the last one's launch refuses all other sizes
            fits = ~earlier if cluster is possible[-1] else _equal(cluster_dims, cluster)
            earlier = earlier | fits
            with When(fits):
                self._launch_one(cluster, dims, static_block, attributes, events)

    def _launch_one(
        self,
        cluster: tuple[int, int, int],
        dims: Sequence[Handle],
        static_block: tuple[int, int, int] | None,
        attributes: Mapping[str, object],
        events: Mapping[str, object],
    ) -> None:
        """The launch of the kernel as it is compiled for clusters of one size."""
        handles, name = self._trace_kernel(static_block, cluster, attributes, events)
        cute_emitter().launch(name, (*dims, *handles))

    def _trace_kernel(
        self,
        static_block: tuple[int, int, int] | None,
        cluster: tuple[int, int, int],
        bounds: Mapping[str, object],
        events: Mapping[str, object],
    ) -> tuple[list[Handle], str]:
        """Traces the kernel's body as a function of its dynamic arguments; returns those and the kernel's symbol.

        The events that its launch records follow its own arguments: only the launcher reads them.
        """
        emitter, trace = cute_emitter(), self._trace
        names, handles = self._parameters()
        own = len(handles)
        names += events
        handles += [_handle(event, event_handle) for event in events.values()]
        given = (*self._args, *self._kwargs.values())
        constants = [a for a in given if isinstance(a, type)]
        params = list(zip(names, (emitter.type_of(h) for h in handles), strict=True))
        compiled_for = [*(kind for _, kind in params), *(constant_name(a) for a in given), static_block, cluster]
        name = trace.new_kernel_name(mangled(self._kernel.stem, constants), compiled_for)
        self._body(emitter.begin_function(params)[:own])
        made, maps = self._made_on_host(emitter, handles)
        attributes: dict[str, object] = {"cute.kernel": True, **bounds}
        if static_block is not None:
            attributes["cute.block_dim"] = static_block
        if cluster != (1, 1, 1):
            attributes["cute.cluster_dim"] = cluster
        self._recorded = emitter.end_function(name, attributes)
        emitter.place(made)
        return [*handles, *maps], name

    def _made_on_host(self, emitter: CuteEmitter, handles: Sequence[Handle]) -> tuple[Sequence[object], list[Handle]]:
        """Ops for the host that follow from the traced body, and further arguments that they give."""
        return (), []

    def _adapted(self, args: Sequence[Any], kwargs: Mapping[str, Any]) -> tuple[Sequence[Any], Mapping[str, Any]]:
        """The arguments as the author's function gets them."""
        return args, kwargs

    def _parameters(self) -> tuple[list[str], list[Handle]]:
        """The kernel's run-time arguments: names of the parameters, handles of the host function."""
        code = self._kernel.function.__code__  # pyright: ignore[reportFunctionMemberAccess]
        positional = [*code.co_varnames[: code.co_argcount], *(f"arg{k}" for k in range(len(self._args)))]
        names: list[str] = []
        handles: list[Handle] = []
        for name, value in (*zip(positional, self._args, strict=False), *self._kwargs.items()):
            parts = run_time_handles(value)
            names += [name if k == 0 else f"{name}_{k}" for k in range(len(parts))]
            handles += parts
        return names, handles

    def _body(self, values: Sequence[Handle]) -> None:
        """Runs the author's function with `values` as its run-time arguments."""
        self._trace.in_kernel = self._kernel.function.__name__
        function = self._kernel.function
        args, kwargs = self._adapted(*with_run_time_handles((self._args, self._kwargs), values))
        args, kwargs = as_annotated(function, args, kwargs)
        start = mark()
        result = (staged_function(function) if self._kernel.preprocess else function)(*args, **kwargs)
        check_closed(start)
        check_kernel_returned(function.__name__, result)
        self._trace.in_kernel = None


def _not_by_name(given: Sequence[object]) -> Exception:
    """The error for `launch(1, 32)`."""
    named = [f"{name}={value}" for name, value in zip(("grid", "block", "cluster", "smem"), given, strict=False)]
    return fail("launch-option", "`launch` takes its arguments by name", fix=f"Write `launch({', '.join(named)})`.")


def _without_sizes(grid: object, block: object) -> Exception:
    """The error for `launch(grid=1)`."""
    shown = [f"{name}={'...' if given is _MISSING else given}" for name, given in (("grid", grid), ("block", block))]
    lacking = " and ".join(part.partition("=")[0] for part in shown if part.endswith("=..."))
    fix = f"Write `launch({', '.join(shown)})`: the number of blocks, and of threads in each."
    return fail("launch-option", f"`launch` is missing {lacking}", fix=fix)


def brackets(name: str, launch: object, is_kernel: bool = True) -> Exception:
    """The error for `kernel[grid, block](...)`, as CUDA's Python packages write a launch."""
    parts = launch if isinstance(launch, tuple) and len(launch) == 2 else ("...", "...")
    fix = f"Inside a `@jit` function: `{name}(...).launch(grid={parts[0]}, block={parts[1]})`."
    if not is_kernel:
        fix = f"Call it without brackets: `{name}(...)`. A @jit function launches its kernels itself."
    return fail("launch-brackets", f"`{name}[...]` is not how a function is launched", fix=fix)


def _dims(given: object, error: str, what: str) -> tuple[object, object, object]:
    """Three extents from an integer or up to three of them."""
    values: list[Any] = list(given) if isinstance(given, tuple | list) else [given]  # pyright: ignore
    values = [operator.index(value) if _is_of_numpy(value) else value for value in values]
    if not 1 <= len(values) <= 3:
        raise fail(error, f"{what}={given} has {len(values)} extents; it must be one to three integers")
    for value in values:
        integral = isinstance(value, int) or (isinstance(value, Numeric) and value.spec.is_integer)
        if not integral or isinstance(value, bool):
            fractional = isinstance(value, float) or (isinstance(value, Numeric) and value.spec.is_float)
            fix = "Divide integers with `//`, or round up with `cute.ceil_div(n, size)`." if fractional else None
            kind = type(value).__name__
            raise fail(error, f"{what}={given} has an extent of type {kind}; extents are integers", fix=fix)
        static = value if isinstance(value, int) else value.literal if value.is_static else None
        if static is not None and static < 1:
            raise fail(error, f"{what}={given} has an extent below 1")
        if static is not None and static > MAX_GRID[0]:
            raise fail(error, f"{what}={given} has an extent above {MAX_GRID[0]}")
    values += [1] * (3 - len(values))
    return values[0], values[1], values[2]


def _checked_smem(smem: object) -> object:
    """The bytes of shared memory that a launch asks for. Errors: launch-option, too-much-shared-memory."""
    if smem is None:
        return 0
    value = as_numeric(operator.index(smem) if _is_of_numpy(smem) else smem)  # pyright: ignore[reportArgumentType]
    if not value.spec.is_integer:
        raise fail("launch-option", f"smem={smem} is not a number of bytes", fix="Give it as an integer.")
    if value.is_static and value.literal < 0:
        raise fail("launch-option", f"smem={smem} is negative", fix="Give the number of bytes.")
    if value.is_static and value.literal > MAX_GRID[0]:
        raise fail("too-much-shared-memory", f"a block cannot have {smem} bytes of shared memory")
    return value


def _narrowed(size: object) -> Numeric:
    """A size of a launch as an Int32; of what 32 bits do not hold, a number that every launch refuses."""
    value = as_numeric(size)
    if not value.is_static and (value.spec.width > 32 or value.spec == UINT32):
        return select_number((value >= 0) & (value <= MAX_GRID[0]), value.to(Int32), Int32(REFUSED_SIZE))
    return value.to(Int32)


def _is_of_numpy(value: Any) -> bool:
    """Whether a value is an integer of NumPy's, which Python takes as one."""
    return type(value).__module__ == "numpy" and isinstance(value, SupportsIndex) and not hasattr(value, "__len__")


def _static(dims: Sequence[object]) -> tuple[int, int, int] | None:
    """The extents as ints, if all are known now."""
    known: list[int] = []
    for dim in dims:
        if isinstance(dim, Numeric):
            if not dim.is_static:
                return None
            dim = dim.literal
        assert isinstance(dim, int)
        known.append(int(dim))
    return known[0], known[1], known[2]


def _check_cluster(cluster: tuple[int, int, int]) -> None:
    """Refuses a cluster that no GPU has."""
    blocks = cluster[0] * cluster[1] * cluster[2]
    if blocks > _MAX_CLUSTER_BLOCKS:
        raise fail(
            "launch-invalid-cluster",
            f"cluster={cluster} has {blocks} blocks; a cluster has at most {_MAX_CLUSTER_BLOCKS}",
        )


def _possible_clusters(dims: Sequence[object]) -> list[tuple[int, int, int]]:
    """The clusters that may come where only run time knows some sizes: those that every GPU with clusters has."""
    axes = [
        range(1, PORTABLE_CLUSTER_BLOCKS + 1) if (known := _static((dim, 1, 1))) is None else (known[0],)
        for dim in dims
    ]
    found = [(x, y, z) for x, y, z in itertools.product(*axes) if x * y * z <= PORTABLE_CLUSTER_BLOCKS]
    if not found:
        limit = f"at most {PORTABLE_CLUSTER_BLOCKS} blocks where its size is known only at run time"
        raise fail("launch-invalid-cluster", f"cluster={tuple(map(str, dims))}: a cluster has {limit}")
    return found


def _equal(dims: Sequence[Any], cluster: tuple[int, int, int]) -> Any:
    same = Boolean(True)
    for dim, size in zip(dims, cluster, strict=True):
        same = same & (as_numeric(dim) == size)
    return same


def _check_block(block: tuple[int, int, int]) -> None:
    threads = block[0] * block[1] * block[2]
    if threads > _MAX_THREADS_PER_BLOCK:
        raise fail(
            "too-many-threads",
            f"block={block} has {threads} threads; a block has at most {_MAX_THREADS_PER_BLOCK}",
            fix="Use a smaller block and more blocks.",
        )


def _stream_handle(stream: object) -> Handle:
    return Int64(ENV_STREAM).ir_value() if stream is None else _handle(stream, stream_handle)


def _handle(given: object, handle_of: Callable[[object], int]) -> Handle:
    return (given.to(Int64) if isinstance(given, Numeric) else Int64(handle_of(given))).ir_value()
