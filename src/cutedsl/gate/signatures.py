"""Whether calls did the same: a candidate that counts its calls, or remembers, does something else in some of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, Final

from cutedsl.gate.wire import Message

_LEAST_ADDRESS: Final = 1 << 32


def signature(events: Sequence[Message]) -> str:
    """What a call did, without where its memory lies: equal for calls that did the same.

    Memory of the call itself is named by the order in which it came, that of earlier calls by its own number.
    """
    own: dict[int, int] = {}
    said: list[Any] = []
    for event in events:
        header = event.header
        match event.kind:
            case "memory":
                own[header["number"]] = len(own)
                said.append(("memory", header["bytes"], header["origin"]))
            case "operator":
                arguments = _named((header["args"], header["kwargs"], header["results"]), own)
                said.append(("operator", header["name"], arguments))
            case "launch":
                places = {slot: (_name(number, own), offset) for slot, number, offset in header["places"]}
                slots = [places.get(k, n if n < _LEAST_ADDRESS else "address") for k, n in enumerate(header["slots"])]
                said.append(("launch", header["program"], slots))
            case "end":
                said.append(("end", [[_name(one[0], own), *one[1:]] for one in header["outputs"]]))
            case _:
                said.append((event.kind,))
    return repr(said)


def unusual(signatures: Mapping[int, str], most: int) -> list[int]:
    """Of calls, those that did what fewest others did; one for each thing done, and none where all did the same.

    >>> unusual({3: "a", 4: "a", 5: "b", 6: "a"}, 2)
    [5]
    """
    counts = Counter(signatures.values())
    usual = counts.most_common(1)[0][0] if counts else ""
    last = {said: call for call, said in signatures.items() if said != usual}
    return sorted(last.values(), key=lambda call: (counts[signatures[call]], -call))[:most]


def _name(number: int, own: Mapping[int, int]) -> str:
    return f"own {own[number]}" if number in own else f"earlier {number}"


def _named(value: Any, own: Mapping[int, int]) -> Any:
    if isinstance(value, Mapping):
        if "tensor" in value:
            number, *rest = value["tensor"]
            return [_name(number, own), *rest]
        return {key: _named(one, own) for key, one in value.items()}
    if isinstance(value, list | tuple):
        if len(value) == 5 and isinstance(value[1], str) and isinstance(value[2], list):
            return [_name(value[0], own), *value[1:]]
        return [_named(one, own) for one in value]
    return value
