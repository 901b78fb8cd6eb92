"""Compilations as bytes, and back: what is needed to run is there at once, the rest when somebody asks."""

from __future__ import annotations

import json
import zlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, field
from functools import cached_property
from typing import TYPE_CHECKING, Any, overload

from cutedsl.arch.abi.host import KernelInfo, LaunchEvent, Site
from cutedsl.driver.cache.toolchain import sources_stamp
from cutedsl.driver.compile.compilation import Compilation, HostSource, StageTimes
from cutedsl.driver.compile.options import CompileOptions
from cutedsl.driver.compile.static_results import result_of_text
from cutedsl.errors.frozen import frozen
from cutedsl.targets.protocol import Target

if TYPE_CHECKING:
    from cutedsl.arch.abi.call_description import CallDescription, PythonCall
    from cutedsl.codegen.llvm.compile import Machine

_LENGTH_BYTES = 8


@frozen
class Label:
    """What people want to know of a stored program: `function` and `signature` as they wrote it, and its target."""

    function: str
    signature: str
    target: str


class StoredSites(Sequence[Site]):
    """The sites of a stored program: read when a launch fails, which few do."""

    def __init__(self, packed: bytes) -> None:
        self._packed = packed

    @cached_property
    def _sites(self) -> tuple[Site, ...]:
        return tuple(Site.of(facts) for facts in json.loads(zlib.decompress(self._packed)))

    @overload
    def __getitem__(self, index: int) -> Site: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Site]: ...
    def __getitem__(self, index: int | slice) -> Site | Sequence[Site]:
        return self._sites[index]

    def __len__(self) -> int:
        return len(self._sites)


@frozen
class StoredSource:
    """The parts of a stored program."""

    host: str
    kernels: tuple[KernelInfo, ...]
    sites: Sequence[Site] = field(repr=False)
    packed_llvm: bytes = field(repr=False)

    @property
    def llvm_text(self) -> str:
        """The LLVM text that was compiled."""
        return zlib.decompress(self.packed_llvm).decode()


@frozen
class StoredNative:
    """The code of a stored program; its text for people is made again."""

    target: Target
    data: bytes = field(repr=False)
    source: StoredSource
    opt_level: int
    timings_ms: Mapping[str, float] = field(default_factory=dict[str, float])

    def assembly(self) -> str:
        """`data` as text for people."""
        return self.target.assembly(self.data, self.source.llvm_text, self.opt_level)


@frozen
class StoredCompilation:
    """A compilation that an earlier process made; `printed` and `result` are what its trace printed and returned."""

    target: Target
    options: CompileOptions
    describe: Callable[[Sequence[bool]], PythonCall | None] = field(repr=False)
    has_call_code: bool
    written: tuple[bool, ...]
    source: StoredSource
    native: StoredNative
    packed_ir: bytes = field(repr=False)
    packed_ptx: bytes | None = field(repr=False)
    packed_located: bytes | None = field(repr=False)
    """The captured IR with locations, where source lines are wanted in PTX that was not made."""
    printed: str
    result: object
    times: StageTimes

    @property
    def name(self) -> str:
        return self.source.host

    @property
    def call(self) -> CallDescription | None:
        """The arguments as other interfaces than Python's take them; made again, as few ask."""
        described = self.describe(self.written)
        return described and described.flat

    @property
    def ir(self) -> str:
        """The captured IR in short form."""
        return zlib.decompress(self.packed_ir).decode()

    @property
    def generic_ir(self) -> str:
        """The captured IR in MLIR's generic syntax; its locations are stored only of programs with source lines."""
        from cutedsl.ir.text import generic_form, parse_module

        if self.packed_located is not None:
            return zlib.decompress(self.packed_located).decode()
        return generic_form(parse_module(self.ir))

    @property
    def expanded_ir(self) -> str:
        """What stands in its place: it is not stored."""
        return "# read from the disk cache\n"

    @property
    def llvm(self) -> str:
        """The LLVM text that was compiled."""
        return self.source.llvm_text

    @property
    def asm(self) -> str:
        """The machine's assembly of the host function and of kernels on the CPU target."""
        return self.native.assembly()

    def ptx(self, arch: str | None = None) -> str:
        """The kernels as PTX for `arch` (default: the target's); made from the IR if it was not needed before."""
        if self.packed_ptx is not None and arch in (None, self.target.arch):
            return zlib.decompress(self.packed_ptx).decode()
        from cutedsl.ir.text import parse_module
        from cutedsl.targets.nvidia_compiler import ptx_text

        lines = self.packed_located
        module = parse_module(self.ir if lines is None else zlib.decompress(lines).decode())
        return ptx_text(module, arch or self.target.arch, lineinfo=lines is not None)

    def cpu_source(self, machine: Machine) -> HostSource:
        """Source for another host CPU (cross-compilation), made from the IR."""
        from cutedsl.ir.text import parse_module
        from cutedsl.targets.cpu_compiler import cpu_source

        return cpu_source(parse_module(self.ir), machine, self.target.arch)

    def gpu_host(self) -> HostSource:
        """The host function as it launches on a GPU, made from the IR where the target is another."""
        if self.target.on_gpu:
            return self.source
        from cutedsl.ir.text import parse_module
        from cutedsl.targets.nvidia_compiler import host_source

        return host_source(parse_module(self.ir))


def to_bytes(compilation: Compilation, label: Label, printed: str, result: str = "None") -> bytes:
    """A compilation as bytes: a header as JSON, then object code, LLVM text, IR, PTX, IR with locations, and
    sites.

    `result` is the text of what the trace returned. The header says which sources of ours made it: the key does not.
    """
    source, native = compilation.source, compilation.native
    ptx = compilation.ptx() if compilation.target.on_gpu else None
    located = compilation.generic_ir if compilation.options.generate_line_info else None
    sites = json.dumps([asdict(site) for site in source.sites])
    texts = (source.llvm_text, compilation.ir, ptx, located, sites)
    sections = [native.data, *(b"" if text is None else _packed(text) for text in texts)]
    header = {
        "label": asdict(label),
        "sources": sources_stamp(),
        "host": source.host,
        "kernels": [asdict(kernel) for kernel in source.kernels],
        "opt_level": native.opt_level,
        "has_call_code": compilation.has_call_code,
        "written": list(compilation.written),
        "printed": printed,
        "result": result,
        "sections": [len(section) for section in sections],
    }
    head = json.dumps(header).encode()
    return b"".join((len(head).to_bytes(_LENGTH_BYTES, "little"), head, *sections))


def label_of(data: bytes) -> Label:
    """The label of a stored program. Raises `ValueError` for other bytes."""
    return _label(_header(data)[0])


def from_bytes(
    data: bytes, target: Target, options: CompileOptions, describe: Callable[[Sequence[bool]], PythonCall | None]
) -> StoredCompilation | None:
    """The inverse of `to_bytes`, for the request that the key was made of; None if other sources of ours made it.

    Raises `ValueError` for other bytes.
    """
    header, at = _header(data)
    try:
        if header["sources"] != sources_stamp():
            return None
        sections: list[bytes] = []
        for length in header["sections"]:
            sections.append(data[at : at + length])
            at += length
        code, llvm, ir, ptx, located, sites = sections
        kernels = tuple(_kernel(kernel) for kernel in header["kernels"])
        source = StoredSource(header["host"], kernels, StoredSites(sites), llvm)
        native = StoredNative(target, code, source, header["opt_level"])
        printed, has_call_code, written = header["printed"], header["has_call_code"], tuple(header["written"])
        result = result_of_text(header["result"])
    except (KeyError, TypeError) as wrong:
        raise ValueError(f"not a stored program: {wrong!r}") from None
    times = StageTimes()
    made = (source, native, ir, ptx or None, located or None, printed, result, times)
    return StoredCompilation(target, options, describe, has_call_code, written, *made)


def _header(data: bytes) -> tuple[dict[str, Any], int]:
    end = _LENGTH_BYTES + int.from_bytes(data[:_LENGTH_BYTES], "little")
    header = json.loads(data[_LENGTH_BYTES:end])
    if not isinstance(header, dict):
        raise ValueError("not a stored program: its header is not an object")
    return header, end  # pyright: ignore[reportUnknownVariableType]


def _label(header: dict[str, Any]) -> Label:
    try:
        return Label(**header["label"])
    except (KeyError, TypeError) as wrong:
        raise ValueError(f"not a stored program: {wrong!r}") from None


def _kernel(fields: Any) -> KernelInfo:
    block = fields["block_dim"]
    dims = {"block_dim": None if block is None else tuple(block), "cluster_dim": tuple(fields["cluster_dim"])}
    dims["by_address"] = tuple(fields["by_address"])
    dims["events"] = tuple(LaunchEvent(*event) for event in fields["events"])
    return KernelInfo(**{**fields, **dims})


def _packed(text: str) -> bytes:
    return zlib.compress(text.encode(), 1)
