"""Kernels written as IR text, compiled for the CPU and run on NumPy arrays: what the CPU tests stand on."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from xdsl.dialects.builtin import ModuleOp

from cutedsl.codegen.cpu.module import emit_cpu
from cutedsl.codegen.cpu.source import CpuSource
from cutedsl.codegen.llvm import compile as compiler
from cutedsl.codegen.llvm.compile import Machine, compile_native
from cutedsl.config import Config
from cutedsl.execution.cpu.module import CpuModule
from cutedsl.ir.text import parse_module

ELEMENT = {
    "float32": "f32",
    "float64": "f64",
    "float16": "f16",
    "int8": "i8",
    "int16": "i16",
    "int32": "i32",
    "int64": "i64",
    "uint32": "i32",
    "bool": "i1",
}


def parse(text: str) -> ModuleOp:
    module = parse_module(text, "prog.mlir")
    module.verify()
    return module


def load(source: CpuSource) -> CpuModule:
    native = compile_native(source.llvm_text)
    return CpuModule(native.data, source.host, source.kernels, source.sites)


@lru_cache(maxsize=8)
def loaded(text: str, bounds: bool, machine: Machine) -> CpuModule:
    """The program of a text for a machine; what a test runs again with other arrays or scalars is compiled once."""
    assert machine == compiler.host_machine()
    return load(emit_cpu(parse(text), bounds=bounds))


def pointer(array: np.ndarray) -> str:
    return f"!cute.ptr<{ELEMENT[array.dtype.name]}, gmem>"


def module_text(
    body: str,
    arrays: Mapping[str, np.ndarray],
    scalars: Mapping[str, str],
    block: Sequence[int],
    grid: Sequence[int],
    smem_bytes: int,
    static_block: bool,
    cluster: Sequence[int] = (1, 1, 1),
) -> str:
    """A host function that launches one kernel; in the kernel `%name` is each array with its extent declared."""
    params = [f"%{n}_raw : {pointer(a)}, %{n}_size : i64" for n, a in arrays.items()]
    params += [f"%{n} : {t}" for n, t in scalars.items()]
    names = [x for n in arrays for x in (f"%{n}_raw", f"%{n}_size")] + [f"%{n}" for n in scalars]
    types = [x for a in arrays.values() for x in (pointer(a), "i64")] + list(scalars.values())
    extents = "\n".join(
        f'    %{n} = cute.ptr.extent %{n}_raw, %{n}_size {{name = "{n}"}} : {pointer(a)}, i64 -> {pointer(a)}'
        for n, a in arrays.items()
    )
    dims = "\n".join(
        f"    %{kind}{i} = arith.constant {size} : i32"
        for kind, sizes in (("g", grid), ("b", block), ("c", cluster))
        for i, size in enumerate(sizes)
    )
    fixed = f", cute.block_dim = array<i32: {', '.join(map(str, block))}>" if static_block else ""
    fixed += f", cute.cluster_dim = array<i32: {', '.join(map(str, cluster))}>"
    return f"""builtin.module {{
  func.func @host({", ".join(params)}) attributes {{cute.host}} {{
{dims}
    %none = arith.constant 0 : i32
    %stream = arith.constant 0 : i64
    cute.launch @kernel grid(%g0, %g1, %g2) block(%b0, %b1, %b2) cluster(%c0, %c1, %c2) smem(%none) stream(%stream) args({", ".join(names)}) : ({", ".join(types)})
    func.return
  }}
  func.func @kernel({", ".join(params)}) attributes {{cute.kernel, cute.smem_bytes = {smem_bytes} : i64{fixed}}} {{
{extents}
{body}
    func.return
  }}
}}"""  # noqa: E501


@dataclass(frozen=True, slots=True)
class Run:
    """How a kernel is launched."""

    block: tuple[int, int, int] = (32, 1, 1)
    grid: tuple[int, int, int] = (1, 1, 1)
    smem_bytes: int = 0
    static_block: bool = True
    bounds: bool = True
    cluster: tuple[int, int, int] = (1, 1, 1)

    def __call__(
        self,
        body: str,
        arrays: Mapping[str, np.ndarray],
        scalars: Mapping[str, tuple[str, int]] | None = None,
        settings: Config | None = None,
    ) -> None:
        """Compiles and runs; the arrays are changed in place. Scalars are (type, bits)."""
        given = scalars or {}
        kinds = {name: kind for name, (kind, _) in given.items()}
        sizes = (self.block, self.grid, self.smem_bytes)
        text = module_text(body, arrays, kinds, *sizes, self.static_block, self.cluster)
        module = loaded(text, self.bounds, compiler.host_machine())
        slots = [x for a in arrays.values() for x in (a.ctypes.data, a.size)]
        module.call([*slots, *(value for _, value in given.values())], settings=settings)


def elementwise(op: str, operands: Sequence[str], result: str, reads: Sequence[str] | None = None) -> str:
    """A kernel body `out[tid] = op(a[tid], b[tid], …)` for one block along x; `op` has the operands as `{0}`, `{1}`."""
    lines = ["%tid = cute.thread_idx 0"]
    for index, kind in enumerate(operands):
        name = "abcd"[index]
        lines.append(f"%p{name} = cute.ptr.add %{name}, %tid : {ptr(kind)}, i32 -> {ptr(kind)}")
        lines.append(f"%v{name} = cute.ptr.load %p{name} : {ptr(kind)} -> {kind}")
    names = [f"%v{'abcd'[i]}" for i in range(len(operands))]
    lines.append(f"%r = {op.format(*names)}")
    lines.append(f"%po = cute.ptr.add %out, %tid : {ptr(result)}, i32 -> {ptr(result)}")
    lines.append(f"cute.ptr.store %r, %po : {result}, {ptr(result)}")
    return "\n".join(lines)


def ptr(kind: str) -> str:
    return f"!cute.ptr<{kind}, gmem>"


def load_at(result: str, array: str, index: str, kind: str = "f32", width: str = "i32") -> str:
    """`result = array[index]`."""
    return f"""%{result}_p = cute.ptr.add %{array}, {index} : {ptr(kind)}, {width} -> {ptr(kind)}
%{result} = cute.ptr.load %{result}_p : {ptr(kind)} -> {kind}"""


def store_at(value: str, array: str, index: str, kind: str = "f32", width: str = "i32") -> str:
    """`array[index] = value`."""
    name = f"%st_{value.lstrip('%')}_{array}_{index.lstrip('%')}"
    return f"""{name} = cute.ptr.add %{array}, {index} : {ptr(kind)}, {width} -> {ptr(kind)}
cute.ptr.store {value}, {name} : {kind}, {ptr(kind)}"""
