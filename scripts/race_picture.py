"""The README's picture, a terminal in which a race is found: `python scripts/race_picture.py`.

It runs `cutedsl check docs/missing_barrier.py`, whose output it shows, and writes docs/pictures/race.svg. The lines
appear one after the other where the viewer plays animations; elsewhere all are there at once.
"""

from __future__ import annotations

import html
import os
import subprocess
import sys
import textwrap
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parents[1]
PICTURE: Final = ROOT / "docs" / "pictures" / "race.svg"
COMMAND: Final = "cutedsl check docs/missing_barrier.py"
_COLUMNS: Final = 94
"""Longer lines wrap: the letters stay large on a phone."""
_LINE, _LEFT, _TOP = 20, 18, 52
_WIDTH: Final = round(2 * _LEFT + 8.45 * _COLUMNS)
_TYPED_S: Final = 0.5
_STEP_S: Final = 0.06
_COLOURS: Final = {"error": "#ff7b72", "^": "#ff7b72", "-": "#79c0ff", "fix": "#7ee787", "plain": "#e6edf3"}


def report() -> list[str]:
    """What the command prints."""
    words = ["-m", "cutedsl", *COMMAND.split()[1:]]
    path = os.pathsep.join(filter(None, [str(ROOT / "src"), os.environ.get("PYTHONPATH")]))
    environment = {**os.environ, "NO_COLOR": "1", "PYTHONPATH": path}
    done = subprocess.run([sys.executable, *words], cwd=ROOT, env=environment, capture_output=True, text=True)
    return done.stdout.rstrip().splitlines()


def picture(lines: list[str]) -> str:
    """The terminal as SVG."""
    rows = [(part, _colour(line)) for line in lines for part in _wrapped(line)]
    height = _TOP + _LINE * (len(rows) + 2)
    shown = [_text(0, f"$ {COMMAND}", "plain", 0)]
    shown += [_text(k + 1, row, colour, _TYPED_S + k * _STEP_S) for k, (row, colour) in enumerate(rows)]
    dots = "".join(
        f'<circle cx="{20 + 20 * k}" cy="18" r="6" fill="{fill}"/>'
        for k, fill in enumerate(("#ff5f56", "#ffbd2e", "#27c93f"))
    )
    return f"""<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {height}" role="img">
<title>cutedsl check finds a race without a GPU</title>
<style>
text {{ font: 14px ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", monospace; white-space: pre; }}
@media (prefers-reduced-motion: no-preference) {{ text {{ animation: appear 0.01s backwards; }} }}
@keyframes appear {{ from {{ opacity: 0; }} }}
</style>
<rect width="{_WIDTH}" height="{height}" rx="8" fill="#0d1117"/>
{dots}
{chr(10).join(shown)}
</svg>
"""


def _wrapped(line: str) -> list[str]:
    """A line as rows of the terminal; what goes on is indented below the text after `= fix: ` and the like."""
    indent = " " * (line.index(": ") + 2 if line.startswith("   = ") else 4)
    return textwrap.wrap(line, _COLUMNS, subsequent_indent=indent, break_on_hyphens=False) or [""]


def _text(row: int, line: str, colour: str, delay_s: float) -> str:
    place = f'x="{_LEFT}" y="{_TOP + _LINE * row}" fill="{_COLOURS[colour]}"'
    return f'<text {place} xml:space="preserve" style="animation-delay: {delay_s:.2f}s">{html.escape(line)}</text>'


def _colour(line: str) -> str:
    """A line's colour: faults red, the other side blue, the fix green."""
    bare = line.lstrip(" 0123456789|")
    if line.startswith("error["):
        return "error"
    if "= fix:" in line:
        return "fix"
    return bare[0] if bare[:1] in ("^", "-") and not bare.startswith("-->") else "plain"


if __name__ == "__main__":
    PICTURE.write_text(picture(report()), encoding="utf-8")
