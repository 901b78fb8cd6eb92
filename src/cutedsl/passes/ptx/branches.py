"""Branches within an inline PTX text, as predicates and loops.

A branch to a label further on sets a flag, under whose opposite everything up to the label runs. The part of the text
from a label to the last branch back to it is a loop that begins again where that branch was taken. `exit` and `ret`
are branches to the end of the text, after which the thread has nothing left to do.

Source: PTX ISA, "bra", "exit", "ret".
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Final

from xdsl.dialects import arith
from xdsl.dialects.builtin import BoolAttr, i1
from xdsl.ir import SSAValue

from cutedsl.passes.ptx.registers import Machine
from cutedsl.passes.ptx.text import Instruction, Label, Statement

_BRANCHES: Final = ("bra", "exit", "ret")
_END: Final = "the end"
"""The label, which no author can write, that `exit` branches to."""


@dataclass(slots=True)
class Branches:
    """A text being run: its statements, and the place of each label."""

    machine: Machine
    text: Sequence[Statement]
    run: Callable[[Statement], None]
    """Runs a statement that is not a branch."""
    places: dict[str, int] = field(default_factory=dict[str, int])

    def run_text(self) -> SSAValue | None:
        """Runs all statements; returns whether the thread has ended, if the text can end it."""
        branches = [one for one in self.text if isinstance(one, Instruction) and _is_branch(one)]
        if not branches:
            for one in self.text:
                self.run(one)
            return None
        self.places = {one.name: at for at, one in enumerate(self.text) if isinstance(one, Label)}
        self.places[_END] = len(self.text)
        for one in branches:
            if _target(one) not in self.places:
                raise self.machine.unknown(f"{one.name} {' '.join(one.operands)}")
            self._set(_flag(_target(one)), taken=False)
        self._run(0, len(self.text))
        return self.machine.values.get(_flag(_END))

    def _run(self, start: int, end: int) -> None:
        at = start
        while at < end:
            one = self.text[at]
            at += 1
            match one:
                case Label(name=name):
                    again = self._end_of_loop(name, at)
                    if again > end:
                        raise self.machine.unknown(f"bra {name} from a loop that begins after the label")
                    if again > at:
                        self._loop(name, at, again)
                        at = again
                    elif _flag(name) in self.machine.values:
                        self._set(_flag(name), taken=False)
                case Instruction() if _is_branch(one):
                    self._branch(one)
                case Instruction():
                    self._where_alive(lambda one=one: self.run(one))
                case _:
                    self.run(one)

    def _end_of_loop(self, label: str, start: int) -> int:
        """The place after the last branch back to a label; `start` if there is none."""
        back = [at for at in range(start, len(self.text)) if _is_branch(self.text[at], label)]
        return back[-1] + 1 if back else start

    def _loop(self, label: str, start: int, end: int) -> None:
        flag = _flag(label)
        self._set(flag, taken=False)
        self._where_alive(lambda: self.machine.loop(flag, lambda: self._turn(flag, start, end)))

    def _turn(self, flag: str, start: int, end: int) -> None:
        """An iteration of a loop, which no thread begins that has branched to somewhere else."""
        for name in self._pending():
            self._set(name, taken=False)
        self._set(flag, taken=False)
        self._run(start, end)

    def _branch(self, branch: Instruction) -> None:
        flag = _flag(_target(branch))

        def take() -> None:
            if branch.guard:
                guard = f"!{branch.guard}" if branch.negated else branch.guard
                self.machine.when(self.machine.read(guard, i1), lambda: self._set(flag, taken=True))
            else:
                self._set(flag, taken=True)

        self._where_alive(take)

    def _where_alive(self, run: Callable[[], None]) -> None:
        """Runs something in the threads that no branch has led elsewhere."""
        machine, left = self.machine, self._pending()
        if not left:
            run()
            return
        gone = machine.values[left[0]]
        for name in left[1:]:
            gone = machine.op(arith.OrIOp, (gone, machine.values[name]), i1)
        machine.when(machine.opposite(gone), run)

    def _pending(self) -> list[str]:
        """The flags that may be set."""
        flags = {_flag(name) for name in self.places}
        return [name for name, value in self.machine.values.items() if name in flags and not _is_false(value)]

    def _set(self, flag: str, *, taken: bool) -> None:
        self.machine.values[flag] = self.machine.constant(int(taken), i1)


def _flag(label: str) -> str:
    return f"bra {label}"


def _is_branch(statement: Statement, label: str = "") -> bool:
    """Whether a statement is a branch, to a label if one is given."""
    return (
        isinstance(statement, Instruction) and statement.op in _BRANCHES and (not label or _target(statement) == label)
    )


def _target(branch: Statement) -> str:
    assert isinstance(branch, Instruction)
    return _END if branch.op != "bra" else branch.operands[0] if branch.operands else ""


def _is_false(value: SSAValue) -> bool:
    made = value.owner
    return isinstance(made, arith.ConstantOp) and made.value == BoolAttr.from_bool(False)
