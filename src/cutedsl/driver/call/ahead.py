"""Programs compiled ahead of time: written as a C header and an object, loaded back into Python."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from cutedsl.arch.abi.call_description import (
    CallDescription,
    Extent,
    PointerArgument,
    ScalarArgument,
    TensorArgument,
)
from cutedsl.arch.abi.host import KernelInfo, LaunchEvent, Site, pack_images
from cutedsl.arch.abi.tvm_ffi import SYMBOL_PREFIX
from cutedsl.config import config
from cutedsl.driver.arguments.absent_arguments import AbsentArguments, is_absent
from cutedsl.driver.arguments.exported_arguments import described, flat_arguments, rebuilt
from cutedsl.driver.arguments.handle_spec import HandleSpec
from cutedsl.driver.arguments.native_arguments import describe_flat_call
from cutedsl.driver.arguments.object_specs import PointerSpec
from cutedsl.driver.arguments.slot_rules import SlotRule, check_slot_rules
from cutedsl.driver.arguments.specs import Argument, ScalarSpec, Spec, TensorSpec
from cutedsl.driver.cache.toolchain import build_stamp, cpu_features, cpu_name
from cutedsl.driver.call.boundary import boundary
from cutedsl.driver.call.call_device import call_device
from cutedsl.driver.call.option_handlers import for_tvm_ffi, library_of_tvm_ffi
from cutedsl.driver.compile.compilation import Compilation
from cutedsl.errors import fail
from cutedsl.errors.frozen import frozen
from cutedsl.execution.cpu.module import CpuModule
from cutedsl.layout import Layout, Unknown
from cutedsl.types import AddressSpace, dtype_named

if TYPE_CHECKING:
    from cutedsl.codegen.llvm.compile import Machine
    from cutedsl.execution.cuda.module import CudaModule

_MARK: Final = b"cutedsl object 2\0"
_DIGEST_BYTES: Final = 32
"""After the mark: SHA-256 of the object with zeros here."""
_LENGTH_BYTES: Final = 8
_LIBRARIES: Final = (".so", ".dylib", ".dll")
_TVM_FFI_SYMBOL: Final = SYMBOL_PREFIX.encode()
_REST: Final = ("align_bytes", "device", "written", "backwards")
_SCALARS: Final = {"bool": "Boolean", "int": "Int", "uint": "Uint", "float": "Float"}


Arguments = Sequence[tuple[Argument, Spec]]
"""What a compiled function takes, in its order."""


@frozen
class Signature:
    """What an exported function takes: numbers and tensors, their names in C, and how they make up the arguments.

    `nones`: where None may stand among the numbers and tensors, for parameters that were compiled with it.
    """

    call: CallDescription
    names: tuple[str, ...]
    forms: tuple[dict[str, Any], ...]
    rules: tuple[SlotRule, ...]
    nones: tuple[int, ...]


def _arch_to_build_for(artifacts: Compilation) -> str | None:
    """The architecture that the environment names where no GPU is at hand: that machine builds for another.

    None where the program is for a GPU anyway, or where somebody asked for the CPU.
    """
    asked = artifacts.options.target or config().target
    return None if artifacts.target.on_gpu or asked is not None else config().arch


def _signature(artifacts: Compilation, arguments: Arguments, rules: Sequence[SlotRule]) -> Signature:
    """Errors: not-yet."""
    names, specs = [where.name for where, _ in arguments], [spec for _, spec in arguments]
    flat = list(flat_arguments(names, specs))
    call = None if artifacts.options.check else describe_flat_call([spec for _, spec in flat], rules)
    if call is None:
        raise fail(
            "not-yet",
            "export of arguments other than tensors, pointers, numbers, and tuples and dataclasses of them",
            fix="Take what such an object holds as parameters of their own.",
        )
    flat_names = tuple(name for name, _ in flat)
    if len(set(flat_names)) < len(flat_names):
        raise fail("export-prefix", f"two arguments get the same name in C: {', '.join(flat_names)}")
    forms = tuple(described(name, spec) for name, spec in zip(names, specs, strict=True))
    return Signature(call, flat_names, forms, tuple(rules), _nones(specs))


def _nones(specs: Sequence[Spec]) -> tuple[int, ...]:
    """Where None may stand in a call that gives the parts of tuples one by one."""
    counts = [1 if is_absent(spec) else sum(1 for _ in flat_arguments(("",), (spec,))) for spec in specs]
    return tuple(sum(counts[:k]) for k, spec in enumerate(specs) if is_absent(spec))


@boundary
def write_c(
    artifacts: Compilation,
    arguments: Arguments,
    rules: Sequence[SlotRule],
    file: Path,
    prefix: str,
    gpu_arch: str | None = None,
) -> None:
    """Writes `<file>.h` and `<file>.o`, for the GPU where the program is or `gpu_arch` names one.

    Without either, CUTEDSL_ARCH says which, unless CUTEDSL_TARGET or an option asks for the CPU.
    Errors: not-yet, export-prefix, unsupported-arch, host-target.
    """
    if not re.fullmatch(r"[A-Za-z_]\w*", prefix, re.ASCII):
        raise fail("export-prefix", f"no C name can begin with `{prefix}`")
    signature = _signature(artifacts, arguments, rules)
    gpu_arch = gpu_arch or _arch_to_build_for(artifacts)
    on_gpu = gpu_arch is not None or artifacts.target.on_gpu
    made = _for_gpu(artifacts, signature, prefix, gpu_arch) if on_gpu else _for_cpu(artifacts, signature, prefix)
    file.parent.mkdir(parents=True, exist_ok=True)
    for suffix, data in ((".h", made[0].encode()), (".o", _sealed(made[1]))):
        file.with_name(file.name + suffix).write_bytes(data)


@boundary
def write_tvm_ffi(
    artifacts: Compilation,
    arguments: Arguments,
    rules: Sequence[SlotRule],
    file: Path,
    name: str,
    gpu_arch: str | None = None,
) -> None:
    """Writes an object with `__tvm_ffi_<name>`, for the GPU where the program is or `gpu_arch` names one.

    Without either, CUTEDSL_ARCH says which, unless CUTEDSL_TARGET or an option asks for the CPU.
    Errors: not-yet, export-prefix, unsupported-arch, host-target.
    """
    if not re.fullmatch(r"[A-Za-z_]\w*", name, re.ASCII):
        raise fail("export-prefix", f"no C name can begin with `{name}`")
    signature = _signature(artifacts, arguments, rules)
    if artifacts.options.host_target:
        raise fail(
            "host-target",
            "objects for TVM-FFI cannot be exported for another machine",
            fix="Leave out one of the two options.",
        )
    gpu_arch = gpu_arch or _arch_to_build_for(artifacts)
    on_gpu = gpu_arch is not None or artifacts.target.on_gpu
    data = _gpu_object(artifacts, signature, name, gpu_arch) if on_gpu else _cpu_object(artifacts, signature, name)
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(_sealed(data))


def _for_cpu(artifacts: Compilation, signature: Signature, prefix: str) -> tuple[str, bytes]:
    """Header and object of a program whose kernels run on the calling thread. Errors: not-yet."""
    from cutedsl.codegen.abi.c_export import export_object
    from cutedsl.codegen.abi.c_header import header_text

    source, note, machine = _cpu_parts(artifacts, signature, prefix)
    data = export_object(source.llvm_text, source.host, source.kernels, prefix, note, machine=machine)
    made_for = machine.triple if machine else f"this CPU: {cpu_name()}"
    return header_text(signature.call, signature.names, prefix, made_for), data


def _cpu_object(artifacts: Compilation, signature: Signature, name: str) -> bytes:
    """The object of a program for the CPU with the symbol of TVM-FFI. Errors: not-yet."""
    from cutedsl.codegen.abi.c_export import export_object
    from cutedsl.codegen.abi.tvm_ffi_export import tvm_ffi_export_text

    source, note, _ = _cpu_parts(artifacts, signature, name)
    text = tvm_ffi_export_text(signature.call, signature.names, name, signature.nones, on_gpu=False)
    return export_object(source.llvm_text, source.host, source.kernels, name, note, text, SYMBOL_PREFIX + name)


def _cpu_parts(artifacts: Compilation, signature: Signature, prefix: str) -> tuple[Any, bytes, Machine | None]:
    """A program's text for the CPU, its object's note, and the machine that it is for. Errors: not-yet."""
    from cutedsl.codegen.abi.c_export import exported_kernel

    machine = _machine(artifacts)
    source = artifacts.source if machine is None else artifacts.cpu_source(machine)
    kernels = [replace(one, name=exported_kernel(prefix, k)) for k, one in enumerate(source.kernels)]
    return source, _note(_facts(signature, prefix, kernels, source.sites, machine), b""), machine


def _machine(artifacts: Compilation) -> Machine | None:
    """The machine whose host code is requested, None for this one. Errors: host-target."""
    from cutedsl.codegen.llvm.host_targets import host_target

    asked = artifacts.options.host_target
    return host_target(asked) if asked else None


def _for_gpu(artifacts: Compilation, signature: Signature, prefix: str, arch: str | None) -> tuple[str, bytes]:
    """Header and object of a program that launches on a GPU; the object holds the kernels' cubin or PTX."""
    from cutedsl.codegen.abi.c_cuda import launcher_text
    from cutedsl.codegen.abi.c_export import export_gpu_object
    from cutedsl.codegen.abi.c_header import header_text

    source, note, image_at, gpu = _gpu_parts(artifacts, signature, prefix, arch)
    machine = _machine(artifacts)
    data = export_gpu_object(source.llvm_text, source.host, prefix, note, machine)
    launcher = launcher_text(source.kernels, prefix, image_at)
    where = machine.triple if machine else cpu_name()
    return header_text(signature.call, signature.names, prefix, f"GPUs of {gpu}; host code for {where}", launcher), data


def _gpu_object(artifacts: Compilation, signature: Signature, name: str, arch: str | None) -> bytes:
    """The object of a program that launches on GPUs, with the symbol of TVM-FFI and the launcher."""
    from cutedsl.codegen.abi.c_export import export_gpu_object
    from cutedsl.codegen.abi.gpu_object import launcher_text
    from cutedsl.codegen.abi.tvm_ffi_export import tvm_ffi_export_text

    source, note, image_at, _ = _gpu_parts(artifacts, signature, name, arch)
    there = [replace(a, device="cuda") if isinstance(a, TensorArgument) else a for a in signature.call.arguments]
    call = replace(signature.call, arguments=tuple(there))
    text = launcher_text(source.host, source.kernels, name, image_at)
    text += tvm_ffi_export_text(call, signature.names, name, signature.nones, on_gpu=True)
    return export_gpu_object(source.llvm_text, source.host, name, note, more=text, symbol=SYMBOL_PREFIX + name)


def _gpu_parts(
    artifacts: Compilation, signature: Signature, prefix: str, arch: str | None
) -> tuple[Any, bytes, int, str]:
    """A program's host text for a GPU, its object's note, where in it the kernels' image is, and the GPU's name."""
    from cutedsl.arch.targets import target as gpu_target
    from cutedsl.driver.compile.gpu_image import gpu_image

    source, gpu = artifacts.gpu_host(), gpu_target(arch or artifacts.target.arch)
    if any(kernel.events for kernel in source.kernels):
        raise fail(
            "not-yet",
            "export for GPUs of launches that record events",
            fix="Record the event on the stream, after the call.",
        )
    own = artifacts.target.on_gpu and gpu.name == artifacts.target.arch
    image = gpu_image(artifacts) if own else artifacts.ptx(gpu.name).encode() + b"\0"
    facts = _facts(signature, prefix, source.kernels, source.sites, _machine(artifacts))
    for argument in facts["arguments"]:
        if argument["class"] == TensorArgument.__name__:
            argument["device"] = "cuda"
    note = _note({**facts, "gpu_arch": gpu.name, "image_bytes": len(image)}, image)
    return source, note, len(note) - len(image), gpu.name


def _facts(
    signature: Signature,
    prefix: str,
    kernels: Sequence[KernelInfo],
    sites: Sequence[Site],
    machine: Machine | None,
) -> dict[str, Any]:
    """What `load_module` must know of a program."""
    from cutedsl.codegen.abi.c_export import exported_host

    return {
        "stamp": build_stamp(),
        "cpu": [machine.triple] if machine else cpu_features(),
        "prefix": prefix,
        "host": exported_host(prefix),
        "kernels": [asdict(kernel) for kernel in kernels],
        "sites": [asdict(site) for site in sites],
        "arguments": [
            {"name": n, "class": type(a).__name__, **asdict(a)}
            for n, a in zip(signature.names, signature.call.arguments, strict=True)
        ],
        "forms": signature.forms,
        "rules": [asdict(rule) for rule in signature.rules],
    }


def _note(facts: Mapping[str, Any], image: bytes) -> bytes:
    """The bytes in an object that `load_module` finds; the image begins at a multiple of 64 of them."""
    text = json.dumps(facts).encode()
    head = len(_MARK) + _DIGEST_BYTES + _LENGTH_BYTES + len(text)
    text += b" " * (-head % 64)
    return _MARK + bytes(_DIGEST_BYTES) + len(text).to_bytes(_LENGTH_BYTES, "little") + text + image


def _sealed(data: bytes) -> bytes:
    """An object with the digest of the rest of it behind its mark."""
    at = data.index(_MARK) + len(_MARK)
    rest = data[at + _DIGEST_BYTES :]
    digest = hashlib.sha256(b"".join((data[:at], bytes(_DIGEST_BYTES), rest))).digest()
    return b"".join((data[:at], digest, rest))


class LoadedModule:
    """An object that `export_to_c` wrote, in this process; its function by attribute or by index."""

    def __init__(self, functions: Mapping[str, Callable[..., None]]) -> None:
        self._functions = dict(functions)

    def __getitem__(self, name: str) -> Callable[..., None]:
        return self._functions[name]

    def __getattr__(self, name: str) -> Callable[..., None]:
        try:
            return self._functions[name]
        except KeyError:
            raise AttributeError(f"the module has no function {name!r}; it has {', '.join(self._functions)}") from None


class LoadedFunction:
    """The function of a loaded object: called as the compiled function that it was made from.

    Errors: as a compiled function.
    """

    def __init__(self, data: bytes, facts: Mapping[str, Any], image: bytes, *, tvm_ffi: bool) -> None:
        kernels = tuple(_kernel(one) for one in facts["kernels"])
        self._name: str = facts["prefix"]
        self._gpu = _gpu_module(image, kernels, facts["gpu_arch"]) if image else None
        here = () if image else kernels
        sites = [Site.of(one) for one in facts["sites"]]
        packed = pack_images([data])
        self._module = CpuModule(packed, facts["host"], here, sites, prefix=self._name)
        leaves = map(_spec, facts["arguments"])
        names = tuple(form["name"] for form in facts["forms"])
        places = tuple(k for k, form in enumerate(facts["forms"]) if form.get("absent"))
        constants = tuple(facts["forms"][k]["constant"] for k in places)
        self._absent = AbsentArguments(self._name, names, places, constants)
        self._specs = [
            (Argument(k, form["name"], self._name, tvm_ffi), rebuilt(form, leaves.__next__))
            for k, form in enumerate(facts["forms"])
            if k not in places
        ]
        self._rules = [SlotRule(**{**one, "factors": tuple(one["factors"])}) for one in facts["rules"]]

    @boundary
    def __call__(self, *args: object, **kwargs: object) -> None:
        args, kwargs = self._absent.left_out(args, kwargs)  # pyright: ignore[reportAssignmentType]
        names = [where.name for where, _ in self._specs]
        given = {**dict(zip(names, args, strict=False)), **kwargs}
        twice = [name for name in kwargs if name in names[: len(args)]]
        if len(args) > len(names) or twice or set(given) != set(names):
            raise fail("argument-count", f"`{self._name}` takes ({', '.join(names)}), got {len(args) + len(kwargs)}")
        slots = [slot for where, spec in self._specs for slot in spec.slots(given[where.name], where)]
        check_slot_rules(self._rules, slots, self._name)
        if self._gpu is None:
            self._module.call(slots)
        else:
            self._module.call(slots, partial(self._gpu.launch_at, device=call_device(list(given.values()))))


def _gpu_module(image: bytes, kernels: tuple[KernelInfo, ...], arch: str) -> CudaModule:
    """The kernels on the GPU. Errors: missing-gpu."""
    from cutedsl.arch.targets import target as gpu_target
    from cutedsl.execution.cuda.module import CudaModule

    return CudaModule(image, kernels, gpu_target(arch))


@boundary
def load_module(file_path: str | Path, *, enable_tvm_ffi: bool = False) -> Any:
    """Loads an object that `export_to_c` wrote; its function has the name of the prefix.

    With `enable_tvm_ffi` it is a `tvm_ffi.Function`, where that package is installed. A shared library that a linker
    made of objects for TVM-FFI is loaded by that package.

    Errors: export-missing; export-foreign, for an object of another tool, and one that is damaged; export-stale, for
    one of another build of cutedsl or for another CPU; missing-gpu, for kernels of a GPU where there is none.
    """
    try:
        data = Path(file_path).read_bytes()
    except OSError as reason:
        raise fail("export-missing", f"{file_path} cannot be read: {reason.strerror}") from None
    if Path(file_path).suffix in _LIBRARIES and _TVM_FFI_SYMBOL in data:
        return _library(file_path)
    at = data.find(_MARK)
    start = at + len(_MARK) + _DIGEST_BYTES + _LENGTH_BYTES
    size = int.from_bytes(data[start - _LENGTH_BYTES : start], "little")
    if at < 0 or start + size > len(data):
        raise fail("export-foreign", f"{file_path} was not written by `export_to_c`")
    try:
        facts = json.loads(data[start : start + size])
    except ValueError:
        raise _damaged(file_path) from None
    if facts["stamp"] != build_stamp():
        raise fail("export-stale", f"{file_path} was made by another build of cutedsl")
    missing = sorted(set(facts["cpu"]) - set(cpu_features()))
    if missing:
        raise fail(
            "export-stale", f"{file_path} needs a CPU with {', '.join(missing[:4])}, which this one does not have"
        )
    if _sealed(data) != data:
        raise _damaged(file_path)
    image = data[start + size : start + size + facts.get("image_bytes", 0)]
    function = LoadedFunction(data, facts, image, tvm_ffi=enable_tvm_ffi)
    return LoadedModule({facts["prefix"]: for_tvm_ffi(function) if enable_tvm_ffi else function})


def _library(file_path: str | Path) -> Any:
    module = library_of_tvm_ffi(str(file_path))
    if isinstance(module, str):
        reason = f"{file_path} is a library of TVM-FFI, and the package `apache-tvm-ffi` is not installed"
        raise fail("export-foreign", reason, fix="Install it, or load the object that the library was linked from.")
    return module


def _damaged(file_path: str | Path) -> Exception:
    return fail(
        "export-foreign",
        f"{file_path} is damaged: it was cut off or changed after `export_to_c` wrote it",
        fix="Export the program again.",
    )


def _kernel(fields: Mapping[str, Any]) -> KernelInfo:
    block = fields["block_dim"]
    dims = {"block_dim": None if block is None else tuple(block), "cluster_dim": tuple(fields["cluster_dim"])}
    dims["by_address"] = tuple(fields["by_address"])
    dims["events"] = tuple(LaunchEvent(*event) for event in fields["events"])
    return KernelInfo(**{**fields, **dims})


def _spec(fields: Mapping[str, Any]) -> Spec:
    """What checks one argument, as the compiled function had it."""
    if fields["class"] == PointerArgument.__name__:
        return PointerSpec(dtype_named(fields["dtype"]), AddressSpace[fields["memspace"]], fields["align_bytes"])
    if fields["class"] == ScalarArgument.__name__:
        if fields["handle"]:
            return HandleSpec(fields["handle"] == "event")
        width = "" if fields["kind"] == "bool" else fields["bits"]
        return ScalarSpec(dtype_named(f"{_SCALARS[fields['kind']]}{width}"))
    shape, strides = (tuple(_extent_text(Extent(**leaf)) for leaf in fields[key]) for key in ("shape", "strides"))
    return TensorSpec(dtype_named(fields["dtype"]), Layout(shape, strides), *(fields[k] for k in _REST))


def _extent_text(extent: Extent) -> Any:
    return Unknown(extent.width_bits, extent.divisibility) if extent.static is None else extent.static
