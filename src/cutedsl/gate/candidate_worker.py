"""The process that runs a candidate: with arrays of random values, and without running its kernels.

What it says is a record of calls, which another process runs with data that this one never has. While the candidate's
Python runs, no address of a torch input can be read, as on a GPU: whoever tries ends the process.
"""

from __future__ import annotations

import contextlib
import faulthandler
import inspect
import os
import sys
import time
import traceback
import types
import zlib
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, BinaryIO, Final

from cutedsl.driver.call.recorded import record_calls
from cutedsl.gate import arrays, watch
from cutedsl.gate.cases import AGAIN, WEIGHTS, Argument
from cutedsl.gate.confine import confine
from cutedsl.gate.decoys import Decoy, Decoys
from cutedsl.gate.held_operators import held_operators
from cutedsl.gate.modes import Modes
from cutedsl.gate.state import WINDOW, Kept
from cutedsl.gate.weights import Weights
from cutedsl.gate.wire import receive, send

_AGAIN_S: Final = 2.0
"""After so much of a core's time, and `AGAIN` calls, a case is not called once more."""


class Candidate:
    """A candidate's file, and what is to be called at each case."""

    def __init__(self, path: Path, name: str, init_seed: int) -> None:
        self._init_seed = init_seed
        module = types.ModuleType("candidate")
        module.__file__ = str(path)
        sys.modules["candidate"] = module
        text = path.read_text(encoding="utf-8")
        exec(compile(text, str(path), "exec"), module.__dict__)
        names = [name] if name else ["ModelNew", "candidate"]
        found = [module.__dict__[one] for one in names if callable(module.__dict__.get(one))]
        if not found:
            raise LookupError(f"{path.name} has no {' and no '.join(f'`{one}`' for one in names)}")
        self._made = found[0]
        self.asks_for_gradients = ".requires_grad" in text
        self._module = module
        self._models: dict[str, Any] = {}

    @property
    def roots(self) -> dict[str, Any]:
        """What the candidate's functions can reach, by name."""
        names = {name: value for name, value in vars(self._module).items() if not name.startswith("__")}
        return {**names, **{f"{self._made.__name__}({key})": model for key, model in self._models.items()}}

    def function(self, key: str, init: Sequence[Any]) -> Callable[..., Any]:
        """What is called; a model is made once for each sizes."""
        if not isinstance(self._made, type):
            return self._made
        if key not in self._models:
            import torch

            torch.default_generator.manual_seed(self._init_seed)
            weights = Weights(self._init_seed)
            with weights.drawn() if key == WEIGHTS else contextlib.nullcontext():
                self._models[key] = self._made(*init)
            if key == WEIGHTS:
                weights.complete(self._models[key])
        return self._models[key]


class Worker:
    """Serves one gate."""

    def __init__(self, answers: BinaryIO) -> None:
        self._answers = answers
        self._told: set[tuple[str, str]] = set()

    def emit(self, header: dict[str, Any], *blobs: bytes) -> None:
        """Says something to the gate."""
        send(self._answers, header, *blobs)

    def violate(self, check: str, message: str) -> None:
        """Says that the candidate did what none may."""
        if (check, message) not in self._told:
            self._told.add((check, message))
            self.emit({"kind": "violation", "check": check, "message": message})

    def run(self, job: dict[str, Any]) -> None:
        """Loads the candidate and calls it for each case."""
        from cutedsl.gate import source
        from cutedsl.gate.recorder import Operators, Recorder

        path = Path(job["candidate"])
        for check, message in source.violations(path, job["allowed"]):
            self.violate(check, message)
        faulthandler.enable(2)
        decoys = Decoys(job["seed"])
        recorder = Recorder(self.emit, self.violate, job["allowed"])
        record_calls(recorder)
        self.emit({"kind": "confined", "confined": confine(os.getcwd())})
        watch.watch_functions(self.violate)
        watch.watch_values(recorder.looked_at)
        modes = Modes(decoys.draw)
        before = watch.Before()
        watch.hide_gate()
        watch.audit(self.violate, job["reference"])
        try:
            candidate = Candidate(path, job["name"], job["init_seed"])
        except BaseException as error:
            self.emit({"kind": "unloadable", "message": _said(error)})
            return
        calls = Calls(candidate, recorder, decoys, Operators(recorder, decoys), modes, self.violate)
        for number, case in enumerate(job["cases"]):
            calls.run(number, case)
        if job["reference"] in {str(getattr(m, "__file__", None)) for m in list(sys.modules.values())}:
            self.violate("files", "the reference's file was imported")
        for change in before.changes():
            self.violate("patches", change)
        for held, operator in held_operators(candidate.roots, source.imported_names(path)):
            if f"aten::{operator}" not in job["allowed"]:
                self.violate("torch", f"`{held}` is torch's `{operator}`, which a call may use")
        if counter := calls.counts():
            self.violate("own", f"`{counter}` counts the calls: a later one may do something else")
        self.emit({"kind": "done", "calls": calls.made})


class Calls:
    """Calls a candidate for cases; `made` counts."""

    def __init__(
        self,
        candidate: Candidate,
        recorder: Any,
        decoys: Decoys,
        operators: Any,
        modes: Modes,
        violate: Callable[[str, str], None],
    ) -> None:
        self._candidate, self._recorder, self._decoys, self._operators = candidate, recorder, decoys, operators
        self._modes, self._violate = modes, violate
        self._asks = candidate.asks_for_gradients
        self._clock = time.process_time
        self._kept = Kept()
        self.made = 0

    def run(self, number: int, case: dict[str, Any]) -> None:
        """All calls of a case. Those of `again` get arrays like the call before: the same ones with other values,
        others with the same values, or new ones. So every key by which a result could be remembered comes again. They
        are made in the modes that callers differ in.
        """
        arguments = [Argument.of(one) for one in case["arguments"]]
        given: list[Any] = []
        until = self._clock() + _AGAIN_S
        for call in range(case["calls"]):
            if call > AGAIN and self._clock() > until:
                break
            given = self._given(arguments, case, given if case["name"] == "again" else [])
            self._call(number, case, given)
            self.made += 1
            if case["name"] == "again" and call in WINDOW:
                self._kept.look(self._candidate.roots)

    def counts(self) -> str:
        """What of the candidate's counts its calls; empty where nothing does."""
        return self._kept.counts()

    def _given(self, arguments: Sequence[Argument], case: dict[str, Any], last: list[Any]) -> list[Any]:
        way = self._decoys.draw(("same", "filled", "copied", "new")) if last else "new"
        given: list[Any] = []
        for k, argument in enumerate(arguments):
            if not argument.is_array or way == "same":
                given.append(last[k] if last else argument.value)
            elif way == "filled":
                given.append(self._decoys.fill(last[k]))
            else:
                given.append(self._decoys.make(argument, case["layout"], last[k] if way == "copied" else None))
        return given

    def _call(self, number: int, case: dict[str, Any], given: list[Any]) -> None:
        decoys = [(k, one) for k, one in enumerate(given) if isinstance(one, Decoy)]
        values = [one.array if isinstance(one, Decoy) else one for one in given]
        self._recorder.begin(number, [(k, values[k], one.address, one.size) for k, one in decoys])
        before = [_facts(one) for one in values]
        shared: dict[str, object] = {}
        try:
            with self._modes.usual():
                function = self._candidate.function(case["of"] or case["name"], case["init"])
            self._recorder.weights(function)
            modes = self._modes
            again, tensors = case["name"] == "again", [one for one in values if arrays.is_torch(one)]
            called = modes.drawn(function, case["evaluates"], tensors, self._asks) if again else modes.usual()
            shared = watch.shared_state()
            with called, self._operators, self._decoys.closed([one for _, one in decoys]):
                result = _result(function, values, case)
            self._recorder.end(result)
        except BaseException as error:
            traceback.print_exc()
            self._recorder.failed(error)
        for change in watch.changed(shared):
            self._violate("patches", change)
        for k, fact in enumerate(before):
            if _facts(values[k]) != fact:
                self._recorder.changed(k)


def _facts(value: Any) -> Any:
    """What a call must not change in an input besides its elements; of NumPy arrays also these."""
    if arrays.is_torch(value):
        return value.data_ptr(), value.shape, value.stride(), value.dtype
    if arrays.is_numpy(value):
        return value.ctypes.data, value.shape, value.strides, zlib.crc32(arrays.to_bytes(value))
    return None


def _result(function: Any, given: list[Any], case: Any) -> Any:
    """Calls the candidate; one that takes more than the inputs gets the memory of its results."""
    outputs = [Argument.of(one) for one in case["outputs"]]
    if not inspect.isfunction(function) or _positional(function) < len(given) + len(outputs):
        return function(*given)
    import numpy as np
    import torch

    made = [
        np.empty(one.shape, one.dtype) if one.numpy else torch.empty(one.shape, dtype=getattr(torch, one.dtype))
        for one in outputs
    ]
    function(*given, *made)
    return made


def _positional(function: Callable[..., Any]) -> int:
    """How many arguments a function takes by position."""
    by_position = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)
    return sum(one.kind in by_position for one in inspect.signature(function).parameters.values())


def _said(error: BaseException) -> str:
    return f"{type(error).__name__}: {error}"[:4000]


def serve(commands: BinaryIO, answers: BinaryIO) -> None:
    """Serves the gate: takes one job, and says what the candidate did."""
    job = receive(commands)
    commands.close()
    if job is not None:
        sys.argv[:] = [job.header["candidate"]]
        sys.path.insert(0, str(Path(job.header["candidate"]).parent))
        Worker(answers).run(job.header)
