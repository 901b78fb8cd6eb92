"""torch for programs that ask for a GPU and run on the CPU: what goes to "cuda" stays in CPU memory.

Only inside `cutedsl run --device cpu`. Only the order of sums in products is emulated, of 16-bit and of block-scaled
matrices. Tensors are CPU tensors that say where they would be (`torch_devices`). `torch.cuda` answers as one device;
its streams do nothing (what runs here has finished when the call returns) and its events read the clock. As with
torch's caching allocator, memory of "cuda" that a program gave back can still be reached for a while through the
addresses that it kept.
"""

from __future__ import annotations

import contextlib
import functools
import inspect
import sys
import warnings
from collections import deque
from collections.abc import Callable, Mapping
from typing import Any

from cutedsl.compat.after_import import after_import
from cutedsl.compat.host.graphs import provide_graphs
from cutedsl.compat.host.torch_alignment import align
from cutedsl.compat.host.torch_autocast import provide_autocast
from cutedsl.compat.host.torch_compiled import compile_as_on_a_gpu
from cutedsl.compat.host.torch_cuda import answer_as_one_gpu
from cutedsl.compat.host.torch_devices import GPU, UNKNOWN, Places, provide_devices
from cutedsl.compat.host.torch_products import provide_ordered_products
from cutedsl.compat.host.torch_scaled import provide_scaled_products
from cutedsl.compat.host.torch_wide_products import provide_out_dtype
from cutedsl.targets.devices import is_gpu

_NESTED = 3
"""A mode is off while its own handler runs; so many let functions of functions be served too."""


def patch_when_imported() -> None:
    """Patches torch now, or right after the program's first import of it."""
    after_import("torch", patch)


def patch(torch: Any) -> None:
    """Serves "cuda" from CPU memory in this process, for good."""
    places = Places(torch)
    mode = _mode_class(torch, places)
    for _ in range(_NESTED):
        mode().__enter__()
    provide_devices(torch)
    torch.Generator = _generator_class(torch.Generator)
    default_device = torch.set_default_device

    @functools.wraps(default_device)
    def set_default_device(device: Any) -> None:
        default_device(_on_cpu(torch, _named_device(device)))
        places.by_default_on_host = not _names_a_gpu(torch, device)

    torch.set_default_device = set_default_device
    load = torch.load

    @functools.wraps(load)
    def load_on_cpu(f: Any, map_location: Any = None, *args: Any, **named: Any) -> Any:
        return load(f, _on_cpu(torch, map_location), *args, **named)

    torch.load = load_on_cpu
    answer_as_one_gpu(torch)
    compile_as_on_a_gpu(torch, places)
    provide_autocast(torch)
    provide_graphs(torch)
    provide_ordered_products(torch)
    provide_out_dtype(torch)
    provide_scaled_products(torch)
    _take_operators_of_a_gpu(torch)
    _serve_functions_of_programs(torch, mode)
    after_import("torch.profiler", _profile_the_cpu)
    after_import("torch.nn.attention", _attend_on_the_cpu)


def _attend_on_the_cpu(attention: Any) -> None:
    """Where a program asks for a GPU's kernels of attention alone, those of the CPU serve it too."""
    own, on_cpu = attention.sdpa_kernel, attention.SDPBackend.MATH

    @functools.wraps(own)
    def sdpa_kernel(backends: Any, *args: Any, **named: Any) -> Any:
        asked = [backends] if isinstance(backends, attention.SDPBackend) else list(backends)
        return own([*asked, *([] if on_cpu in asked else [on_cpu])], *args, **named)

    sdpa_kernel.__wrapped__ = own.__wrapped__  # what torch._dynamo knows it by
    attention.sdpa_kernel = sdpa_kernel


def _take_operators_of_a_gpu(torch: Any) -> None:
    """Operators that a program defines for "cuda" serve the tensors of the CPU."""
    custom_op, register_kernel, implement = (
        torch.library.custom_op,
        torch.library.register_kernel,
        torch.library.Library.impl,
    )

    def on_cpu(kinds: Any) -> Any:
        named = [kinds] if isinstance(kinds, str) else kinds
        return None if named is None else list(dict.fromkeys(_on_cpu(torch, kind) for kind in named))

    def define(name: str, fn: Any = None, /, *, device_types: Any = None, **named: Any) -> Any:
        return custom_op(name, fn, device_types=on_cpu(device_types), **named)

    def register(op: Any, device_types: Any, func: Any = None, /, **named: Any) -> Any:
        return register_kernel(op, on_cpu(device_types), func, **named)

    def implement_for(library: Any, op_name: Any, fn: Any, dispatch_key: str = "", **named: Any) -> Any:
        if dispatch_key != "CUDA":
            return implement(library, op_name, fn, dispatch_key, **named)
        with warnings.catch_warnings(action="ignore"):  # a kernel for the CPU that it takes the place of
            return implement(library, op_name, fn, "CPU", **named)

    torch.library.custom_op, torch.library.register_kernel = define, register
    torch.library.Library.impl = implement_for


def _serve_functions_of_programs(torch: Any, mode: Callable[[], Any]) -> None:
    """Functions of programs that torch's own call: bodies of operators, and gradients. No mode is on there."""

    def served(function: Callable[..., Any]) -> Callable[..., Any]:
        @functools.wraps(function)
        def inside(*args: Any, **named: Any) -> Any:
            with contextlib.ExitStack() as modes:
                for _ in range(0 if torch._C._len_torch_function_stack() else _NESTED):
                    modes.enter_context(mode())
                return function(*args, **named)

        return inside

    own, implement = torch._library.custom_ops.CustomOpDef.register_kernel, torch.library.Library.impl

    def register_kernel(op: Any, device_types: Any, function: Any = None, /) -> Any:
        if function is None:
            return functools.partial(register_kernel, op, device_types)
        own(op, device_types, served(function))
        return function

    def implement_served(library: Any, op_name: Any, function: Any, *args: Any, **named: Any) -> Any:
        return implement(
            library, op_name, served(function) if inspect.isfunction(function) else function, *args, **named
        )

    torch._library.custom_ops.CustomOpDef.register_kernel = register_kernel
    torch.library.Library.impl = implement_served
    torch.autograd._engine_run_backward = served(torch.autograd._engine_run_backward)


def _profile_the_cpu(profiler: Any) -> None:
    """A profile of a GPU's activity is one of the CPU's."""
    begin, kinds = profiler.profile.__init__, profiler.ProfilerActivity

    def begin_on_cpu(self: Any, *, activities: Any = None, **named: Any) -> None:
        asked = None if activities is None else {kinds.CPU if kind == kinds.CUDA else kind for kind in activities}
        begin(self, activities=asked, **named)

    profiler.profile.__init__ = begin_on_cpu


def _on_cpu(torch: Any, device: Any) -> Any:
    """A device as an argument, with "cuda" replaced."""
    if isinstance(device, str):
        return "cpu" if is_gpu(device) else device
    if isinstance(device, torch.device):
        return torch.device("cpu") if is_gpu(device.type) else device
    return device


def _named_device(device: Any) -> Any:
    """A device by name: a number alone is that of a GPU."""
    return f"cuda:{device}" if type(device) is int else device


def _named_devices(torch: Any, func: Any, args: Any, named: Mapping[str, Any]) -> tuple[list[Any], dict[str, Any]]:
    """The arguments of a call, with devices by name."""
    args, named = list(args), dict(named)
    place = 1 if func is torch.Tensor.to else 0 if func in (torch.device, torch._C._nn._parse_to) else len(args)
    args[place : place + 1] = map(_named_device, args[place : place + 1])
    if "device" in named:
        named["device"] = _named_device(named["device"])
    return args, named


def _names_a_gpu(torch: Any, device: Any) -> bool:
    return isinstance(device, int) or (isinstance(device, str | torch.device) and is_gpu(str(device)))


def _generator_class(generator: Any) -> Any:
    """`torch.Generator` for the CPU, whatever it is asked for."""

    class Kind(type(generator)):
        def __instancecheck__(self, instance: object) -> bool:
            return isinstance(instance, generator)

    class HostGenerator(generator, metaclass=Kind):
        def __new__(cls, device: object = "cpu") -> Any:
            return generator("cpu")

    return HostGenerator


class KeptMemory:
    """Keeps the newest allocations alive, up to a number of bytes together."""

    def __init__(self, most_bytes: int = 256 << 20) -> None:
        self._storages: deque[tuple[Any, int]] = deque()
        self._bytes = 0
        self._most_bytes = most_bytes

    def keep(self, tensor: Any) -> Any:
        """The tensor, whose memory is kept; one without memory as it is."""
        try:
            storage = tensor.untyped_storage()
            size = storage.nbytes()
            storage.data_ptr()
        except (RuntimeError, NotImplementedError):  # a tensor that stands for one
            return tensor
        self._storages.append((storage, size))
        self._bytes += size
        while self._bytes > self._most_bytes:
            self._bytes -= self._storages.popleft()[1]
        return tensor


def _facts(torch: Any) -> frozenset[Any]:
    """Functions of torch that describe a tensor: no argument names a device, and no result is a tensor."""
    kind, properties = torch.Tensor, ("shape", "dtype", "ndim", "layout", "requires_grad", "is_leaf")
    methods = (
        *("data_ptr", "stride", "storage_offset", "size", "dim", "numel", "element_size", "untyped_storage"),
        *("is_contiguous", "is_floating_point", "is_complex", "is_neg", "is_conj"),
    )
    return frozenset(
        [*(getattr(kind, name).__get__ for name in properties), *(getattr(kind, name) for name in methods)]
    )


def _mode_class(torch: Any, places: Places) -> Any:
    kept, facts, is_compiling = KeptMemory(), _facts(torch), torch.compiler.is_compiling

    class CudaOnCpu(torch.overrides.TorchFunctionMode):
        """Replaces "cuda" in the arguments of every torch function, and notes where its results are."""

        def __torch_function__(self, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
            compiling = is_compiling()
            if not compiling and func in facts:
                return func(*args, **(kwargs or {}))
            caller = None if compiling else sys._getframe(1)
            if caller is not None and caller.f_code is served:  # another mode's handler has replaced the arguments
                return func(*args, **(kwargs or {}))
            args, named = _named_devices(torch, func, args, kwargs or {})
            if func is torch.Tensor.pin_memory or (compiling and func is torch.Tensor.cuda):
                return args[0]
            if func in (torch.device, torch._C._nn._parse_to) and not compiling:
                return func(*args, **named)
            place = UNKNOWN if compiling else places.of_call(func, args, named, caller)
            if func is torch.Tensor.cuda:
                return kept.keep(places.settled(args[0], args, place))
            asked = "device" in named or any(isinstance(a, str | torch.device) for a in args)
            if "device" in named:
                named["device"] = _on_cpu(torch, named["device"])
            named.pop("pin_memory", None)
            made = func(*(_on_cpu(torch, a) for a in args), **named)
            if compiling:
                return made
            if place == GPU and type(made) is torch.Tensor and places.is_allocation(func, (*args, *named.values())):
                align(torch, made, func.__name__)
            made = places.settled(made, args, place)
            return kept.keep(made) if asked and type(made) is torch.Tensor else made

    served = CudaOnCpu.__torch_function__.__code__
    return CudaOnCpu
