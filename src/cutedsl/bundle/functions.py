"""A function of a bundle: the programs that it was compiled to, and the choice between them."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any, Final

from cutedsl.arch.abi.cuda_launch import LAUNCH_SYMBOLS
from cutedsl.arch.abi.host import KernelInfo, LaunchEvent, Site, pack_images
from cutedsl.bundle.constants import constant_of, object_for_call
from cutedsl.config import config
from cutedsl.driver.compile.beside import Beside
from cutedsl.errors import DSLUserCodeError, fail, user_boundary
from cutedsl.execution.cpu.module import CpuModule
from cutedsl.execution.native_calls.builtin import NO_DEFAULT, call_symbols, install
from cutedsl.execution.native_calls.environment import environment
from cutedsl.forks.fork_gate import GATE
from cutedsl.forks.locks import fork_safe_lock
from cutedsl.targets.cpu import CpuExecutable
from cutedsl.targets.devices import is_cpu

if TYPE_CHECKING:
    from cutedsl.targets.protocol import Executable

_boundary: Final = user_boundary(lambda: config().keeps_frames)
_KEYWORD_ONLY: Final = inspect.Parameter.KEYWORD_ONLY
_POSITIONAL: Final = inspect.Parameter.POSITIONAL_OR_KEYWORD


class Program:
    """One program of a bundle. It is linked into the process, and its GPU code loaded, when it is first needed."""

    def __init__(self, facts: Mapping[str, Any], blocks: Sequence[bytes]) -> None:
        self.facts = facts
        self.target: str = facts["target"]
        self.constants: dict[str, dict[str, Any]] = facts["constants"]
        self._blocks = blocks
        self._executable: Executable | None = None

    @property
    def executable(self) -> Executable:
        """The program in this process."""
        if self._executable is None:
            self._executable = self._load()
        return self._executable

    def builtin(self, slow: Callable[..., object]) -> Callable[..., Any] | None:
        """A builtin that runs the program for run-time arguments that fit, and returns all others to `slow`.

        None where only Python can check the arguments.
        """
        facts = self.facts
        if facts["objects"] is None:
            return None
        executable, names = self.executable, [form["name"] for form in facts["forms"]]
        defaults = [facts["defaults"].get(name, NO_DEFAULT) for name in names]
        objects = [object_for_call(one) for one in facts["objects"]]
        launcher = partial(executable.launcher, holds_gil=True)
        call = (names, defaults, objects, slow, executable.run_at, launcher)
        return install(executable.host, facts["host"], facts["name"], *call)

    def run(self, slots: Sequence[int], values: Sequence[object]) -> None:
        """Runs the program."""
        self.executable.run(slots, values)

    @property
    def code(self) -> bytes:
        """The machine code of the host function."""
        return pack_images([self._blocks[k] for k in self.facts["images"]])

    @property
    def sites(self) -> list[Site]:
        """The places that can fail."""
        return [Site.of(one) for one in self.facts["sites"]]

    def fresh(self) -> Program:
        """The program once more, not linked yet: the call code of a linked one serves one function."""
        return Program(self.facts, self._blocks)

    def _load(self) -> Executable:
        facts, code, sites = self.facts, self.code, self.sites
        kernels = tuple(map(kernel_of, facts["kernels"]))
        symbols = call_symbols(facts["host"]) if facts["objects"] is not None else ()
        if is_cpu(self.target):
            return CpuExecutable(CpuModule(code, facts["host"], kernels, sites, symbols))
        from cutedsl.arch.targets import target as gpu_target
        from cutedsl.execution.cuda.module import CudaModule
        from cutedsl.targets.nvidia import CudaExecutable

        module = CudaModule(self._blocks[facts["gpu"]], kernels, gpu_target(self.target))
        loading = Beside(partial(module.load_into, *module.here()))
        symbols = (*symbols, *LAUNCH_SYMBOLS) if symbols else ()
        made = CudaExecutable(CpuModule(code, facts["host"], (), sites, symbols), module, loading)
        made.finish_loading()
        return made


def _no_entry(*args: object, **kwargs: object) -> None:
    """Stands for an entry that is not made yet."""


def kernel_of(fields: Mapping[str, Any]) -> KernelInfo:
    """What launches need of a kernel, from plain data."""
    block = fields["block_dim"]
    changed = {
        "block_dim": None if block is None else tuple(block),
        "cluster_dim": tuple(fields["cluster_dim"]),
        "by_address": tuple(fields["by_address"]),
        "events": tuple(LaunchEvent(*event) for event in fields["events"]),
    }
    return KernelInfo(**{**fields, **changed})


@dataclass(slots=True)
class _Choice:
    """The programs for the same compile-time arguments, and what takes their run-time ones."""

    programs: Sequence[Program]
    constants: Mapping[str, Mapping[str, Any]]
    entry: Callable[..., Any] = _no_entry


class BundledFunction:
    """A function of a bundle: called as the `@jit` function that it was made from.

    Compile-time arguments are given as before, or left out where the other arguments tell which program is meant.

    Errors: bundle-lacks, where it was not compiled for such arguments or this machine; those of arguments, where it
    was compiled once; what the program itself raises (out-of-bounds, ...).
    """

    def __init__(self, name: str, programs: Sequence[Program], elsewhere: Sequence[str]) -> None:
        self.__name__ = name
        self._programs = programs
        self._elsewhere = elsewhere
        self._signature: inspect.Signature | None = None
        self._lock = fork_safe_lock()
        self._choices: list[_Choice] = []

    @property
    def programs(self) -> Sequence[Program]:
        """What can run on this machine."""
        return self._programs

    def prepare(self) -> None:
        """Links the function's programs and loads their GPU code, so that no call has to.

        Errors: bundle-lacks; those of loading.
        """
        with GATE.compiling(), self._lock:  # a builtin's state is written once
            if not self._choices:
                self._choose()

    def _choose(self) -> None:
        if not self._programs:
            there = ", ".join(dict.fromkeys(self._elsewhere))
            raise fail(
                "bundle-lacks", f"`{self.__name__}` was compiled for {there}, and this machine runs none of them"
            )
        groups: dict[str, list[Program]] = {}
        for program in self._programs:
            groups.setdefault(repr(sorted(program.constants.items())), []).append(program)
        choices = [_Choice(group, group[0].constants) for group in groups.values()]
        for choice in choices:
            choice.entry = self._entry(choice)
        self._choices = sorted(choices, key=lambda choice: -len(choice.constants))
        if len(choices) == 1 and not choices[0].constants:
            entry = choices[0].entry
            made = type(BundledFunction.__name__, (BundledFunction,), {"__call__": staticmethod(entry)})
            self.__class__ = made  # pyright: ignore[reportAttributeAccessIssue]

    @_boundary
    def __call__(self, *args: Any, **kwargs: Any) -> None:
        self.prepare()
        if type(self) is not BundledFunction:
            return self(*args, **kwargs)
        given = self._bound(args, kwargs)
        fitting = [choice for choice in self._choices if _fits(choice.constants, given)]
        if not fitting:
            raise self._no_program("no program has these compile-time arguments")
        constants = fitting[0].constants
        if len(fitting) > 1 and any(name not in given for name in constants):
            left_out = sorted({name for choice in fitting for name in choice.constants if name not in given})
            raise self._no_program(f"give {', '.join(f'`{name}`' for name in left_out)}: several programs differ in it")
        return fitting[0].entry(*[value for name, value in given.items() if name not in constants])

    def _bound(self, args: Sequence[object], kwargs: Mapping[str, object]) -> dict[str, object]:
        """The arguments by name, in the order of the parameters; compile-time ones may be missing."""
        if self._signature is None:
            self._signature = inspect.Signature(
                [_parameter(name, self._programs) for name in self._programs[0].facts["parameters"]]
            )
        try:
            bound = self._signature.bind_partial(*args, **kwargs)
        except TypeError as wrong:
            raise fail("argument-count", f"`{self.__name__}{self._signature}`: {wrong}") from None
        given = {**self._programs[0].facts["defaults"], **bound.arguments}
        return {name: given[name] for name in self._signature.parameters if name in given}

    def _entry(self, choice: _Choice) -> Callable[..., Any]:
        """What takes the run-time arguments: a chain of builtins, each giving what does not fit to the next."""
        entry: Callable[..., Any] = partial(self._by_python, choice)
        for program in reversed(choice.programs):
            entry = program.builtin(entry) or entry
        return entry

    @_boundary
    def _by_python(self, choice: _Choice, *args: object, **kwargs: object) -> None:
        """A call that no machine code recognises: Python checks it against each program."""
        if environment().learn():  # NumPy or torch was imported after the bundle
            return choice.entry(*args, **kwargs)
        from cutedsl.bundle.arguments import slots_of

        refusals: list[DSLUserCodeError] = []
        for program in choice.programs:
            facts = program.facts
            try:
                values = _in_order(self.__name__, facts, args, kwargs)
                slots = slots_of(self.__name__, facts, facts["rules"], values)
            except DSLUserCodeError as refused:
                refusals.append(refused)
                continue
            return program.run(slots, values)
        if len(refusals) == 1:
            raise refusals[0]
        raise self._no_program("no program takes these arguments")

    def _no_program(self, reason: str) -> Exception:
        notes = tuple(f"compiled: {program.facts['signature']} for {program.target}" for program in self._programs)
        return fail("bundle-lacks", f"`{self.__name__}`: {reason}", notes=notes)


def _parameter(name: str, programs: Sequence[Program]) -> inspect.Parameter:
    only = name in programs[0].facts["keyword_only"]
    return inspect.Parameter(name, _KEYWORD_ONLY if only else _POSITIONAL)


def _fits(constants: Mapping[str, Mapping[str, Any]], given: Mapping[str, object]) -> bool:
    """Whether the compile-time arguments of a call are those of a program; what was left out fits."""
    return all(name not in given or (known and constant_of(given[name]) == known) for name, known in constants.items())


def _in_order(
    function: str, facts: Mapping[str, Any], args: Sequence[object], kwargs: Mapping[str, object]
) -> list[object]:
    """The run-time arguments in the order of the slots. Errors: argument-count."""
    names = [form["name"] for form in facts["forms"]]
    given = {**facts["defaults"], **dict(zip(names, args, strict=False)), **kwargs}
    twice = [name for name in kwargs if name in names[: len(args)]]
    if len(args) > len(names) or twice or not set(names) <= set(given) or not set(kwargs) <= set(names):
        raise fail("argument-count", f"`{function}` takes ({', '.join(names)}), got {len(args) + len(kwargs)}")
    return [given[name] for name in names]
