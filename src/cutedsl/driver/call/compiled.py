"""A compiled function: checks its arguments, fills the entry's slots, runs."""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from cutedsl.driver.arguments.absent_arguments import AbsentArguments, is_absent
from cutedsl.driver.arguments.handle_spec import HandleSpec
from cutedsl.driver.arguments.signature import BoundArguments, signature_of, unexpected_name
from cutedsl.driver.arguments.specs import Argument, ScalarSpec, Spec, StaticSpec, TensorSpec
from cutedsl.driver.arguments.workspace import QueryDeviceWorkspaceFunc
from cutedsl.driver.call.boundary import boundary
from cutedsl.driver.call.slow_calls import count_slow_call
from cutedsl.driver.compile.compilation import Compilation
from cutedsl.driver.compile.gpu_image import cubin, sass
from cutedsl.errors import fail
from cutedsl.errors.translation.refusals import names_refusals
from cutedsl.execution.devices import device_count
from cutedsl.execution.native_calls.builtin import NO_DEFAULT, install
from cutedsl.execution.native_calls.environment import environment
from cutedsl.targets.protocol import Executable

_MEANT = {
    **dict.fromkeys(("run", "launch", "execute", "forward"), "Call it: `compiled(x, y)`."),
    **dict.fromkeys(
        ("save", "dump", "export", "to_file"), "`export_to_c(folder, name, prefix)` writes it into a file."
    ),
    **dict.fromkeys(("ptx", "asm"), '`artifacts.ptx("sm_90a")` is its PTX.'),
}


class CompiledFunction:
    """What `cute.compile` gives: call it with the run-time arguments; compile-time ones are gone from the call.

    A parameter that was compiled with None takes None, or is left out.

    Errors: argument-count, argument-type, argument-dtype, argument-rank, argument-shape, argument-stride,
    argument-device, argument-alignment; what the program itself raises (out-of-bounds, ...).
    """

    is_compiled = True
    """Whether there is code to run; a dry run has IR only."""

    def __init__(
        self,
        function: Callable[..., object],
        bound: BoundArguments,
        artifacts: Compilation,
        executable: Executable,
    ) -> None:
        self.artifacts = artifacts
        self._function = function
        self._executable = executable
        self._runtime = [
            (Argument(k, name, function.__name__), spec)
            for k, (name, spec) in enumerate(zip(bound.names, bound.specs, strict=True))
            if not isinstance(spec, StaticSpec)
        ]
        self._absent = AbsentArguments.of(function.__name__, bound.names, bound.specs)
        self._exported = [
            (Argument(k, name, function.__name__), spec)
            for k, (name, spec) in enumerate(zip(bound.names, bound.specs, strict=True))
            if not isinstance(spec, StaticSpec) or is_absent(spec)
        ]
        self._parameters = bound.names
        self._names = [where.name for where, _ in self._runtime]
        self._slot_rules = bound.slot_rules
        self._workspace_last = False

    @property
    def __ptx__(self) -> str:
        """The kernels as PTX."""
        return self.artifacts.ptx()

    @property
    def __cubin__(self) -> bytes:
        """The kernels assembled for the GPU. Errors: missing-ptxas."""
        return cubin(self.artifacts)

    @property
    def __sass__(self) -> str:
        """The kernels' assembly. Errors: missing-ptxas, missing-nvdisasm."""
        return sass(self.artifacts)

    @property
    def __mlir__(self) -> str:
        """The captured IR."""
        return self.artifacts.ir

    @boundary
    def __call__(self, *args: object, **kwargs: object) -> None:
        """The Python path: any argument that has a meaning, any way to give it."""
        if self._absent is not None:
            args, kwargs = self._absent.left_out(args, kwargs)  # pyright: ignore[reportAssignmentType]
        self._run_given(args, kwargs)

    @boundary
    def _call_given(self, *args: object, **kwargs: object) -> None:
        """`__call__` of a call whose values for parameters that the compilation fixed are gone."""
        self._run_given(args, kwargs)

    def _run_given(self, args: tuple[object, ...], kwargs: dict[str, object]) -> None:
        environment().learn()
        values = self._matched(args, kwargs)
        count_slow_call(self._function.__name__, self._runtime, values)
        self._executable.run(self._slots(values), values)

    def add_words_of_tvm_ffi(self) -> None:
        """From now on errors of calls also say what TVM-FFI says."""
        self._runtime = [(replace(where, tvm_ffi=True), spec) for where, spec in self._runtime]

    @boundary
    def call_by_python(self, *args: object, **kwargs: object) -> None:
        """A call that no machine code reads the arguments of. Errors: as a call."""
        CompiledFunction.__call__(self, *args, **kwargs)

    @property
    def name(self) -> str:
        """The author's function's name."""
        return self._function.__name__

    def to(self, device: int | None = None) -> CompiledFunction:
        """The program for a GPU, by its number: this very one, which runs where its tensors lie.

        A program is loaded on a GPU at its first call with tensors there; nothing has to be made for each.
        Errors: missing-gpu, for a number that this machine does not have.
        Source: CuTe DSL documentation, "JIT Caching" (executors of a compiled function).
        """
        devices = device_count() if self.artifacts.target.on_gpu else 1
        if device is not None and device not in range(devices):
            raise fail("missing-gpu", f"there is no GPU {device}: this process sees {devices}")
        return self

    def get_aux_func(self, kind: type[QueryDeviceWorkspaceFunc], *, kernel: object = None) -> QueryDeviceWorkspaceFunc:
        """A function about this program; from now on calls may have the memory that it speaks of as last argument.

        Errors: operation-argument, for another kind than `QueryDeviceWorkspaceFunc`.
        """
        if kind is not QueryDeviceWorkspaceFunc:
            raise fail("operation-argument", f"get_aux_func takes QueryDeviceWorkspaceFunc, got {kind!r}")
        self._workspace_last = True
        return kind()

    def __copy__(self) -> CompiledFunction:
        """Itself: a program does not change."""
        return self

    def __deepcopy__(self, memo: dict[int, object]) -> CompiledFunction:
        """Itself, as of a function of Python."""
        return self

    def __getitem__(self, launch: object) -> Any:
        """Launches are not written in brackets; error launch-brackets."""
        from cutedsl.driver.call.kernels import brackets  # late: kernels are of what this module has

        raise brackets(self.name, launch, is_kernel=False)

    def __getattr__(self, name: str) -> Any:
        """What compiled programs do not have. Errors: no-attribute, an AttributeError too."""
        if name.startswith("_"):
            raise AttributeError(f"'CompiledFunction' object has no attribute {name!r}", name=name, obj=self)
        fix = _MEANT.get(name, 'Its stages are `artifacts.ir`, `artifacts.llvm` and `artifacts.ptx("sm_90a")`.')
        raise fail("no-attribute", f"a compiled function has no `{name}`", fix=fix)

    @names_refusals
    def export_to_c(self, file_path: str, file_name: str, function_prefix: str, *, gpu_arch: str | None = None) -> None:
        """Writes `<file_name>.h` and `<file_name>.o`, which C programs use without Python, into the folder `file_path`.

        Law: `cute_dsl_<function_prefix>_wrapper(&module, &x, ...)` does what a call does. Kernels for the CPU run on
        the calling thread, one block after another; those for a GPU are in the object as PTX (as a cubin where
        `--ptxas-options` are given), and the header launches them through the driver. `gpu_arch` exports a program for
        a GPU that this machine need not have. So does CUTEDSL_ARCH where there is no GPU and nothing asks for the CPU.
        `cute.runtime.load_module` loads the object back.
        In C each part of a tuple or dataclass is a parameter of its own, named by its path (`p_scale`, `t_0`).
        Errors: not-yet, for other kinds of arguments; export-prefix.
        Source: CuTe DSL documentation, "Ahead-of-Time (AOT) Compilation".
        """
        from cutedsl.driver.call.ahead import write_c

        file = Path(file_path, file_name)
        write_c(self.artifacts, self._exported, self._slot_rules, file, function_prefix, gpu_arch)

    def export_tvm_ffi(self, object_file_path: str, function_name: str, gpu_arch: str | None = None) -> None:
        """Writes an object with the symbol `__tvm_ffi_<function_name>`.

        Kernels are launched through CUDA's driver where the program is for a GPU or `gpu_arch` ("sm_90a") names one,
        and run on the calling thread elsewhere.
        Errors: not-yet, export-prefix, unsupported-arch.
        Source: CuTe DSL documentation, "Ahead-of-Time (AOT) Compilation".
        """
        from cutedsl.driver.call.ahead import write_tvm_ffi

        write_tvm_ffi(self.artifacts, self._exported, self._slot_rules, Path(object_file_path), function_name, gpu_arch)

    @property
    def calls_by_machine_code(self) -> bool:
        """Whether a call enters machine code at once."""
        return type(self) is not CompiledFunction

    @property
    def executable(self) -> Executable:
        """The program in this process."""
        return self._executable

    @property
    def argument_names(self) -> tuple[str, ...]:
        """The run-time arguments in their order."""
        return tuple(self._names)

    def argument_slots(self, args: Sequence[object], kwargs: Mapping[str, object]) -> list[list[int]]:
        """The slots of the host entry that each run-time argument of such a call fills, in their order.

        Errors: as a call. Compile-time arguments in `kwargs` are left out.
        """
        if self._absent is not None:
            args, kwargs = self._absent.left_out(args, kwargs)
        values = self._matched(args, {name: value for name, value in kwargs.items() if name in self._names})
        return [spec.slots(value, where) for (where, spec), value in zip(self._runtime, values, strict=True)]

    def given(self, args: Sequence[object], kwargs: Mapping[str, object]) -> Any:
        """The function with the author's first arguments, and some by name, fixed; those compiled in are gone."""
        front = [value for name, value in zip(self._parameters, args, strict=False) if name in self._names]
        named = {name: value for name, value in kwargs.items() if name in self._names}
        return functools.partial(self, *front, **named) if front or named else self

    def takes_classes_of(self, bound: BoundArguments) -> bool:
        """Whether the objects among arguments that compile to this program are of the classes that it checks for."""
        specs = [spec for _, spec in self._runtime]
        if all(isinstance(spec, TensorSpec | ScalarSpec | HandleSpec) for spec in specs):
            return True
        from cutedsl.driver.arguments.object_arguments import classes_of  # for programs with tuples and objects

        return classes_of(specs) == classes_of(bound.specs)

    def run_bound(self, bound: BoundArguments) -> None:
        """Runs with arguments that were just bound to the author's signature."""
        values = [v for v, spec in zip(bound.values, bound.specs, strict=True) if not isinstance(spec, StaticSpec)]
        self._executable.run(self._slots(values), values)

    def _slots(self, values: Sequence[object]) -> list[int]:
        slots = [
            slot
            for (where, spec), value in zip(self._runtime, values, strict=True)
            for slot in spec.slots(value, where)
        ]
        if self._slot_rules:
            from cutedsl.driver.arguments.slot_rules import check_slot_rules  # for programs with symbols

            check_slot_rules(self._slot_rules, slots, self._function.__name__)
        return slots

    def _matched(self, args: Sequence[object], kwargs: Mapping[str, object]) -> list[object]:
        """The run-time arguments in the order of the slots: given by position, by name, or by default."""
        if self._workspace_last and len(args) == len(self._names) + 1:
            args = args[:-1]
        if not kwargs and len(args) == len(self._names):
            return list(args)
        name = self._function.__name__
        call = f"the compiled `{name}({', '.join(self._names)})`"
        if len(args) > len(self._names):
            message = f"{call} takes {len(self._names)} arguments, got {len(args)}"
            raise fail("argument-count", message, fix=self._about_constants())
        unknown = next((k for k in kwargs if k not in self._names[len(args) :]), None)
        if unknown in self._names:
            raise fail("argument-count", f"{call} got `{unknown}` by position and by name")
        if unknown is not None:
            raise unexpected_name(call, unknown, self._names)
        given = dict(zip(self._names, args, strict=False)) | dict(kwargs)
        return [given[n] if n in given else self._default(n) for n in self._names]

    def _about_constants(self) -> str | None:
        """What to do where the call may give compile-time arguments again; None for a function without any."""
        constant = [name for name in signature_of(self._function).parameters if name not in self._names]
        if not constant:
            return None
        return f"Leave out `{constant[0]}`, whose value is part of the program; compile again for another value."

    def _default(self, name: str) -> object:
        default = self.default_of(name)
        if default is NO_DEFAULT:
            raise fail("argument-missing", f"the compiled `{self._function.__name__}` is called without `{name}`")
        return default

    def default_of(self, name: str) -> object:
        """What an argument is if a call leaves it out; NO_DEFAULT for one that must be given."""
        parameter = signature_of(self._function).parameters.get(name)
        return NO_DEFAULT if parameter is None else parameter.default


def make_compiled(function: Callable[..., object], bound: BoundArguments, artifacts: Compilation) -> CompiledFunction:
    """A loaded compilation as a function to call; its call is machine code where this Python allows it.

    Its class has the builtin in the place of `__call__`, so that no Python frame is entered.
    """
    executable, bound = artifacts.target.load(artifacts), bound.marked(artifacts.written)
    compiled = CompiledFunction(function, bound, artifacts, executable)
    if not artifacts.has_call_code or not executable.calls_by_machine_code:
        return compiled
    slow = CompiledFunction._call_given.__get__(compiled)
    name = artifacts.source.host
    objects = _objects(bound.specs)
    run, launcher = executable.run_at, functools.partial(executable.launcher, holds_gil=True)
    names = compiled.argument_names
    defaults = [compiled.default_of(one) for one in names]
    builtin = install(executable.host, name, function.__name__, names, defaults, objects, slow, run, launcher)
    if builtin is not None:
        if compiled._absent is not None:
            builtin = _with_absent(compiled._absent, builtin)
        compiled.__class__ = type(CompiledFunction.__name__, (CompiledFunction,), {"__call__": staticmethod(builtin)})
    return compiled


def _with_absent(absent: AbsentArguments, builtin: Callable[..., None]) -> Callable[..., None]:
    """The builtin, which reads the arguments that there are, for calls that give None for the others."""

    def call(*args: object, **kwargs: object) -> None:
        args, kwargs = absent.left_out(args, kwargs)  # pyright: ignore[reportAssignmentType]
        builtin(*args, **kwargs)

    return call


def _objects(specs: Sequence[Spec]) -> tuple[object, ...]:
    if all(isinstance(spec, TensorSpec | ScalarSpec | StaticSpec | HandleSpec) for spec in specs):
        return ()
    from cutedsl.driver.arguments.native_arguments import call_objects  # for programs with tuples and objects

    return call_objects(specs)
