"""A recorded call, run again: with inputs that the candidate never had, in memory that it never touched."""

from __future__ import annotations

import contextlib
import math
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from cutedsl.checker.findings import Report
from cutedsl.errors import DSLUserCodeError
from cutedsl.errors.frozen import frozen
from cutedsl.gate import arrays, torch_policy
from cutedsl.gate.cases import Argument, Case, strides
from cutedsl.gate.replays.kept import KeptMemory, host_results
from cutedsl.gate.replays.memory import POISONS, Memory
from cutedsl.gate.replays.moved import Moved, truncates
from cutedsl.gate.replays.programs import (
    PLAIN_LIMIT_S,
    Program,
    Sample,
    run_checked,
    run_host_alone,
    run_plain,
    run_sample,
)
from cutedsl.gate.wire import Message

_ABSENT: Final = "pin_memory device layout"
_FAULT: Final = "illegal-access"
_ADDRESS: Final = re.compile(r"\b0x[0-9a-f]+\b")


class Broken(Exception):
    """A record that cannot be run: what it says of the candidate is `check` and the message."""

    def __init__(self, check: str, message: str) -> None:
        super().__init__(message)
        self.check = check


@frozen
class Style:
    """How a call is replayed: poison of unwritten memory, the warps' order, and whether blocks run backwards.

    `scramble` is memory whose contents are replaced before the first launch, by numbers below or above 0; `age` memory
    of the candidate's own that is changed as many more calls might have: see `kept.aged`. Unchecked kernels have
    `PLAIN_LIMIT_S`. `changed` are the inputs that the reference writes to; a write to another one faults.
    """

    poison: int = POISONS[0]
    seed: int | None = None
    backwards: bool = False
    scramble: tuple[int, int] | None = None
    age: tuple[int, str] | None = None
    checked: bool = True
    sample: int | None = None
    """Seed of the blocks that are drawn from the last launch: unchecked, and whole where that takes little."""
    changed: tuple[int, ...] = ()


@dataclass(slots=True)
class Ran:
    """What one replay came to: each result's type, shape, bytes and memory."""

    outputs: list[tuple[str, tuple[int, ...], bytes, int]] = field(default_factory=list)
    stored: list[bytes] = field(default_factory=list)
    """Of each result in memory that was scrambled: for each element whether a kernel changed it."""
    problems: list[tuple[str, str]] = field(default_factory=list)
    report: Report = field(default_factory=Report)
    changed: list[int] = field(default_factory=list)
    """The inputs that were written to."""
    kept: list[int] = field(default_factory=list)
    """Memory of the candidate's own that is not as it was before."""
    moved: list[str | None] = field(default_factory=list)
    """Of each result the operator of torch that had made it from inputs alone: see `Moved.made`."""
    sample: Sample | None = None
    """What was run of the last launch, where it may be a part."""
    launches: int = 0
    kernels: set[str] = field(default_factory=set)


class Replayer:
    """Replays the calls of one candidate in their order; memory of the candidate's own stays from call to call."""

    def __init__(self) -> None:
        self.programs: dict[str, Program] = {}
        self.allowed: frozenset[str] = frozenset()
        """Operators of torch's that may compute."""
        self.memory: dict[int, Memory] = {}
        self._host_looked_at: set[tuple[str, str]] = set()
        self._kept_memory = KeptMemory()
        self._weights: dict[int, tuple[str, int]] = {}
        """Memory of the model's parameters: their names, and a digest of what they hold."""
        self._scrambled: Memory | None = None
        self._moved: Moved | None = None

    def run(self, case: Case, events: Sequence[Message], inputs: Mapping[int, bytes], style: Style) -> Ran:
        """Runs a call. Errors: Broken."""
        ran = Ran()
        replaced = style.scramble or style.age
        kept = self.memory.get(replaced[0]) if replaced else None
        bytes_ = kept.array.copy() if kept is not None and not kept.sparse else None
        self._scrambled = None
        self._moved = Moved() if style.checked and not replaced else None
        if not replaced:
            self._kept_memory.begin(self.memory, events)
        try:
            self._events(case, events, inputs, style, ran)
            if not replaced:
                ran.kept = self._kept_memory.changed(self.memory)
        finally:
            if kept is not None and bytes_ is not None:
                kept.array[:] = bytes_
        return ran

    def _events(
        self, case: Case, events: Sequence[Message], inputs: Mapping[int, bytes], style: Style, ran: Ran
    ) -> None:
        launched = False
        results = host_results(events)
        launches = [k for k, event in enumerate(events) if event.kind == "launch"]
        copies = [k for k, event in enumerate(events) if event.kind == "operator"]
        part = bool(launches) and all(k < launches[-1] for k in copies)
        given: dict[int, int] = {}
        for k, event in enumerate(events):
            header = event.header
            match event.kind:
                case "memory":
                    if header["number"] in results:
                        self.memory.pop(header["number"], None)
                    self._memory(case, header, event.blobs, inputs, style)
                    if str(header["origin"]).startswith("input"):
                        given[header["number"]] = self.memory[header["number"]].digest()
                case "rewritten":
                    self._rewritten(header["number"], event.blobs[0])
                case "operator":
                    self._operator(header, ran)
                case "launch":
                    if not launched:
                        self._scramble(style)
                        if style.age is not None:
                            self._kept_memory.age(self.memory, *style.age)
                        launched = True
                    self._launch(case.name, header, style, ran, part=part and k == launches[-1])
                case "end":
                    self._end(header, style, ran)
                case _:
                    pass
        for number, digest in given.items():
            memory = self.memory[number]
            if style.scramble is None and style.age is None and memory.digest() != digest:
                ran.changed.append(int(memory.origin.split()[1]))
        as_is = style.scramble is None and style.age is None
        for number, (name, digest) in self._weights.items() if as_is else ():
            if self.memory[number].digest() != digest:
                ran.problems.append(("outputs", f"a kernel writes to the parameter `{name}` of the model"))
        for memory in self.memory.values():
            if not memory.guarded:
                ran.problems.append(("outputs", f"a kernel writes beside memory of {memory.size} bytes"))

    # -- memory ----------------------------------------------------------------------------------------------------

    def _memory(
        self, case: Case, header: Mapping[str, Any], blobs: Sequence[bytes], inputs: Mapping[int, bytes], style: Style
    ) -> None:
        number, size, origin = int(header["number"]), int(header["bytes"]), str(header["origin"])
        if origin == "constant":
            if number not in self.memory:
                made = self.memory[number] = Memory(size, origin, number)
                made.array[:] = _numpy(blobs[0])
                if header.get("weight"):
                    self._weights[number] = str(header["weight"]), made.digest()
            return
        made = Memory(size, origin, number)
        if origin.startswith("input"):
            argument = case.arguments[int(origin.split()[1])]
            if not made.sparse:
                made.array[:] = style.poison
            view = place(made, argument, case.layout, inputs[int(origin.split()[1])])
            if self._moved is not None:
                self._moved.input(number, view)
        elif origin == "literal":
            made.array[:] = _numpy(blobs[0])
        elif origin.startswith("copy "):
            made.array[:] = _numpy(inputs[int(origin.split()[1])])
        else:
            made.array[:] = style.poison
        if self._moved is not None and origin.split()[0] in ("literal", "fill"):
            self._moved.constant(number)
        self.memory[number] = made

    def _rewritten(self, number: int, data: bytes) -> None:
        memory = self.memory[number]
        memory.array[:] = _numpy(data)
        if number in self._weights:
            self._weights[number] = self._weights[number][0], memory.digest()

    def _scramble(self, style: Style) -> None:
        if style.scramble is not None:
            import numpy as np

            number, sign = style.scramble
            found = self.memory.get(number)
            if found is not None and not found.sparse:
                count = -(-found.size // 4)
                random = (np.random.default_rng(7).random(count, np.float32) + np.float32(0.5)).view(np.uint8)
                random = random[: found.size]
                found.array[:] = random if sign > 0 else ~random  # no byte is the same, and numbers below 0
                self._scrambled = Memory(found.size, found.origin, number)
                self._scrambled.array[:] = found.array

    def view(self, described: Sequence[Any]) -> Any:
        """A tensor of the record's. Errors: Broken."""
        try:
            number, dtype, shape, steps, offset = described
            if dtype not in arrays.ITEM_BYTES:
                raise ValueError(f"the type {dtype}")
            return self._kept(number).view(dtype, shape, steps, offset)
        except (ValueError, TypeError) as error:
            raise Broken("record", f"the record names memory that there is not: {error}") from None

    def _kept(self, number: int) -> Memory:
        """Memory of this call, or of an earlier one that was replayed. Errors: Broken."""
        if number not in self.memory:
            raise Broken("isolation", "memory: a call uses memory of an earlier call that is none of the first")
        return self.memory[number]

    # -- operators of torch ----------------------------------------------------------------------------------------

    def _operator(self, header: Mapping[str, Any], ran: Ran) -> None:
        import torch

        name = str(header["name"])
        kind = torch_policy.kind_of(name.partition("::")[2])
        if kind == "compute" and name not in self.allowed:
            if not any(math.prod(described[2]) for described in header["results"]):
                return
            raise Broken("torch", f"torch computes: `{name}`")  # the record's own words on it are not relied on
        if kind == "alloc":
            return
        space, _, short = name.partition("::")
        overload = str(header["overload"]) or "default"
        function = getattr(getattr(getattr(torch.ops, space), short), overload)
        args = [self._decoded(one) for one in header["args"]]
        kwargs = {k: self._decoded(v) for k, v in header["kwargs"].items() if k not in _ABSENT.split()}
        with torch.no_grad():
            result = function(*args, **kwargs)
        made = [one for one in arrays.flat_results(result) if isinstance(one, torch.Tensor)]
        for one, described in zip(made, header["results"], strict=False):
            target = self.view(described)
            if target.data_ptr() != one.data_ptr() and target.numel():
                target.copy_(one)
            memory = self.memory.get(described[0])
            if memory is not None:
                memory.last = "copy" if kind in ("copy", "compute") else kind
        if self._moved is not None and kind == "copy" and truncates(args, made):
            ran.problems.append(("torch", f"torch's `{short}` rounds to integers: kernels have to"))
        if self._moved is not None and kind == "copy":
            given = [(one[0], self.view(one)) for one in _named([header["args"], header["kwargs"]])]
            self._moved.operator(short, given, [(one[0], self.view(one)) for one in header["results"]])

    def _decoded(self, value: Any) -> Any:
        import torch

        if isinstance(value, list):
            return [self._decoded(one) for one in value]
        if isinstance(value, dict):
            if "tensor" in value:
                return self.view(value["tensor"])
            found = getattr(torch, str(value["torch"]), None)
            return found if isinstance(found, torch.dtype | torch.memory_format) else None
        return value

    # -- launches --------------------------------------------------------------------------------------------------

    def _launch(self, case: str, header: Mapping[str, Any], style: Style, ran: Ran, *, part: bool) -> None:
        """`part`: some blocks are enough to know of results."""
        digest = str(header["program"])
        program = self.programs[digest]
        module = program.load(backwards=style.backwards, checked=style.checked)
        slots = [int(n) for n in header["slots"]]
        places = {int(slot): (int(number), int(offset)) for slot, number, offset in header["places"]}
        for slot in program.pointers:
            if slot in places:
                number, offset = places[slot]
                slots[slot] = self._kept(number).address + offset
            elif slots[slot]:
                slots[slot] = 0
        if not program.own:
            ran.problems.append(("own", f"{', '.join(program.kernels)}: the kernel is of an installed package"))
        ran.kernels.update(program.kernels)
        if not style.checked:
            ran.launches += 1
            with self._closed_inputs(style, ran.report):
                if style.sample is None:
                    run_plain(module, slots, PLAIN_LIMIT_S)
                else:
                    whole = not part or program.adds_up
                    ran.sample = run_sample(module, slots, style.sample, whole=whole)
            return
        if (digest, case) not in self._host_looked_at:
            self._host_looked_at.add((digest, case))
            before = {number: memory.digest() for number, memory in self.memory.items()}
            run_host_alone(module, slots)
            changed = [number for number, memory in self.memory.items() if memory.digest() != before[number]]
            if changed:
                ran.problems.append(("own", "the host function writes to tensors; kernels have to"))
        launches = ran.report.launches
        used = {number: self.memory[number] for number, _ in places.values() if not self.memory[number].sparse}
        digests = self._moved.before_launch(used) if self._moved is not None else {}
        with self._closed_inputs(style, ran.report):
            run_checked(module, slots, ran.report, style.seed)
        if self._moved is not None:
            self._moved.after_launch(used, digests)
        ran.launches += ran.report.launches - launches

    @contextlib.contextmanager
    def _closed_inputs(self, style: Style, report: Report) -> Iterator[None]:
        """Within it a kernel that writes to an input faults, also one that puts back what was there. Errors: Broken."""
        closed: dict[int, Memory] = {}
        for memory in self.memory.values():
            kind, *number = memory.origin.split()
            if kind == "input" and int(number[0]) not in style.changed:
                closed[int(number[0])] = memory
        try:
            with contextlib.ExitStack() as around:
                for memory in closed.values():
                    around.enter_context(memory.closed())
                yield
        except DSLUserCodeError as error:
            _tell_written(str(error), closed)
            raise
        for one in report.findings:
            if one.kind == _FAULT:
                _tell_written(one.message, closed)

    def _is_scrambled(self, number: int) -> bool:
        scrambled = self._scrambled
        return scrambled is not None and scrambled.size == self.memory[number].size

    def _end(self, header: Mapping[str, Any], style: Style, ran: Ran) -> None:
        for described in header["outputs"]:
            view = self.view(described)
            data, number = arrays.to_bytes(view), int(described[0])
            ran.outputs.append((str(described[1]), tuple(described[2]), data, number))
            ran.moved.append(self._moved.made(view) if self._moved is not None else None)
            if style.sample is not None:
                poison = self.memory[number].last == "alloc"
                ran.stored.append(b"" if not poison else _stored(data, str(described[1]), style.poison))
            if self._scrambled is not None and header["outputs"] and self._is_scrambled(number):
                before = arrays.to_bytes(self._scrambled.view(described[1], *described[2:]))
                item = arrays.ITEM_BYTES[described[1]]
                changed = (_numpy(data) != _numpy(before)).reshape(-1, item).any(1)
                ran.stored.append(changed.tobytes())


def _stored(data: bytes, dtype: str, poison: int) -> bytes:
    """For each element whether it is not as the memory was before."""
    return (_numpy(data) != poison).reshape(-1, arrays.ITEM_BYTES[dtype]).any(1).tobytes()


def _named(value: Any) -> Iterator[Sequence[Any]]:
    """The tensors among an operator's arguments, as the record describes them."""
    if isinstance(value, list):
        for one in value:
            yield from _named(one)
    elif isinstance(value, dict) and "tensor" in value:
        yield value["tensor"]
    elif isinstance(value, dict):
        yield from _named(list(value.values()))


def _tell_written(text: str, closed: Mapping[int, Memory]) -> None:
    """Raises Broken where a message of a fault names an address in an input."""
    for found in _ADDRESS.finditer(text):
        address = int(found[0], 16)
        for number, memory in closed.items():
            if 0 <= address - memory.address < memory.size:
                raise Broken("outputs", f"input {number} is written to")


def place(memory: Memory, argument: Argument, layout: str, data: bytes) -> Any:
    """Puts an input's elements where its layout has them, and returns the tensor."""
    import torch

    item = arrays.ITEM_BYTES[argument.dtype]
    steps, offset, _ = strides(argument, layout, item)
    target = memory.view(argument.dtype, argument.shape, steps, offset * item)
    if argument.elements:
        target.copy_(torch.frombuffer(bytearray(data), dtype=target.dtype).reshape(argument.shape))
    return target


def _numpy(data: bytes) -> Any:
    import numpy as np

    return np.frombuffer(data, np.uint8)
