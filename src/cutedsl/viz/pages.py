"""The playground's pages: the page itself, its answers as data, and a view as one static HTML file."""

from __future__ import annotations

import dataclasses
import json
from functools import cache
from html import escape
from pathlib import Path

from cutedsl.errors import DSLUserCodeError
from cutedsl.errors.render import render
from cutedsl.viz.operations import OPERATIONS
from cutedsl.viz.view import DRAWINGS, Stage, View

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
def _template() -> str:
    return Path(__file__).with_name("playground.html").read_text(encoding="utf-8")


def playground_page(nonce: str) -> str:
    """The page that `cutedsl play` serves; only the script with this nonce may run."""
    operations = [
        {"name": o.name, "function": o.function, "hint": o.hint, "required": o.needs_argument}
        for o in OPERATIONS.values()
    ]
    choices = json.dumps({"operations": operations, "drawings": list(DRAWINGS.items())}).replace("<", "\\u003c")
    return _template().replace("@CHOICES@", choices).replace("@NONCE@", nonce)


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
    title = f"Layout {view.layout}"
    typed = "".join([f" → {name} {text}".rstrip() for name, text in view.steps])
    head = _STATIC_HEAD.format(title=escape(title)) + f"<h1>{escape(title)}</h1>\n"
    head += f"<p>Typed: <code>{escape(view.layout + typed)}</code></p>\n"
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
