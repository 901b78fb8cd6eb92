"""The process that runs the reference: it plans cases, makes inputs from seeds, and says what is right.

It never sees the candidate or what that computes.
"""

from __future__ import annotations

import contextlib
import copy
import random
import sys
import time
from collections.abc import Sequence
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any, BinaryIO, Final

import numpy as np

from cutedsl.gate import arrays
from cutedsl.gate.cases import (
    ACTUAL,
    AGAIN_MOST,
    CONSTANTS,
    DRAWN,
    DRAWN_MOST,
    LAYOUTS,
    MANY,
    MANY_SIZES,
    MOST_ELEMENTS,
    MOST_RUN,
    MOST_SAMPLED,
    PROFILES,
    REGULAR,
    SCALED,
    VALUES,
    WEIGHTS,
    WHOLE_UNITS,
    WIDE,
    Argument,
    Case,
    halved,
    mapped,
)
from cutedsl.gate.forms import FormError, Problem, ProblemFile
from cutedsl.gate.limits import limited
from cutedsl.gate.references import constants
from cutedsl.gate.weights import Weights
from cutedsl.gate.wire import messages, send

_SLOW_S: Final = 1.0
_MOST_HALVINGS: Final = 24
_MANY_S: Final = 1.0
_MANY_BYTES: Final = 1 << 30
"""What the reference may take at great sizes: scores of all with all would not fit."""
_UNITS: Final = (128, 64, 32, 16, 8)
_WIDENED: Final = ("int32", "int64")


class Reference:
    """A reference file, and the problems at each case's sizes."""

    def __init__(self, path: Path, init_seed: int) -> None:
        self._file = ProblemFile.read(path)
        self._init_seed = init_seed
        self._problems: dict[str, tuple[Problem, Any, Any]] = {}
        self._great_problems: dict[str, Problem] = {}
        """Those whose references are made when they are run: their weights may be many."""
        self.covers_own_sizes = False
        """Whether a case of the plan has the sizes of the file itself."""

    def plan(self, seed: int) -> tuple[list[Case], dict[str, Any]]:
        """The cases, and what the file sets. Errors: those of the reference at its first sizes."""
        cases: list[Case] = []
        settings: dict[str, Any] = {}
        why: BaseException | None = None
        for profile in PROFILES:
            for unit in WHOLE_UNITS if profile == "whole" else _UNITS:
                sizes = mapped(self._file.sizes, profile, unit)
                try:
                    most = MOST_ELEMENTS // (16 if unit > _UNITS[0] * 2 else 1)  # long rows, and no large products
                    found = self._case(profile, sizes or {}, seed, most)
                except Exception as error:
                    why = why or error
                    found = None
                if found is not None:
                    case, settings = found
                    if all(case.arguments != known.arguments for known in cases):
                        cases.append(case)
                    break
                if profile in ("one", "zero"):
                    break
            if not cases and sizes is None:
                break
        if not cases:
            if why is not None:
                raise why
            raise ValueError(f"no sizes give inputs of at most {MOST_ELEMENTS} elements")
        many = [case for name in MANY if name in settings.get("cases", MANY) for case in self._many(name, cases, seed)]
        many += self._drawn(cases, seed) if DRAWN in settings.get("cases", (DRAWN,)) else []
        great = self._actual(cases, seed)
        self.covers_own_sizes = any(one.name == ACTUAL for one in great) or self._has_own_sizes(cases, seed)
        return [*self._varied(cases, settings, seed), *many, *great], settings

    def _has_own_sizes(self, cases: list[Case], seed: int) -> bool:
        """Whether one of the cases has the sizes of the file itself."""
        import torch

        with torch.device("meta"):
            own = tuple(map(_argument, self._file.at({}).make_inputs(seed)))
        return any(own == one.arguments for one in cases)

    def _many(self, profile: str, cases: list[Case], seed: int) -> list[Case]:
        """One size as great as the reference takes in little time and memory, the others small."""
        for size in MANY_SIZES:
            sizes = mapped(self._file.sizes, profile, size)
            with contextlib.suppress(Exception), limited(_MANY_BYTES, _MANY_S):
                found = self._case(profile, sizes or {}, seed, MOST_RUN) if sizes else None
                if found is not None:
                    greater = all(_elements(found[0]) > _elements(case) for case in cases)
                    return [found[0]] if greater else []
        return []

    def _drawn(self, cases: list[Case], seed: int) -> list[Case]:
        """Sizes that nobody knows before: each drawn by its logarithm."""
        rng = random.Random(seed)
        for most in DRAWN_MOST if self._file.sizes else ():
            sizes = {one: int(17 * (most / 17) ** rng.random()) for one in sorted(set(self._file.sizes))}
            with contextlib.suppress(Exception), limited(_MANY_BYTES, _MANY_S):
                found = self._case(DRAWN, sizes, seed, MOST_RUN)
                if found is not None:
                    new = all(found[0].arguments != case.arguments for case in cases)
                    return [found[0]] if new else []
        return []

    def _actual(self, cases: list[Case], seed: int) -> list[Case]:
        """The file's own sizes, where no other case has them: recorded, and run where the reference takes little time
        and memory. Where it takes more, also sizes that are nearly as great, and are run. Shapes alone are computed."""
        great: list[Case] = []
        for times in range(_MOST_HALVINGS if self._file.sizes else 1):
            name = SCALED if times else ACTUAL
            try:
                found = self._great(name, halved(self._file.sizes, times), seed)
            except Exception:  # not every reference can do without values
                break
            if found is not None:
                great.append(found)
            if found is not None and found.values:
                break
        return [one for one in great if all(one.arguments != known.arguments for known in cases)]

    def _great(self, name: str, sizes: dict[int, int], seed: int) -> Case | None:
        """A case of great sizes; None where it has too many elements."""
        import torch

        from cutedsl.gate.references.cost import Cost

        problem = self._file.at(sizes)
        with torch.device("meta"):
            inputs = list(problem.make_inputs(seed))
            arguments = tuple(map(_argument, inputs))
            if sum(one.elements for one in arguments) > MOST_SAMPLED:
                return None
            init = tuple(problem.make_init())
            function = problem.make_reference(init)
            with Cost() as cost:
                outputs = tuple(map(_argument, arrays.flat_results(function(*inputs))))
        weights = sum(one.numel() for one in function.parameters()) if hasattr(function, "parameters") else 0
        elements = sum(one.elements for one in (*arguments, *outputs)) + weights
        if elements > MOST_SAMPLED or (name == SCALED and not cost.small):
            return None
        if elements <= MOST_RUN:
            torch.default_generator.manual_seed(self._init_seed)
            real = problem.make_reference(tuple(problem.make_init()))
            self._problems[name] = problem, real, _double(real)
        else:
            self._great_problems[name] = problem
        named = {key: sizes.get(value, value) for key, value in self._file.names.items()}
        values = ("normal",) if cost.small else ()
        init = tuple(problem.make_init())
        return Case(
            name,
            named,
            arguments,
            outputs,
            init,
            values=values,
            calls=2,
            sampled=elements > MOST_RUN,
            edge=name == SCALED,
        )

    def _case(
        self, profile: str, sizes: dict[int, int], seed: int, most: int = MOST_ELEMENTS
    ) -> tuple[Case, dict[str, Any]] | None:
        import torch

        problem = self._file.at(sizes)
        with torch.device("meta"):
            shapes = _sizes(lambda: problem.make_inputs(seed))
        most = 4 * most if profile == "whole" else most
        if shapes is not None and shapes > most:
            return None
        torch.default_generator.manual_seed(seed)
        inputs = list(problem.make_inputs(seed))
        arguments = tuple(map(_argument, inputs))
        init = tuple(problem.make_init())
        torch.default_generator.manual_seed(self._init_seed)
        function = problem.make_reference(init)
        started = time.process_time()
        with torch.no_grad():
            results = arrays.flat_results(function(*inputs))
        if not results:
            raise FormError("its result has no array")
        if time.process_time() - started > _SLOW_S and profile != "regular":
            return None
        outputs = tuple(map(_argument, results))
        if sum(one.elements for one in (*arguments, *outputs)) > 2 * most:
            return None
        self._problems[profile] = problem, function, _double(function)
        named = {name: sizes.get(value, value) for name, value in self._file.names.items()}
        case = Case(profile, named, arguments, outputs, init, edge=profile not in REGULAR)
        return case, dict(problem.settings)

    def _varied(self, cases: list[Case], settings: dict[str, Any], seed: int) -> list[Case]:
        """With the values that each is tried with, other layouts, and a second call of the first."""
        values = tuple(settings.get("values", VALUES))
        if "values" not in settings and _in_64_bits(cases[0]):
            values = (values[0], WIDE, *values[1:])
        layouts = [one for one in settings.get("layouts", LAYOUTS) if one != "plain"]
        wanted = settings.get("cases", PROFILES)
        first = replace(cases[0], values=("normal", *(v for v in values if v != "normal")), calls=2)
        plain = [first, *(c for c in cases[1:] if c.name in wanted)]
        plain = [replace(c, values=values) if c.name == "odd" else c for c in plain]
        plain = [replace(c, values=first.values, calls=2) if c.name == "whole" else c for c in plain]
        source = next((c for c in plain if c.name == "odd"), first)
        others = [
            replace(source, name=layout, layout=layout, edge=True, values=("normal",), calls=1, of=source.name)
            for layout in layouts
            if any(len(a.shape) >= (1 if layout == "unaligned" else 2) for a in source.arguments)
        ]
        others += [*self._weighted(first), *self._other_constants(first, seed)]
        again = replace(first, name="again", of=first.name, values=("normal",), calls=AGAIN_MOST + seed % AGAIN_MOST)
        again = replace(again, evaluates=self._evaluates(first, seed))
        return [*plain, *others, again]

    def _weighted(self, first: Case) -> list[Case]:
        """The first case with weights drawn that are constant there, if there are such."""
        import torch

        problem, _, _ = self._problems[first.name]
        weights = Weights(self._init_seed)
        torch.default_generator.manual_seed(self._init_seed)
        with weights.drawn():
            function = problem.make_reference(first.init)
        weights.complete(function)
        if not weights.changed:
            return []
        self._problems[WEIGHTS] = problem, function, _double(function)
        return [replace(first, name=WEIGHTS, values=("normal",), calls=1, edge=True)]

    def _other_constants(self, first: Case, seed: int) -> list[Case]:
        """The first case with other values of constant arguments, if there are such and the reference takes them."""
        import torch

        problem, _, _ = self._problems[first.name]
        rng = np.random.default_rng(self._init_seed)
        torch.default_generator.manual_seed(seed)
        inputs = list(problem.make_inputs(seed))
        given = [constants.other(one, rng) for one in inputs]
        init = tuple(constants.other(one, rng) for one in first.init)
        if init == first.init and all(one is other for one, other in zip(inputs, given, strict=True)):
            return []
        try:
            torch.default_generator.manual_seed(self._init_seed)
            function = problem.make_reference(init)
            with torch.no_grad():
                outputs = tuple(map(_argument, arrays.flat_results(function(*given))))
        except Exception:  # not every constant can be another one
            return []
        if outputs != first.outputs:
            return []
        self._problems[CONSTANTS] = problem, function, _double(function)
        arguments = tuple(map(_argument, given))
        new = replace(first, name=CONSTANTS, arguments=arguments, init=init, values=("normal",), calls=1, edge=True)
        return [new]

    def _evaluates(self, first: Case, seed: int) -> bool:
        """Whether the reference is a module that gives the same where it does not train."""
        import torch

        problem, function, _ = self._problems[first.name]
        if not isinstance(function, torch.nn.Module):
            return False
        results: list[list[bytes]] = []
        for trains in (True, False):
            model = copy.deepcopy(function)
            for one in model.modules():
                one.training &= trains
            torch.default_generator.manual_seed(seed)
            with torch.no_grad():
                results.append([arrays.to_bytes(one) for one in arrays.flat_results(model(*problem.make_inputs(seed)))])
        return results[0] == results[1]

    def great_values(self, case: str, seed: int) -> tuple[dict[str, Any], list[bytes]]:
        """Inputs drawn from a seed, and the reference's results in its own precision alone."""
        import torch

        problem = self._great_problems[case]
        torch.default_generator.manual_seed(self._init_seed)
        function = problem.make_reference(tuple(problem.make_init()))
        torch.default_generator.manual_seed(seed)
        np.random.seed(seed & 0xFFFFFFFF)
        inputs = list(problem.make_inputs(seed))
        blobs = [arrays.to_bytes(one) for one in inputs if _argument(one).is_array]
        with torch.no_grad():
            results = arrays.flat_results(function(*inputs))
        after = iter([arrays.to_bytes(one) for one in inputs if _argument(one).is_array])
        before = iter(list(blobs))
        changed = [k for k, one in enumerate(inputs) if _argument(one).is_array and next(before) != next(after)]
        described = [asdict(_argument(one)) for one in results]
        return {"outputs": described, "changed": changed}, [*blobs, *map(arrays.to_bytes, results)]

    def values(self, case: str, style: str, seed: int, first: Sequence[Any]) -> tuple[dict[str, Any], list[bytes]]:
        """Inputs drawn from a seed, and the reference's results: in its own precision, in float64, and in float64 of
        inputs whose last float32 bit is rounded otherwise. The last shows how much rounding matters.
        """
        import torch

        problem, function, double = self._problems[case]
        torch.default_generator.manual_seed(seed)
        np.random.seed(seed & 0xFFFFFFFF)
        inputs = [
            _styled(one, style, np.random.default_rng(seed + k)) for k, one in enumerate(problem.make_inputs(seed))
        ]
        if case == CONSTANTS:
            rng = np.random.default_rng(seed)
            inputs = [constants.other(one, rng) for one in inputs]
        inputs = [one if _argument(one).is_array else known for one, known in zip(inputs, first, strict=True)]
        blobs = [arrays.to_bytes(one) for one in inputs if _argument(one).is_array]
        given = [copy.deepcopy(one) for one in inputs]
        with torch.no_grad():
            results = arrays.flat_results(function(*inputs))
            try:
                exact = arrays.flat_results(double(*map(_as_double, given)))
                near = arrays.flat_results(double(*(_rounded(_as_double(one), seed) for one in given)))
            except Exception:  # not every function takes float64
                exact = near = results
        described = list(map(_argument, results))
        for result, truth, other in zip(results, exact, near, strict=True):
            blobs += [arrays.to_bytes(result), _float64_bytes(truth), _float64_bytes(other)]
        changed = [
            k for k, (a, b) in enumerate(zip(inputs, given, strict=True))
            if _argument(a).is_array and arrays.to_bytes(a) != arrays.to_bytes(b)
        ]  # fmt: skip
        return {"outputs": [asdict(one) for one in described], "changed": changed}, blobs


def _sizes(make: Any) -> int | None:
    """The elements that inputs would have, made without memory; None where they cannot be made so."""
    try:
        return sum(_argument(one).elements for one in make())
    except Exception:
        return None


def _argument(value: Any) -> Argument:
    if arrays.is_numpy(value) or arrays.is_torch(value):
        return Argument(arrays.dtype_name(value), tuple(value.shape), arrays.is_numpy(value))
    return Argument(value=value)


def _elements(case: Case) -> int:
    return sum(one.elements for one in (*case.arguments, *case.outputs))


def _double(function: Any) -> Any:
    return copy.deepcopy(function).double() if hasattr(function, "double") else function


def _as_double(value: Any) -> Any:
    if arrays.is_torch(value):
        return value.double() if value.is_floating_point() else value
    if arrays.is_numpy(value):
        return value.astype(np.float64) if np.issubdtype(value.dtype, np.floating) else value
    return value


def _rounded(value: Any, seed: int) -> Any:
    """A float64 array with each element up to one rounding of float32 away."""
    argument = _argument(value)
    if argument.dtype != "float64":
        return value
    off = np.random.default_rng(seed).uniform(-1.0, 1.0, argument.shape) * 2.0**-23
    if argument.numpy:
        return value * (1.0 + off)
    import torch

    return value * (1.0 + torch.from_numpy(np.asarray(off)))


def _float64_bytes(value: Any) -> bytes:
    if arrays.is_numpy(value):
        return np.ascontiguousarray(value, np.float64).tobytes()
    return value.detach().cpu().double().contiguous().numpy().tobytes()


def _styled(value: Any, style: str, rng: Any) -> Any:
    """An input with other values in it, where it is of floats, or of integers for `WIDE`."""
    argument = _argument(value)
    if style == WIDE and argument.dtype in _WIDENED and argument.elements:
        return _widened(value, rng)
    if style in ("normal", WIDE) or argument.dtype not in arrays.FLOATS or not argument.elements:
        return value
    shape, largest = argument.shape, arrays.LARGEST[argument.dtype]
    plain = rng.standard_normal(shape)
    match style:
        case "special":
            new = plain
            count = max(1, argument.elements // 23)
            places = rng.choice(argument.elements, size=min(count, argument.elements), replace=False)
            new.reshape(-1)[places] = rng.choice([np.nan, np.inf, -np.inf], size=places.size)
        case "denormal":
            new = plain * arrays.SMALLEST_NORMAL[argument.dtype] / 8
        case "cancel":
            new = min(512.0, largest**0.25) + plain
        case "large":
            new = plain * min(1e4, largest**0.25)
        case _:
            new = np.full(shape, plain.flat[0])
    if argument.numpy:
        return new.astype(value.dtype)
    import torch

    return torch.from_numpy(np.ascontiguousarray(new)).to(value.dtype)


def _in_64_bits(case: Case) -> bool:
    """Whether integers of 64 bits are computed from integers."""
    return any(one.dtype == "int64" for one in case.outputs) and any(one.dtype in _WIDENED for one in case.arguments)


def _widened(value: Any, rng: Any) -> Any:
    """Integers whose sums, or which themselves, leave 32 bits; of 64 bits the lower ones stay."""
    numpy = arrays.is_numpy(value)
    known = value if numpy else value.numpy()
    if known.dtype.itemsize < 8:
        new = rng.integers(-(1 << 31) if (known < 0).any() else 0, 1 << 31, known.shape).astype(known.dtype)
    else:
        new = known + (rng.integers(-255 if (known < 0).any() else 0, 256, known.shape) << 32)
    if numpy:
        return new
    import torch

    return torch.from_numpy(np.asarray(new))


def serve(commands: BinaryIO, answers: BinaryIO, file: str, init_seed: str) -> None:
    """Serves the gate: the plan first, then values for cases."""
    path = Path(file)
    try:
        sys.path.insert(0, str(path.resolve().parent))
        reference = Reference(path, int(init_seed))
        cases, settings = reference.plan(int(init_seed) + 1)
    except BaseException as error:
        send(answers, {"kind": "failed", "message": f"{type(error).__name__}: {error}"})
        return
    send(
        answers,
        {
            "kind": "plan",
            "cases": [asdict(case) for case in cases],
            "settings": settings,
            "own": reference.covers_own_sizes,
        },
    )
    for message in messages(commands):
        asked = message.header
        try:
            if asked["sampled"]:
                header, blobs = reference.great_values(asked["case"], asked["seed"])
            else:
                header, blobs = reference.values(asked["case"], asked["style"], asked["seed"], asked["first"])
        except Exception as error:
            send(answers, {"kind": "no values", "message": f"{type(error).__name__}: {error}"})
        else:
            send(answers, {"kind": "values", **header}, *blobs)
