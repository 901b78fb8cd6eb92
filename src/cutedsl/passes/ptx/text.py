"""PTX statements as data: instructions with their modifiers and operands, out of an inline text.

Source: PTX ISA, "Syntax".
"""

from __future__ import annotations

import re

from cutedsl.errors.frozen import frozen

_COMMENT = re.compile(r"//[^\n]*|/\*.*?\*/", re.DOTALL)
_LABEL = re.compile(r"\s*([A-Za-z_$%][\w$]*)\s*:")
_GUARD = re.compile(r"@\s*(!?)\s*([\w$%.]+)\s+")
_REGISTERS = re.compile(r"\.reg\s+(?:\.v([24])\s+)?\.(\w+)\s+(.*)", re.DOTALL)


@frozen
class Instruction:
    """`@guard op.mod.mod a, b;`: `guard` is a predicate's name or "", `negated` its `!`."""

    op: str
    modifiers: tuple[str, ...]
    operands: tuple[str, ...]
    guard: str = ""
    negated: bool = False

    @property
    def name(self) -> str:
        """The instruction as it was written, without operands."""
        return ".".join((self.op, *self.modifiers))


@frozen
class Label:
    """A place that branches name."""

    name: str


@frozen
class Registers:
    """`.reg .type a, b;`, or with `elements` `.reg .v4 .type a;`, whose parts are a.x, a.y, a.z and a.w."""

    type: str
    names: tuple[str, ...]
    elements: int = 0


@frozen
class Scope:
    """A brace: a scope begins or ends."""

    opens: bool


Statement = Instruction | Label | Registers | Scope


def statements(text: str) -> list[Statement]:
    """The statements of a text, in order.

    >>> [s.name for s in statements("{ add.s32 $0, $1, 4; }") if isinstance(s, Instruction)]
    ['add.s32']
    """
    found: list[Statement] = []
    for piece in _pieces(_COMMENT.sub(" ", text).replace("\\n", "\n").replace("\\t", " ")):
        label = _LABEL.fullmatch(piece)
        if label is not None:
            found.append(Label(label[1]))
        elif piece.strip() in ("{", "}"):
            found.append(Scope(piece.strip() == "{"))
        elif piece.strip():
            found.append(_statement(piece.strip()))
    return _with_waits(found)


def _pieces(text: str) -> list[str]:
    """The text cut at semicolons, after labels, and at the braces of scopes, which stand where a statement begins."""
    pieces, start = [""], True
    for char in text:
        if char == ";" or (start and char in "{}"):
            pieces += [""] if char == ";" else [char, ""]
            start = True
            continue
        pieces[-1] += char
        start = start and char.isspace()
        if char == ":" and _LABEL.fullmatch(pieces[-1]):
            pieces.append("")
            start = True
    return pieces


def _statement(text: str) -> Statement:
    declared = _REGISTERS.fullmatch(text)
    if declared is not None:
        names = tuple(name.strip() for name in declared[3].split(","))
        return Registers(declared[2], names, int(declared[1] or 0))
    guard = _GUARD.match(text)
    body = text if guard is None else text[guard.end() :]
    head, *rest = body.strip().split(maxsplit=1)
    op, *modifiers = head.split(".")
    operands = tuple(_operands(" ".join(rest)))
    modifiers = [part for part in ".".join(modifiers).replace("::", "_").split(".") if part]
    return Instruction(op, tuple(modifiers), operands, guard[2] if guard else "", bool(guard and guard[1]))


def _operands(text: str) -> list[str]:
    """Operands at the commas that no bracket or brace holds."""
    found, depth = [""], 0
    for char in text:
        depth += (char in "[{(") - (char in "]})")
        if char == "," and not depth:
            found.append("")
        else:
            found[-1] += char
    return [operand.strip() for operand in found if operand.strip()]


def _with_waits(found: list[Statement]) -> list[Statement]:
    """The usual loop around `mbarrier.try_wait` as one instruction, `mbarrier.wait`.

    `L: try_wait p, ...; @p bra D; bra L; D:` and `L: try_wait p, ...; @!p bra L;`.
    """
    out: list[Statement] = []
    at = 0
    while at < len(found):
        wait, length = _wait_at(found[at : at + 5])
        out.append(wait if wait is not None else found[at])
        at += length
    return out


def _wait_at(window: list[Statement]) -> tuple[Instruction | None, int]:
    match window:
        case [
            Label(name=start),
            Instruction(op="mbarrier", operands=(flag, *operands)) as look,
            Instruction(op="bra", operands=(end,), guard=guard, negated=False),
            Instruction(op="bra", operands=(back,), guard=""),
            Label(name=last),
        ] if guard == flag and back == start and end == last:
            return _wait(look, operands), 5
        case [
            Label(name=start),
            Instruction(op="mbarrier", operands=(flag, *operands)) as look,
            Instruction(op="bra", operands=(back,), guard=guard, negated=True),
            *_,
        ] if guard == flag and back == start:
            return _wait(look, operands), 3
        case _:
            return None, 1


def _wait(look: Instruction, operands: list[str]) -> Instruction:
    return Instruction("mbarrier", ("wait", *look.modifiers[1:]), tuple(operands))
