"""Ten lessons from a thread to attention, with three puzzles each; `cutedsl learn` opens and checks them."""

from __future__ import annotations

from cutedsl.learn.lessons import Lesson, Puzzle, lessons, puzzle
from cutedsl.learn.verdicts import Verdict, check, verdict

__all__ = ["Lesson", "Puzzle", "Verdict", "check", "lessons", "puzzle", "verdict"]
