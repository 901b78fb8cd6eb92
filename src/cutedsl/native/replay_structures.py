"""The records by which a builtin repeats calls of operations without Python (`native/replay/replay.c`)."""

from __future__ import annotations

from typing import Final

from cutedsl.native.fields import Field, Structure

REPLAY_ALIGN_MASK: Final = 15
"""The bits of an address that belong to the class of a tensor."""

_OBJECT: Final = "struct Object *NAME"
REPLAY_RECORD: Final = Structure(
    "ReplayRecord",
    (
        Field("keeper", "ptr", "keeps the record and all that it names alive", c=_OBJECT),
        Field("next", "ptr", "the next record", c="struct ReplayRecord *NAME"),
        Field("positional", "i64", "arguments by position"),
        Field("named", "i64", "arguments by name"),
        Field("makes", "i64", "arrays that are made"),
        Field("steps", "i64", "programs that run"),
        Field("most", "i64", "the most arguments of a program"),
        Field("result", "i64", "which array is the result, of the arguments and then of those that are made"),
    ),
    doc="One class of calls, and what such a call runs. Behind it lie the names; a `ReplayArgument` for each argument; "
    "the callables that make arrays; for each program itself, its number of arguments, and a `ReplaySource` for each.",
)
REPLAY_HEAD: Final = Structure(
    "ReplayHead",
    (
        Field("environment", "ptr", "the environment of call code", c="CallEnvironment *NAME"),
        Field("chain", "ptr", "where the first record is", c="ReplayRecord **NAME"),
        Field("variable", "ptr", "a context variable that must be None", c=_OBJECT),
    ),
)
REPLAY_ARGUMENT: Final = Structure(
    "ReplayArgument",
    (
        Field("bytes", "i64", "its size here; where an object is wanted, nothing follows that"),
        Field("object", "ptr", "the object that it must be; null for a tensor", c=_OBJECT),
        Field("type", "ptr", "the exact type of a tensor", c=_OBJECT),
        Field("low", "i64", "the low bits of its address"),
        Field("device", "i64", "device type and number of its `DLTensor`, one word"),
        Field("kind", "i64", "rank and element type, one word; its shape and its strides follow"),
    ),
)
REPLAY_SOURCE: Final = Structure(
    "ReplaySource",
    (
        Field("place", "i64", "which array is passed; -1: the object"),
        Field("object", "ptr", "an object", c=_OBJECT),
    ),
)
REPLAY_STRUCTURES: Final = (REPLAY_RECORD, REPLAY_HEAD, REPLAY_ARGUMENT, REPLAY_SOURCE)
