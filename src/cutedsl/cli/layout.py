"""`cutedsl show layout`: a layout, and operations on it, drawn in the terminal and as SVG."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from typing import Any

from rich.console import Console

from cutedsl.cli.help_text import Paragraphs
from cutedsl.errors import DSLUserCodeError
from cutedsl.errors.colour import paint, wants_colour
from cutedsl.viz.operations import OPERATIONS
from cutedsl.viz.pages import typed_report
from cutedsl.viz.stage import Stage
from cutedsl.viz.view import View

_DESCRIPTION = """Draws LAYOUT, as `(4,8):(8,1)` or `S<3,3,3> o 0 o (8,64):(64,1)`; a shape alone is compact.
Operations are applied in the order given, each to the result of the one before."""


def show_layout(argv: Sequence[str]) -> int:
    """Exit code 0; 1 for a layout or operation that fails; 2 for a wrong command line."""
    options = _parser().parse_args(list(argv))
    try:
        stages = _view(options).stages()
        if options.svg:
            stages[-1].picture.save(options.svg)
    except DSLUserCodeError as error:
        text = typed_report(error)
        print(paint(text) if wants_colour(sys.stderr) else text, file=sys.stderr)
        return 1
    except OSError as error:
        print(f"cutedsl show layout: {error}", file=sys.stderr)
        return 1
    if options.latex:
        print(stages[-1].picture.latex(), end="")
    else:
        _print(stages)
    return 0


class _AddStep(argparse.Action):
    """Keeps operations in the order of the command line."""

    def __call__(
        self, parser: argparse.ArgumentParser, namespace: Any, values: Any, option_string: str | None = None
    ) -> None:
        namespace.steps = [*namespace.steps, (self.const, values or "")]


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="cutedsl show layout", description=_DESCRIPTION, formatter_class=Paragraphs)
    parser.add_argument("layout", metavar="LAYOUT")
    parser.set_defaults(steps=[])
    algebra = parser.add_argument_group("operations")
    for operation in OPERATIONS.values():
        algebra.add_argument(
            f"--{operation.name}",
            action=_AddStep,
            const=operation.name,
            nargs=None if operation.needs_argument else ("?" if operation.hint else 0),
            metavar="X",
            help=f"{operation.function}"
            + (f", as in `--{operation.name} '{operation.hint}'`" if operation.hint else ""),
        )
    drawing = parser.add_argument_group("drawing").add_mutually_exclusive_group()
    drawing.add_argument("--tv", metavar="TILE", help="the layout is (thread, value) -> element of this tile")
    drawing.add_argument("--banks", action="store_true", help="colour by shared-memory bank")
    drawing.add_argument("--conflicts", metavar="BYTES", type=int, help="a warp accesses BYTES at layout(lane)")
    parser.add_argument("--bits", metavar="N", type=int, default=16, help="bits an element, for banks (default 16)")
    parser.add_argument("--svg", metavar="FILE", help="write the last picture to FILE (.svg, .tex, .txt, .png, .pdf)")
    parser.add_argument("--latex", action="store_true", help="print the last picture as a LaTeX document instead")
    return parser


def _view(options: argparse.Namespace) -> View:
    """The view that the options ask for."""
    drawing = "tv" if options.tv else "banks" if options.banks else "conflicts" if options.conflicts else "grid"
    steps = tuple(options.steps)
    return View(options.layout, steps, drawing, options.tv or "", options.bits, options.conflicts or 4)


def _print(stages: Sequence[Stage]) -> None:
    """Each stage: its steps in words, the picture, the facts. A pipe gets full width and no colour."""
    console = Console(highlight=False)
    width = console.width if console.is_terminal else 10_000
    for number, stage in enumerate(stages):
        if len(stages) > 1:
            console.print(("\n" if number else "") + stage.title, style="bold", markup=False, soft_wrap=True)
        for line in stage.explanation:
            console.print(f"  {line}", markup=False, soft_wrap=True)
        console.print(stage.picture.text(width), soft_wrap=True)
    console.print("\n" + "   ".join([f"{name} {value}" for name, value in stages[-1].facts]), markup=False)
