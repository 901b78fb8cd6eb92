"""Programs compiled ahead of time: written as a C header and an object, loaded back into Python."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any, Final

from cutedsl.arch.call_description import Extent, TensorArgument
from cutedsl.arch.host_abi import KernelInfo, Site, pack_images
from cutedsl.driver.boundary import boundary
from cutedsl.driver.cache.toolchain import build_stamp, cpu_features, cpu_name
from cutedsl.driver.compilation import Compilation
from cutedsl.driver.slot_rules import SlotRule, check_slot_rules
from cutedsl.driver.specs import Argument, ScalarSpec, Spec, TensorSpec
from cutedsl.errors import fail
from cutedsl.execution.cpu_module import CpuModule
from cutedsl.layout import Layout, Unknown
from cutedsl.types import dtype_named

_MARK: Final = b"cutedsl object 1\0"
_LENGTH_BYTES: Final = 8
_SCALARS: Final = {"bool": "Boolean", "int": "Int", "uint": "Uint", "float": "Float"}


@boundary
def write_c(artifacts: Compilation, names: Sequence[str], rules: Sequence[SlotRule], file: Path, prefix: str) -> None:
    """Writes `<file>.h` and `<file>.o`. Errors: not-yet, export-prefix."""
    from cutedsl.codegen.abi.c_export import export_object, exported_host, exported_kernel
    from cutedsl.codegen.abi.c_header import header_text

    if not re.fullmatch(r"[A-Za-z_]\w*", prefix, re.ASCII):
        raise fail("export-prefix", f"`{prefix}` begins no name of C")
    source, call = artifacts.source, artifacts.call
    if artifacts.target.kind != "cpu":
        raise fail("not-yet", "export to C of kernels on the GPU", fix="Compile with options='--target cpu'.")
    if call is None:
        raise fail("not-yet", "export to C of arguments that are neither tensors nor plain numbers")
    if any(kernel.by_address for kernel in source.kernels):
        raise fail("not-yet", "export to C of kernels with tensor maps")
    kernels = [{**asdict(one), "name": exported_kernel(prefix, k)} for k, one in enumerate(source.kernels)]
    facts = {
        "stamp": build_stamp(),
        "cpu": cpu_features(),
        "prefix": prefix,
        "host": exported_host(prefix),
        "kernels": kernels,
        "sites": [asdict(site) for site in source.sites],
        "arguments": [
            {"name": n, "tensor": isinstance(a, TensorArgument), **asdict(a)}
            for n, a in zip(names, call.arguments, strict=True)
        ],
        "rules": [asdict(rule) for rule in rules],
    }
    text = json.dumps(facts).encode()
    note = _MARK + len(text).to_bytes(_LENGTH_BYTES, "little") + text
    file.parent.mkdir(parents=True, exist_ok=True)
    data = export_object(source.llvm_text, source.host, source.kernels, prefix, note)
    file.with_name(file.name + ".h").write_text(header_text(call, names, prefix, cpu_name()), "utf-8")
    file.with_name(file.name + ".o").write_bytes(data)


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

    def __init__(self, data: bytes, facts: Mapping[str, Any]) -> None:
        kernels = tuple(_kernel(one) for one in facts["kernels"])
        self._name: str = facts["prefix"]
        self._module = CpuModule(pack_images([data]), facts["host"], kernels, [Site.of(one) for one in facts["sites"]])
        self._specs = [(Argument(k, one["name"], self._name), _spec(one)) for k, one in enumerate(facts["arguments"])]
        self._rules = [SlotRule(**{**one, "factors": tuple(one["factors"])}) for one in facts["rules"]]

    @boundary
    def __call__(self, *args: object, **kwargs: object) -> None:
        names = [where.name for where, _ in self._specs]
        given = {**dict(zip(names, args, strict=False)), **kwargs}
        twice = [name for name in kwargs if name in names[: len(args)]]
        if len(args) > len(names) or twice or set(given) != set(names):
            raise fail("argument-count", f"`{self._name}` takes ({', '.join(names)}), got {len(args) + len(kwargs)}")
        slots = [slot for where, spec in self._specs for slot in spec.slots(given[where.name], where)]
        check_slot_rules(self._rules, slots, self._name)
        self._module.call(slots)


@boundary
def load_module(file_path: str | Path, *, enable_tvm_ffi: bool = False) -> LoadedModule:
    """Loads an object that `export_to_c` wrote; its function has the name of the prefix.

    Errors: export-foreign, for an object of another tool; export-stale, for one of another build of cutedsl or for
    another CPU; not-yet, with `enable_tvm_ffi`.
    """
    if enable_tvm_ffi:
        raise fail("not-yet", "loading objects as TVM-FFI modules")
    data = Path(file_path).read_bytes()
    at = data.find(_MARK)
    start = at + len(_MARK) + _LENGTH_BYTES
    size = int.from_bytes(data[start - _LENGTH_BYTES : start], "little")
    if at < 0 or start + size > len(data):
        raise fail("export-foreign", f"{file_path} is no object that `export_to_c` wrote")
    facts = json.loads(data[start : start + size])
    if facts["stamp"] != build_stamp():
        raise fail("export-stale", f"{file_path} was made by another build of cutedsl")
    missing = sorted(set(facts["cpu"]) - set(cpu_features()))
    if missing:
        raise fail("export-stale", f"{file_path} was made for a CPU with {', '.join(missing[:4])}; this one lacks that")
    return LoadedModule({facts["prefix"]: LoadedFunction(data, facts)})


def _kernel(fields: Mapping[str, Any]) -> KernelInfo:
    block = fields["block_dim"]
    dims = {"block_dim": None if block is None else tuple(block), "cluster_dim": tuple(fields["cluster_dim"])}
    return KernelInfo(**{**fields, **dims, "by_address": ()})


def _spec(fields: Mapping[str, Any]) -> Spec:
    """What checks one argument, as the compiled function had it."""
    if not fields["tensor"]:
        width = "" if fields["kind"] == "bool" else fields["bits"]
        return ScalarSpec(dtype_named(f"{_SCALARS[fields['kind']]}{width}"))
    shape, strides = (tuple(_leaf(Extent(**leaf)) for leaf in fields[key]) for key in ("shape", "strides"))
    return TensorSpec(dtype_named(fields["dtype"]), Layout(shape, strides), fields["align_bytes"], fields["device"])


def _leaf(extent: Extent) -> Any:
    return Unknown(extent.width_bits, extent.divisibility) if extent.static is None else extent.static
