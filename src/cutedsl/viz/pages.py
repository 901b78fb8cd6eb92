"""The playground's pages: served, as one file without a server, its answers as data, and a view as one HTML file."""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Sequence
from functools import cache
from html import escape
from pathlib import Path
from typing import Any

from cutedsl.arch.atoms.records import CopyRecord, MmaRecord
from cutedsl.errors import DSLUserCodeError
from cutedsl.errors.catalogue import CATALOGUE
from cutedsl.errors.render import render
from cutedsl.viz.explanations import GATHERED, LAWS
from cutedsl.viz.operations import OPERATIONS
from cutedsl.viz.pictures.instructions import copy_parts, explained, instructions, known
from cutedsl.viz.play_examples import EXAMPLES
from cutedsl.viz.stage import Stage
from cutedsl.viz.view import DRAWINGS, View

_FOLDER = Path(__file__).with_name("play")
_ALGEBRA = ("layouts.js", "algebra.js", "pictures.js")
_RECORDED = "accesses.json"

_STATIC_HEAD = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title}</title>
<style>
  body {{ font: 15px/1.45 system-ui, "DejaVu Sans", sans-serif; margin: 1.2rem; color: #111; }}
  h1 {{ font-size: 1.3rem; }} h2 {{ font-size: 1.05rem; margin: 1.6rem 0 .3rem; }}
  code, .explanation, pre {{ font: 13.5px/1.5 "DejaVu Sans Mono", Menlo, Consolas, monospace; }}
  .picture {{ overflow: auto; }} dt, dd {{ display: inline; margin: 0; }} dd {{ font-weight: 600; margin-right: 1rem; }}
</style>
</head>
<body>
"""


@cache
def _file(name: str) -> str:
    return (_FOLDER / name).read_text(encoding="utf-8")


def playground_page(nonce: str, accesses: Sequence[dict[str, Any]] | None = None) -> str:
    """The page that `cutedsl play` serves; only the script with this nonce may run.

    `accesses` are those of a program's kernels; without them, those of the examples that come with the package.
    """
    found = recorded_accesses() if accesses is None else accesses
    return _page(f' nonce="{nonce}"', page_choices(found), _file("page.js"))


def playground_file(accesses: Sequence[dict[str, Any]] | None = None) -> str:
    """The playground as one HTML file that needs no server: the algebra runs in the page, as JavaScript.

    It draws static layouts with indices below 2**53. `accesses` as in `playground_page`.
    """
    found = recorded_accesses() if accesses is None else accesses
    return _page("", {**page_choices(found), **static_data()}, algebra_script() + _file("page.js"))


def _page(attributes: str, data: dict[str, Any], script: str) -> str:
    text = json.dumps(data, separators=(",", ":")).replace("<", "\\u003c")
    return _file("page.html").replace("@DATA@", text).replace("@NONCE@", attributes).replace("@SCRIPT@", script)


def algebra_script() -> str:
    """The algebra and its pictures as JavaScript; it reads the texts of `static_data` from `DATA`."""
    return "".join([_file(name) for name in _ALGEBRA])


def recorded_accesses() -> list[dict[str, Any]]:
    """What the lines of the example kernels access, as a checked run recorded it."""
    return json.loads(_file(_RECORDED))


def page_choices(accesses: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """What the page offers."""
    return {
        "operations": [
            {"name": o.name, "function": o.function, "hint": o.hint, "required": o.needs_argument}
            for o in OPERATIONS.values()
        ],
        "drawings": DRAWINGS,
        "examples": [[title, view.to_query()] for title, view in EXAMPLES],
        "names": list(instructions()),
        "accesses": list(accesses),
    }


def static_data() -> dict[str, Any]:
    """What the script needs besides: instructions, and the texts of explanations and errors."""
    return {
        "static": True,
        "instructions": [_instruction_data(record) for record in instructions().values()],
        "gathered": GATHERED,
        "laws": LAWS,
        "errors": {
            name: {"why": e.why, "fix": e.fix} for name, e in CATALOGUE.items() if f'fail("{name}"' in algebra_script()
        },
    }


def _instruction_data(record: CopyRecord | MmaRecord) -> dict[str, Any]:
    data: dict[str, Any] = {"name": record.name, "header": record.header, "result": record.ptx or record.name}
    data |= {"explanation": explained(record), "facts": known(record)}
    if isinstance(record, CopyRecord):
        _, src, dst, tile = copy_parts(record)
        return data | {"title": f"Copy {record.name}", "src": str(src), "dst": str(dst), "tile": tile}
    parts = {"a": str(record.a), "b": str(record.b), "c": str(record.c)}
    return data | parts | {"title": f"MMA {record.name}", "shape": record.shape_mnk, "stored_k": record.stored_k}


def answer(view: View) -> dict[str, object]:
    """What the page shows: `stages`, or `error` with the text of our report."""
    try:
        return {"stages": [_stage_data(stage) for stage in view.stages()]}
    except DSLUserCodeError as error:
        return {"error": typed_report(error), "name": error.name}


def _stage_data(stage: Stage) -> dict[str, object]:
    return {
        "title": stage.title,
        "result": stage.result,
        "explanation": list(stage.explanation),
        "facts": [list(fact) for fact in stage.facts],
        "svg": stage.picture.svg(),
    }


def typed_report(error: DSLUserCodeError) -> str:
    """The report without a place: what failed was typed, and stands in no file."""
    return render(dataclasses.replace(error.report, span=None))


def static_page(view: View) -> str:
    """The view as one HTML file without scripts: what was typed, each stage with its picture, or the error."""
    drawn = (
        view.instruction if view.drawing == "instruction" else "an access" if view.drawing == "access" else view.layout
    )
    title = f"Layout {drawn}" if drawn == view.layout else f"Picture of {drawn}"
    typed = "".join([f" → {name} {text}".rstrip() for name, text in view.steps])
    head = _STATIC_HEAD.format(title=escape(title)) + f"<h1>{escape(title)}</h1>\n"
    head += f"<p>Typed: <code>{escape((view.lanes if view.drawing == 'access' else drawn) + typed)}</code></p>\n"
    try:
        body = "".join([_static_stage(stage) for stage in view.stages()])
    except DSLUserCodeError as error:
        body = f"<pre>{escape(typed_report(error))}</pre>\n"
    return head + body + "<p>Drawn by <code>cutedsl play</code>.</p>\n</body>\n</html>\n"


def _static_stage(stage: Stage) -> str:
    lines = "".join([f"<li>{escape(line)}</li>" for line in stage.explanation])
    facts = "".join([f"<dt>{escape(name)} </dt><dd>{escape(value)}</dd>" for name, value in stage.facts])
    return (
        f"<section>\n<h2>{escape(stage.title)}</h2>\n<p><code>{escape(stage.result)}</code></p>\n"
        + (f'<ul class="explanation">{lines}</ul>\n' if lines else "")
        + f'<div class="picture">\n{stage.picture.svg()}\n</div>\n<dl>{facts}</dl>\n</section>\n'
    )
