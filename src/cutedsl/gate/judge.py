"""Judges a candidate: records what it does, then replays that elsewhere with values that it never had.

Three processes: one has the reference and makes inputs, one has the candidate and records its calls, one compiles and
runs the record. The candidate's has ended before the seeds of the values are drawn.
"""

from __future__ import annotations

import contextlib
import hashlib
import math
import secrets
import shlex
import time
from collections.abc import Sequence
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any, Final

from cutedsl.errors.frozen import frozen
from cutedsl.gate import arrays
from cutedsl.gate.cases import ACTUAL, CONSTANTS, REGULAR, UNCHECKED, WEIGHTS, Case
from cutedsl.gate.compare import Truth, difference, rough_difference
from cutedsl.gate.processes import Ended, Process, Spawner
from cutedsl.gate.replays.kept import AGES
from cutedsl.gate.replays.memory import POISONS
from cutedsl.gate.signatures import signature, unusual
from cutedsl.gate.verdict import Failure, Tried, Verdict
from cutedsl.gate.wire import Message, split_calls

_MOST_TEXT: Final = 4000
_ENOUGH: Final = 8
"""Number of failures that ends the replays."""
_UNUSUAL: Final = 4
"""Most calls that are replayed of those that behaved unlike the majority."""
_NEEDED: Final = 4
"""How many times the budget may be spent on replays that are the first of their kind."""
_UNCHECKED_S: Final = 16.0
"""The reference at great sizes, where it is known to have little work, takes at most so long on a busy machine."""
_FEWEST: Final = 2
"""Blocks of a great call that must end in time, or nothing is said of it."""
_ENOUGH_TO_COUNT: Final = 16
_LEAST_STORED: Final = 0.6
"""From so many blocks on, what they store is taken for what others do; all of them must store most of a result."""
_FAULT: Final = "Fatal Python error: Segmentation fault"
_ALSO_STORED: Final = ("copy", "constant", "literal", "input", "fill")


@frozen
class Gate:
    """What is judged, and how.

    `name` is the candidate's function (`ModelNew` or `candidate` unless given), and `seed` repeats a verdict. `cases`
    and `values` are the only ones to try. `allowed` are operators of torch that may compute too, and `scale`
    multiplies the tolerance. After `budget_s` of a core's time for replays no further one is begun; a process may
    take `limit_s`; with `first` one failure is enough.
    """

    candidate: Path
    reference: Path
    name: str = ""
    seed: int | None = None
    cases: tuple[str, ...] = ()
    values: tuple[str, ...] = ()
    allowed: tuple[str, ...] = ()
    scale: float = 1.0
    budget_s: float = 8.0
    limit_s: float = 60.0
    first: bool = False


def judge(gate: Gate, spawner: Spawner | None = None) -> Verdict:
    """The verdict; a spawner serves one candidate after another, and saves each two seconds.

    Errors: ReferenceFailed where the reference itself cannot be run.
    """
    started = time.monotonic()
    with contextlib.ExitStack() as around:
        verdict = _Judge(gate, spawner or around.enter_context(Spawner())).verdict()
    verdict.seconds = time.monotonic() - started
    return verdict


class ReferenceFailed(Exception):
    """The reference cannot be run: nothing is said of the candidate."""


def _drawn(seed: int, *what: object) -> int:
    text = repr((seed, *what)).encode()
    return int.from_bytes(hashlib.sha256(text).digest()[:6], "little")


class _Judge:
    def __init__(self, gate: Gate, spawner: Spawner) -> None:
        self._gate = gate
        self._spawner = spawner
        self._seed = gate.seed if gate.seed is not None else secrets.randbits(40)
        self._verdict = Verdict(str(gate.candidate), str(gate.reference), self._seed)
        self._broken: set[str] = set()
        self._spent_s = 0.0
        self._moved: dict[tuple[str, int], set[str]] = {}
        """Of each result of a case with regular sizes: what had made it in its replays, as `Moved.made` says."""

    # -- the whole -------------------------------------------------------------------------------------------------

    def verdict(self) -> Verdict:
        gate, init_seed = self._gate, _drawn(self._seed, "init")
        processes: list[Process] = []
        try:
            path = str(gate.reference.resolve())
            reference = self._spawner.start("reference", path, str(init_seed))
            processes.append(reference)
            candidate = self._spawner.start("candidate")
            processes.append(candidate)
            replays = self._spawner.start("replay")
            processes.append(replays)
            cases = self._plan(reference)
            record = self._record(candidate, cases, init_seed)
            candidate.end()
            processes.remove(candidate)
            if record and not self._done:
                self._replay_all(cases, record, reference, replays)
        finally:
            for process in processes:
                process.end()
        if self._verdict.passed and not self._verdict.replays:
            raise ReferenceFailed("no case was run with values: nothing is known of the candidate")
        return self._verdict

    @property
    def _done(self) -> bool:
        """Whether more of the same would say nothing new."""
        return len(self._verdict.failures) >= (1 if self._gate.first else _ENOUGH)

    def _plan(self, reference: Process) -> list[Case]:
        try:
            answer = reference.answer(self._gate.limit_s)
        except Ended as error:
            raise ReferenceFailed(f"the reference: {error}\n{reference.said()}") from None
        if answer.kind != "plan":
            raise ReferenceFailed(f"the reference fails: {answer.header.get('message')}")
        cases = [Case.of_json(one) for one in answer.header["cases"]]
        if not answer.header["own"] and not self._gate.cases:
            self._verdict.not_tried.append(f"{ACTUAL}/normal")
        if self._gate.cases:
            cases = [one for one in cases if one.name in self._gate.cases]
        if self._gate.values:
            cases = [replace(one, values=self._gate.values) for one in cases]
        if not cases:
            raise ReferenceFailed(f"there is no case {', '.join(self._gate.cases)}")
        return cases

    def _fail(self, check: str, message: str, case: Case | None = None, values: str = "") -> None:
        """Takes a failure; of each check the first few."""
        if sum(one.check == check for one in self._verdict.failures) >= 5:
            return
        gate = self._gate
        words = ["cutedsl", "gate", str(gate.candidate), str(gate.reference), "--seed", str(self._seed)]
        words += ["--name", gate.name] if gate.name else []
        if case is not None:
            words += ["--case", case.name] + (["--values", values] if values else [])
        shapes = ", ".join(map(str, case.arguments)) if case else ""
        where = (case.name, shapes, values) if case else ("", "", "")
        self._verdict.failures.append(Failure(check, message[:_MOST_TEXT], *where, self._seed, shlex.join(words)))

    # -- the record ------------------------------------------------------------------------------------------------

    def _record(self, candidate: Process, cases: list[Case], init_seed: int) -> list[Message]:
        """What the candidate did; nothing where that says enough already."""
        gate = self._gate
        job = {
            "candidate": str(gate.candidate.resolve()),
            "reference": str(gate.reference.resolve()) if gate.reference != gate.candidate else "",
            "name": gate.name,
            "init_seed": init_seed,
            "seed": _drawn(self._seed, "decoys"),
            "allowed": list(gate.allowed),
            "cases": [asdict(one) for one in cases],
        }
        record: list[Message] = []
        made: int | None = None
        until = candidate.spent.seconds() + gate.limit_s
        try:
            candidate.send(job)
            while made is None:
                message = candidate.answer(until - candidate.spent.seconds())
                match message.kind:
                    case "violation":
                        check = str(message.header["check"])
                        known = check if check in ("torch", "own", "outputs") else "isolation"
                        self._fail(known, f"{check}: {message.header['message']}")
                    case "unloadable":
                        self._fail("builds", f"the candidate cannot be loaded: {message.header['message']}")
                        return []
                    case "done":
                        made = int(message.header["calls"])
                    case "confined":
                        self._verdict.confined = bool(message.header["confined"])
                    case _:
                        record.append(message)
        except Ended as error:
            self._ended(candidate, error)
        if made is not None and made != sum(1 for _ in split_calls(record)):
            self._fail("builds", "the record of the candidate's calls is not whole")
        return record

    def _ended(self, candidate: Process, error: Ended) -> None:
        """The candidate's process ended early, or is late."""
        printed = candidate.said()
        if _FAULT in printed:
            name = self._gate.candidate.name
            places = [line.strip() for line in printed.partition(_FAULT)[2].splitlines() if f'{name}"' in line]
            where = places[0] if places else "no line of the candidate"
            self._fail("isolation", f"memory: the host reads or writes memory of a tensor, as no GPU allows: {where}")
            return
        late = "no answer" in str(error)
        last = printed.strip().splitlines()[-3:]
        self._fail("time" if late else "builds", "\n".join([f"the candidate's process: {error}", *last]))

    # -- replays ---------------------------------------------------------------------------------------------------

    def _replay_all(self, cases: list[Case], record: list[Message], reference: Process, replays: Process) -> None:
        for message in record:
            replays.send(message.header, *message.blobs)
        calls = list(split_calls(record))
        tried = {case.name: Tried(case.name, [str(a) for a in case.arguments], case.layout) for case in cases}
        self._verdict.cases.extend(tried.values())
        kernels: set[str] = set()
        work: list[tuple[int, str, dict[str, Any]]] = []
        chosen = self._chosen({k: events for k, (number, events) in enumerate(calls) if cases[number].name == "again"})
        for call, (number, events) in enumerate(calls):
            case, last = cases[number], events[-1]
            if last.kind == "error":
                self._refused(case, last, tried[case.name])
                continue
            if not any(one.kind == "launch" for one in events) and _has_work(case):
                self._fail("own", "no kernel of the candidate's is launched", case)
            tries = "normal" in case.values or bool(self._gate.values)
            if call in chosen if case.name == "again" else tries and case.name not in UNCHECKED:
                work.append((call, "normal", {}))
        self._some_refused(cases, calls)
        self._verdict.not_tried += [f"{one.name}/normal" for one in cases if one.name in UNCHECKED and not one.values]
        left_out = self._left_out([case for case in cases if case.name in REGULAR], tried)
        work = [one for one in work if cases[calls[one[0]][0]].name != left_out]
        later = [
            (call, values, {})
            for call, (number, _) in enumerate(calls)
            for values in cases[number].values
            if values != "normal" and call in {one[0] for one in work} and call == _first(calls, number)
        ]
        if any(one.check == "clean" for one in self._verdict.failures):
            later = []
        if self._gate.values:
            work = [one for one in work if "normal" in self._gate.values]
        if "normal" in (self._gate.values or ("normal",)):
            later += [
                (call, "normal", {"checked": False})
                for call, (number, events) in enumerate(calls)
                if cases[number].name in UNCHECKED
                and cases[number].values
                and events[-1].kind == "end"
                and call == _first(calls, number)
            ]
        needed = _needed([(cases[calls[call][0]], values) for call, values, _ in [*work, *later]])
        for (call, values, style), need in zip([*work, *later], needed, strict=True):
            if self._done:
                break
            case = cases[calls[call][0]]
            if self._spent_s > self._gate.budget_s * (_NEEDED if need else 1) and kernels:
                self._verdict.not_tried.append(f"{case.name}/{values}")
                continue
            try:
                self._replay(call, case, values, style, (reference, replays), tried[case.name], kernels)
            except Ended as error:
                self._fail("time", f"the replay: {error}\n{_last(replays.said())}", case, values)
                break
        self._made_by_moves(cases)
        self._verdict.kernels = sorted(kernels)

    def _made_by_moves(self, cases: list[Case]) -> None:
        """Results that were moved to their places whatever the inputs hold: no kernel of the candidate's computes."""
        for case in cases:
            for k, _ in enumerate(case.outputs):
                made = sorted(self._moved.get((case.name, k), {""}))
                if "" not in made:
                    name = "`to`" if made[0] == "_to_copy" else f"`{made[0]}`"
                    what = f"result {k}" if len(case.outputs) > 1 else "the result"
                    self._fail("torch", f"{what} is what torch's {name} makes of inputs: kernels only copy it", case)

    def _chosen(self, again: dict[int, list[Message]]) -> set[int]:
        """Which of the many calls of one case are replayed: the last, two others, and those that did something else."""
        calls = list(again)
        drawn = [calls[_drawn(self._seed, "again", k) % len(calls)] for k in range(2) if calls]
        said = {call: signature(events) for call, events in again.items() if events[-1].kind == "end"}
        return {*calls[-1:], *drawn, *unusual(said, _UNUSUAL)}

    def _left_out(self, regular: list[Case], tried: dict[str, Tried]) -> str:
        """The case that is not needed, as the candidate takes the other of the regular ones."""
        refused = [case for case in regular if tried[case.name].refused]
        if regular and len(refused) == len(regular) and not self._verdict.failures:
            self._fail("builds", f"the candidate fails: {tried[regular[0].name].refused}", regular[0])
        if refused or len(regular) < 2:
            return ""
        left_out = regular[-1].name
        self._verdict.cases = [one for one in self._verdict.cases if one.name != left_out]
        return left_out

    def _some_refused(self, cases: list[Case], calls: list[tuple[int, list[Message]]]) -> None:
        """A case is refused in each of its calls or in none: what decides otherwise is not its sizes."""
        for number, case in enumerate(cases):
            ends = [events[-1] for one, events in calls if one == number]
            errors = [one.header for one in ends if one.kind == "error"]
            if errors and len(errors) < len(ends) and not self._verdict.failures:
                said = f"{errors[0]['type']}: {errors[0]['message']}".splitlines()[0]
                self._fail("own", f"{len(errors)} of {len(ends)} calls with the same sizes fail: {said}", case)

    def _refused(self, case: Case, last: Message, tried: Tried) -> None:
        said = f"{last.header['type']}: {last.header['message']}"
        if (case.edge or (case.of or case.name) in REGULAR) and not last.header["launches"]:
            tried.refused = said.splitlines()[0]
        elif last.header["type"] != "Refused" or not self._verdict.failures:  # what was refused is a failure already
            self._fail("builds", f"the candidate fails: {said}", case)

    def _replay(
        self,
        call: int,
        case: Case,
        values: str,
        style: dict[str, Any],
        processes: tuple[Process, Process],
        tried: Tried,
        kernels: set[str],
    ) -> None:
        """One call with one kind of values, in two orders."""
        reference, replays = processes
        first = [one.value for one in case.arguments]
        asked = {"case": case.of or case.name, "style": values, "first": first, "sampled": case.sampled}
        reference.send({"kind": "values", **asked, "seed": _drawn(self._seed, case.name, call, values)})
        try:
            made = reference.answer(_UNCHECKED_S if case.name in UNCHECKED else self._gate.limit_s)
        except Ended:
            if case.name not in UNCHECKED:
                raise
            self._verdict.not_tried.append(f"{case.name}/{values}")
            return
        if made.kind != "values":
            return
        count = sum(one.is_array for one in case.arguments)
        inputs, right = made.blobs[:count], made.blobs[count:]
        allowed = list(self._gate.allowed)
        plain = {"poison": POISONS[0], "seed": None, "backwards": False, "checked": True, "allowed": allowed, **style}
        plain["changed"] = list(made.header["changed"])
        if case.sampled:
            plain["sample"] = _drawn(self._seed, "sample")
        run = {"kind": "run", "call": call, "case": asdict(case)}
        answer = self._asked(replays, {**run, **plain}, inputs)
        sample = answer.header.get("sample")
        if case.name in UNCHECKED and (answer.header.get("check") == "time" or (sample and sample["run"] < _FEWEST)):
            self._verdict.not_tried.append(f"{case.name}/{values}")
            return
        if answer.header.get("check") == "refused":
            tried.refused = str(answer.header["message"]).splitlines()[0]
            return
        tried.values.append(values)
        if not self._sound(answer, case, values):
            return
        for number in answer.header["changed"]:
            if number not in made.header["changed"]:
                self._fail_once("outputs", f"input {number} is written to", case, values)
        if case.name in REGULAR:
            for k, made_by in enumerate(answer.header["moved"]):
                if made_by is not None:
                    self._moved.setdefault((case.name, k), set()).add(made_by)
        tried.launches += answer.header["launches"]
        kernels.update(answer.header["kernels"])
        if case.sampled and sample:
            tried.sampled = f"{sample['run']} of {sample['clusters']} blocks"
            wrong = self._wrong_in_sample(answer, made, right, sample)
        else:
            wrong = self._wrong(answer, made, right)
        if wrong is not None:
            self._fail("correct", wrong, case, values)
            return
        if values != "normal" or case.name in UNCHECKED:
            return
        other = {**plain, "poison": POISONS[1], "seed": _drawn(self._seed, call) & 0x7FFFFFFF | 1, "backwards": True}
        again = self._asked(replays, {**run, **other}, inputs)
        wrong = self._wrong(again, made, right) if again.kind == "ran" else again.header.get("message")
        if wrong is not None:
            self._fail("orders", f"with blocks and warps in another order: {wrong}", case, values)
        if not case.edge or case.name == "odd":
            self._stored(replays, {**run, **plain}, inputs, answer, case)
        if not case.edge and again.kind == "ran":
            kept = dict.fromkeys([*answer.header["kept"], *again.header["kept"]])
            self._kept(replays, {**run, **plain}, inputs, made, right, list(kept), case)

    def _kept(
        self,
        replays: Process,
        run: dict[str, Any],
        inputs: tuple[bytes, ...],
        made: Message,
        right: tuple[bytes, ...],
        numbers: list[int],
        case: Case,
    ) -> None:
        """Memory that calls change and keep must not decide on results."""
        for number in numbers:
            for how in AGES:
                answer = self._asked(replays, {**run, "age": [number, how]}, inputs)
                wrong = self._wrong(answer, made, right) if answer.kind == "ran" else answer.header.get("message")
                if wrong is not None:
                    self._fail_once(
                        "own", f"a result depends on what earlier calls left in memory: {wrong}", case, "normal"
                    )
                    return

    def _asked(self, replays: Process, header: dict[str, Any], inputs: tuple[bytes, ...]) -> Message:
        replays.send(header, *inputs)
        answer = replays.answer(self._gate.limit_s)
        self._spent_s = float(answer.header["cpu_s"])
        return answer

    def _sound(self, answer: Message, case: Case, values: str) -> bool:
        """Whether a replay came to its end, and nothing was found in it."""
        if answer.kind == "broken":
            self._fail_once(str(answer.header["check"]), str(answer.header["message"]), case, values)
            return False
        for check, message in answer.header["problems"]:
            self._fail_once(check, message, case, values)
        if answer.header["findings"]:
            self._fail_once("clean", answer.header["report"], case, values)
        return not answer.header["findings"]

    def _fail_once(self, check: str, message: str, case: Case, values: str) -> None:
        known = "builds" if check == "record" else check
        text = message.splitlines()[0]
        if (known + text) not in self._broken:
            self._broken.add(known + text)
            self._fail(known, message, case, values)

    def _wrong(self, answer: Message, made: Message, right: tuple[bytes, ...]) -> str | None:
        """What is wrong with the results of a replay."""
        got, wanted = answer.header["outputs"], made.header["outputs"]
        if len(got) != len(wanted):
            return f"the candidate gives {len(got)} arrays, the reference {len(wanted)}"
        for k, (one, other) in enumerate(zip(got, wanted, strict=True)):
            name = f"result {k}: " if len(got) > 1 else ""
            if found := _unlike(one, other):
                return name + found
            shape = one["shape"]
            values = arrays.as_float64(answer.blobs[k], one["dtype"], shape)
            known = arrays.as_float64(right[3 * k], one["dtype"], shape)
            exact, near = (arrays.as_float64(right[3 * k + n], "float64", shape) for n in (1, 2))
            found = difference(values, Truth(known, exact, near), one["dtype"], self._gate.scale)
            if found is not None:
                return f"{name}{found}"
        return None

    def _wrong_in_sample(
        self, answer: Message, made: Message, right: tuple[bytes, ...], sample: dict[str, int]
    ) -> str | None:
        """What is wrong with the results of a call of which some blocks were run: in what they store, and how much."""
        import numpy as np

        got, wanted = answer.header["outputs"], made.header["outputs"]
        if len(got) != len(wanted):
            return f"the candidate gives {len(got)} arrays, the reference {len(wanted)}"
        whole = sample["run"] == sample["clusters"]
        for k, (one, other) in enumerate(zip(got, wanted, strict=True)):
            name = f"result {k}: " if len(got) > 1 else ""
            if found := _unlike(one, other):
                return name + found
            count, mask = math.prod(one["shape"]), answer.blobs[len(got) + k]
            if not whole and not mask:
                continue
            stored = np.ones(count, np.bool_) if whole else np.frombuffer(mask, np.bool_)
            wrong = rough_difference(answer.blobs[k], right[k], one["dtype"], one["shape"], stored, self._gate.scale)
            if wrong is not None:
                return f"{name}{wrong}"
            all_ = int(stored.sum()) * sample["clusters"] // sample["run"]
            if sample["run"] >= _ENOUGH_TO_COUNT and all_ < _LEAST_STORED * count:
                said = f"{sample['run']} of {sample['clusters']} blocks store {int(stored.sum())} elements"
                return f"{name}{said}, so that all store about {all_} of {count}"
        return None

    def _stored(
        self, replays: Process, run: dict[str, Any], inputs: tuple[bytes, ...], answer: Message, case: Case
    ) -> None:
        """Results that the host wrote to must be stored by kernels all the same."""
        import numpy as np

        outputs = answer.header["outputs"]
        for number in dict.fromkeys(one["memory"] for one in outputs if one["last"] in _ALSO_STORED):
            here = [one for one in outputs if one["memory"] == number]
            stored: list[Any] = []
            for sign in (1, -1):
                ran = self._asked(replays, {**run, "scramble": [number, sign]}, inputs)
                if ran.kind != "ran":
                    return
                stored.append([np.frombuffer(blob, np.bool_) for blob in ran.blobs[len(outputs) :]])
            for k, one in enumerate(here):
                if k >= min(len(stored[0]), len(stored[1])):
                    continue
                both = stored[0][k] | stored[1][k]
                if both.size and not (both.any() if one["last"] == "fill" else both.all()):
                    count = int((~both).sum())
                    self._fail_once(
                        "own", f"{count} of {both.size} elements of a result are stored by no kernel", case, "normal"
                    )


def _unlike(one: dict[str, Any], other: dict[str, Any]) -> str:
    """How a result's shape or type is not the reference's."""
    if list(one["shape"]) != list(other["shape"]):
        return f"the shape is {one['shape']}, expected {other['shape']}"
    if other["dtype"] and one["dtype"] != other["dtype"]:
        return f"the type is {one['dtype']}, expected {other['dtype']}"
    return ""


def _first(calls: list[tuple[int, list[Message]]], number: int) -> int:
    return next(k for k, (one, _) in enumerate(calls) if one == number)


def _needed(work: Sequence[tuple[Case, str]]) -> list[bool]:
    """Which replays a slow kernel does not get out of: the first of each kind of values, and of sizes."""
    seen: set[str] = set()
    found: list[bool] = []
    for case, values in work:
        sizes = (
            "edge"
            if case.edge and case.name not in (WEIGHTS, CONSTANTS)
            else "regular"
            if case.name in REGULAR
            else case.name
        )
        kind = sizes if values == "normal" else values
        found.append(case.name not in UNCHECKED and kind not in seen)
        seen.add(kind)
    return found


def _has_work(case: Case) -> bool:
    """Whether results depend on inputs: of nothing they are constants."""
    inputs = [one for one in case.arguments if one.is_array]
    return any(one.elements for one in case.outputs) and (not inputs or any(one.elements for one in inputs))


def _last(text: str) -> str:
    return "\n".join(text.strip().splitlines()[-3:])
