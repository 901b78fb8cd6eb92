"""FileCheck in this process: CHECK lines against a text."""

from __future__ import annotations

import contextlib
import io
from pathlib import Path

from filecheck.finput import FInput
from filecheck.matcher import Matcher
from filecheck.options import Options
from filecheck.parser import Parser


def filecheck(checks: Path, text: str) -> str:
    """What FileCheck says of `text` against the CHECK lines of a file: empty if it matches."""
    options = Options(str(checks))
    said = io.StringIO()
    with contextlib.redirect_stderr(said):
        matcher = Matcher(options, FInput("<output>", text), Parser.from_opts(options))
        matcher.stderr = said
        code = matcher.run()
    return "" if code == 0 else said.getvalue() or f"FileCheck failed with {code}"
