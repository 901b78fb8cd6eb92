"""The process that compiles and runs what a candidate recorded. It has none of the candidate's Python."""

from __future__ import annotations

import time
from dataclasses import asdict
from typing import Any, BinaryIO, Final

from cutedsl.checker.formats.text import report_text
from cutedsl.errors import DSLUserCodeError
from cutedsl.gate.cases import Case
from cutedsl.gate.replays.programs import Program
from cutedsl.gate.replays.replay import Broken, Ran, Replayer, Style
from cutedsl.gate.wire import Message, messages, send, split_calls

_MOST_TEXT: Final = 6000
_REFUSALS: Final = ("launch-invalid-grid", "launch-invalid-block", "too-many-threads", "too-much-shared-memory")
"""Errors of a launch, by which CUDA too refuses sizes that a candidate need not take."""


def serve(commands: BinaryIO, answers: BinaryIO) -> None:
    """Serves the gate: takes a record, and then replays of its calls."""
    record: list[Message] = []
    calls: list[tuple[int, list[Message]]] | None = None
    replayer = Replayer()
    for message in messages(commands):
        if message.kind != "run":
            record.append(message)
            continue
        if calls is None:
            calls = list(split_calls(record))
            for one in record:
                if one.kind == "program":
                    program = Program(one.blobs[0].decode("utf-8", "replace"), str(one.header["host"]))
                    replayer.programs[str(one.header["digest"])] = program
        header, blobs = _answer(replayer, calls, message)
        send(answers, {**header, "cpu_s": time.process_time()}, *blobs)


def _answer(
    replayer: Replayer, calls: list[tuple[int, list[Message]]], message: Message
) -> tuple[dict[str, Any], list[bytes]]:
    header = message.header
    case = Case.of_json(header["case"])
    arrays = [k for k, argument in enumerate(case.arguments) if argument.is_array]
    inputs = dict(zip(arrays, message.blobs, strict=True))
    scramble = header.get("scramble")
    scrambled, age = tuple(scramble) if scramble else None, header.get("age")
    aged = (int(age[0]), str(age[1])) if age else None
    style = Style(
        header["poison"],
        header["seed"],
        header["backwards"],
        scrambled,
        aged,
        header["checked"],
        header.get("sample"),
        tuple(header["changed"]),
    )
    replayer.allowed = frozenset(header["allowed"])
    try:
        ran = replayer.run(case, calls[header["call"]][1], inputs, style)
    except Broken as error:
        return {"kind": "broken", "check": error.check, "message": str(error)}, []
    except DSLUserCodeError as error:
        refused = case.edge and error.name in _REFUSALS
        check = "time" if error.name == "launch-timeout" else "refused" if refused else "builds"
        return {"kind": "broken", "check": check, "message": str(error)[:_MOST_TEXT]}, []
    except Exception as error:
        import traceback

        traceback.print_exc()
        return {"kind": "broken", "check": "record", "message": f"{type(error).__name__}: {error}"[:_MOST_TEXT]}, []
    return _ran(replayer, ran), [*(one[2] for one in ran.outputs), *ran.stored]


def _ran(replayer: Replayer, ran: Ran) -> dict[str, Any]:
    findings = [{"kind": one.kind, "message": one.message} for one in ran.report.findings]
    return {
        "kind": "ran",
        "outputs": [
            {"dtype": dtype, "shape": list(shape), "memory": number, "last": replayer.memory[number].last}
            for dtype, shape, _, number in ran.outputs
        ],
        "problems": [list(one) for one in ran.problems],
        "changed": ran.changed,
        "kept": ran.kept,
        "moved": ran.moved,
        "sample": asdict(ran.sample) if ran.sample else None,
        "findings": findings,
        "report": report_text(ran.report)[:_MOST_TEXT] if findings else "",
        "launches": ran.launches,
        "kernels": sorted(ran.kernels),
    }
