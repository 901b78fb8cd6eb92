"""What a candidate does in a call: the operators of torch that make and move memory, and the programs it calls.

It is written down and not run. Memory is told apart by its addresses; all of it is kept, so that none comes twice.
"""

from __future__ import annotations

import ctypes
import dataclasses
import hashlib
import re
import zlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
import torch
from torch.utils._python_dispatch import TorchDispatchMode

from cutedsl.driver.call.recorded import RecordedProgram
from cutedsl.execution.arrays.runtime_tensor import RuntimeTensor
from cutedsl.gate import arrays, torch_policy
from cutedsl.gate.decoys import Decoys

_MOST_CONSTANT_BYTES: Final = 256 << 20
_MOST_COMPARED_BYTES: Final = 16 << 20
"""A larger input is not looked for among what the candidate copied to memory of its own."""
_REGISTERS: Final = re.compile(
    r'(?:special_register[^\n]*"|%)(clock(?:64|_hi)?|globaltimer(?:_lo|_hi)?|n?smid|nwarpid|gridid|envreg\d+|pm\d+)\b'
)
"""Registers of the hardware that no result may follow from, as the DSL or inline PTX names them."""
Emit = Callable[..., None]


@dataclass(slots=True, eq=False)
class Region:
    """A piece of memory; `origin`: an input, memory that an operator made, a constant, which the host wrote, or a
    literal: a constant that `torch.tensor` makes in each call anew."""

    number: int
    address: int
    size: int
    origin: str
    keep: object
    digest: int = 0
    call: int = -1
    depends: bool = False
    """Whether its values come from inputs."""
    launched: int | None = None
    """What it held when a launch was given it, as a checksum; None where an operator may have changed it since."""


class Recorder:
    """Writes down a candidate's calls: `emit(header, *blobs)` takes them, `violate(check, message)` what is refused."""

    def __init__(self, emit: Emit, violate: Callable[[str, str], None], allowed: Sequence[str]) -> None:
        self._emit = emit
        self._violate = violate
        self._allowed = frozenset(allowed)
        self._regions: list[Region] = []
        self._programs: set[str] = set()
        self._inputs: dict[tuple[int, int], int] = {}
        self._outputs: dict[int, int] = {}
        self._weights: dict[int, str] = {}
        self.launches = 0
        self.call = -1

    def begin(self, case: int, inputs: Sequence[tuple[int, Any, int, int]]) -> None:
        """A call comes next, with inputs (number, array, address and bytes of its memory)."""
        self.call += 1
        self.launches = 0
        self._inputs = {}
        self._emit({"kind": "begin", "case": case, "call": self.call})
        for number, array, address, size in inputs:
            region = self._add(address, size, f"input {number}", array)
            region.depends = True
            if 16 <= array.nbytes <= _MOST_COMPARED_BYTES:
                data = arrays.to_bytes(array)
                self._inputs[zlib.crc32(data), len(data)] = number

    def weights(self, model: object) -> None:
        """The call is of a module of torch's: no kernel may write to its parameters."""
        if isinstance(model, torch.nn.Module):
            self._weights.update((one.untyped_storage().data_ptr(), name) for name, one in model.named_parameters())

    # -- memory ----------------------------------------------------------------------------------------------------

    def _add(self, address: int, size: int, origin: str, keep: object) -> Region:
        region = Region(len(self._regions), address, size, origin, keep, call=self.call)
        self._regions.append(region)
        if origin not in ("constant", "literal"):
            self._emit({"kind": "memory", "number": region.number, "bytes": size, "origin": origin})
            return region
        data = self._constant_bytes(region)
        region.digest = zlib.crc32(data)
        source = self._inputs.get((region.digest, size))
        if source is not None:
            region.depends = True
            self._emit({"kind": "memory", "number": region.number, "bytes": size, "origin": f"copy {source}"})
        else:
            header = {"kind": "memory", "number": region.number, "bytes": size, "origin": origin}
            self._emit({**header, "weight": self._weights.get(address, "")}, data)
        return region

    def _constant_bytes(self, region: Region) -> bytes:
        if region.size > _MOST_CONSTANT_BYTES:
            raise MemoryError(f"the candidate uses {region.size} bytes of memory that it allocated outside of its call")
        return ctypes.string_at(region.address, region.size) if region.size else b""

    def _find(self, address: int) -> Region | None:
        for region in reversed(self._regions):
            if region.address <= address < region.address + max(region.size, 1):
                return region
        return None

    def tensor(self, tensor: Any) -> list[Any]:
        """A tensor of torch's as the record names it: memory, type, shape, strides, offset."""
        storage = tensor.untyped_storage()
        region = self._known(storage.data_ptr(), storage.nbytes(), storage)
        at = tensor.data_ptr() - region.address if tensor.numel() else 0
        return [region.number, arrays.dtype_name(tensor), list(tensor.shape), list(tensor.stride()), at]

    def _known(self, address: int, size: int, keep: object) -> Region:
        region = self._find(address) if size else None
        return region or self._add(address, size, "constant", keep)

    def result(self, value: Any) -> list[Any]:
        """A result's array as the record names it."""
        if arrays.is_torch(value):
            return self.tensor(value)
        region = self._array(value)
        strides = [step // value.itemsize for step in value.strides]
        at = value.ctypes.data - region.address
        return [region.number, arrays.dtype_name(value), list(value.shape), strides, at]

    def _array(self, array: Any) -> Region:
        known = self._find(array.ctypes.data) if array.size else None
        if known is not None:
            return known
        root = array
        while arrays.is_numpy(root.base):
            root = root.base
        whole = root if root.flags.c_contiguous else array
        return self._known(whole.ctypes.data, whole.nbytes, whole)

    # -- programs --------------------------------------------------------------------------------------------------

    def called(self, program: RecordedProgram, slots: Sequence[int], values: Sequence[object]) -> None:
        """Takes a call of a compiled program: see `CallRecorder`."""
        digest = hashlib.sha256(program.text.encode()).hexdigest()
        if digest not in self._programs:
            self._programs.add(digest)
            for register in sorted({*_REGISTERS.findall(program.text)}):
                self._violate("clocks", f"a kernel reads `%{register}`, which tells one run or machine from another")
            header = {"kind": "program", "digest": digest, "host": program.host, "name": program.function.__name__}
            self._emit(header, program.text.encode())
        for value in values:
            self._learn(value)
        places: list[list[int]] = []
        for slot, number in enumerate(slots):
            region = self._find(number) if number > 4096 else None
            if region is not None:
                self._refresh(region)
                self._unchanged(region)
                region.launched = _checksum(region)
                places.append([slot, region.number, number - region.address])
        self.launches += 1
        self._emit({"kind": "launch", "program": digest, "slots": [int(n) for n in slots], "places": places})

    def _learn(self, value: object) -> None:
        """Gets to know the memory of an argument."""
        if isinstance(value, RuntimeTensor):
            held = value.array if isinstance(value.array, tuple) else (value.array,)  # NumPy's comes with its capsule
            array = next((one for one in held if arrays.is_torch(one) or arrays.is_numpy(one)), None)
            if array is not None:
                self._learn(array)
            elif self._find(value.view.pointer) is None and 0 not in value.view.shape:
                view = value.view
                last = sum((n - 1) * d for n, d in zip(view.shape, view.strides, strict=True) if d > 0)
                self._add(view.pointer, (last + 1) * max(view.dtype.width // 8, 1), "constant", value)
        elif arrays.is_torch(value):
            self.tensor(value)
        elif arrays.is_numpy(value):
            self._array(value)
        elif isinstance(value, list | tuple):
            for part in value:
                self._learn(part)
        elif dataclasses.is_dataclass(value) and not isinstance(value, type):
            for part in dataclasses.fields(value):
                self._learn(getattr(value, part.name, None))

    def _unchanged(self, region: Region) -> None:
        """Reports that the host wrote to what a launch makes, which the replay does not do."""
        if region.launched is not None and region.origin != "constant" and region.launched != _checksum(region):
            self._violate("own", "the host writes to memory between two launches that are given it")

    def _refresh(self, region: Region) -> None:
        """Says what the host changed in memory of its own since it was last looked at."""
        if region.origin != "constant" or not region.size:
            return
        data = self._constant_bytes(region)
        digest = zlib.crc32(data)
        if digest != region.digest:
            region.digest = digest
            self._emit({"kind": "rewritten", "number": region.number}, data)

    # -- torch -----------------------------------------------------------------------------------------------------

    def operator(self, function: Any, args: Sequence[Any], kwargs: dict[str, Any], result: Any) -> None:
        """Takes an operator that has run."""
        name = function._schema.name.partition("::")[2]
        kind = torch_policy.kind_of(name)
        results = [one for one in arrays.flat_results(result) if arrays.is_torch(one)]
        given = list(_tensors((args, kwargs)))
        if name in ("lift_fresh", "lift_fresh_copy"):
            self._lift(given)
        numbers = {self._find(one.data_ptr()) for one in given if one.numel()} - {None}
        depends = any(region.depends for region in numbers if region is not None)
        if kind == "compute" and function._schema.name in self._allowed:
            kind = "copy"
        if kind == "read" and depends:
            self._violate("torch", f"`{name}` brings values of an input to the host")
        mutable = function._schema.is_mutable
        addresses = {one.untyped_storage().data_ptr() for one in given}
        view = not mutable and all(one.untyped_storage().data_ptr() in addresses for one in results) and bool(results)
        empty = all(one.numel() == 0 for one in (*results, *given))
        if kind in ("read", "metadata") or view or (empty and not results):
            return
        if kind == "compute" and not empty:
            self._violate("torch", f"torch computes: `{name}`")
        encoded = [self._encoded(one) for one in args], {k: self._encoded(v) for k, v in kwargs.items()}
        made: list[list[Any]] = []
        for one in results:
            storage = one.untyped_storage()
            region = self._find(storage.data_ptr()) if storage.nbytes() else None
            if region is None:
                region = self._add(storage.data_ptr(), storage.nbytes(), kind, storage)
            region.depends |= depends
            region.launched = None
            made.append(self.tensor(one))
        header = {"kind": "operator", "name": function._schema.name, "overload": function._overloadname}
        self._emit({**header, "class": kind, "args": encoded[0], "kwargs": encoded[1], "results": made})

    def _lift(self, given: Sequence[Any]) -> None:
        """`torch.tensor` has made tensors of numbers of the host's."""
        for storage in (one.untyped_storage() for one in given):
            region = self._find(storage.data_ptr()) if storage.nbytes() else None
            if region is None and storage.nbytes():
                self._add(storage.data_ptr(), storage.nbytes(), "literal", storage)
            elif region is not None and region.call != self.call:
                self._violate("own", "a tensor of an earlier call is taken for a new one")

    def _encoded(self, value: Any) -> Any:
        if arrays.is_torch(value):
            return {"tensor": self.tensor(value)}
        if isinstance(value, torch.dtype | torch.memory_format | torch.layout):
            return {"torch": str(value).removeprefix("torch.")}
        if isinstance(value, torch.device):
            return {"torch": "device"}
        if isinstance(value, list | tuple):
            return [self._encoded(one) for one in value]
        return value if isinstance(value, bool | int | float | str) or value is None else {"torch": "other"}

    def looked_at(self, tensor: Any, name: str) -> bool:
        """Takes that the candidate asks for a tensor's values on the host; whether they come from an input."""
        region = self._find(tensor.data_ptr()) if tensor.numel() else None
        if region is None or not region.depends:
            return False
        self._violate("torch", f"`{name}` brings values of an input to the host")
        return True

    def changed(self, number: int) -> None:
        """The candidate made another tensor of an input, or wrote to one of NumPy's."""
        self._violate("outputs", f"the candidate changes input {number} itself")

    # -- results ---------------------------------------------------------------------------------------------------

    def end(self, result: object) -> None:
        """The call has ended with a result."""
        found: list[list[Any]] = []
        for one in arrays.flat_results(result):
            if type(one) not in (torch.Tensor, torch.nn.Parameter, np.ndarray):
                kind = type(one).__name__
                self._violate("result", f"the result is {kind}, which is not a plain array: its values may come later")
                continue
            described = self.result(one)
            found.append(described)
            region = self._regions[described[0]]
            if region.launched is not None and region.launched != _checksum(region):
                self._violate("own", "the host writes to a result after the launch that makes it")
            if region.size and not region.origin.startswith("input"):
                earlier = self._outputs.setdefault(region.number, self.call)
                if earlier != self.call:
                    self._violate("memory", "the result lies in the memory of an earlier call's result")
        self._emit({"kind": "end", "outputs": found})

    def failed(self, error: BaseException) -> None:
        """The call has ended with an error."""
        said = {"type": type(error).__name__, "message": str(error)[:2000], "launches": self.launches}
        self._emit({"kind": "error", **said})


def _checksum(region: Region) -> int | None:
    """A checksum of what memory holds; None for inputs, which have another test, and for great pieces."""
    if region.origin.startswith("input") or not 0 < region.size <= _MOST_COMPARED_BYTES:
        return None
    return zlib.crc32(ctypes.string_at(region.address, region.size))


def _tensors(value: Any) -> Any:
    if arrays.is_torch(value):
        yield value
    elif isinstance(value, list | tuple):
        for one in value:
            yield from _tensors(one)
    elif isinstance(value, dict):
        yield from _tensors(list(value.values()))  # pyright: ignore


class Operators(TorchDispatchMode):
    """Shows a recorder every operator of torch's."""

    def __init__(self, recorder: Recorder, decoys: Decoys) -> None:
        super().__init__()
        self._recorder = recorder
        self._decoys = decoys

    def __torch_dispatch__(self, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
        kwargs = kwargs or {}
        with self._decoys.opened():
            result = func(*args, **kwargs)
        self._recorder.operator(func, args, kwargs, result)
        return result
