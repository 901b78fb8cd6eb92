"""The page of the command line: what `--help` prints, command by command."""

from __future__ import annotations

import contextlib
import io
import os

from cutedsl.cli import COMMANDS, main


def page() -> str:
    """The Markdown of cli.md."""
    parts = ["# Command line", f"```text\n{_help()}\n```"]
    parts += [f"## cutedsl {name}\n\n```text\n{_help(name)}\n```" for name in COMMANDS]
    return "\n\n".join(parts) + "\n"


def _help(*words: str) -> str:
    printed = io.StringIO()
    before = os.environ.get("COLUMNS")
    os.environ["COLUMNS"] = "88"
    try:
        with contextlib.redirect_stdout(printed), contextlib.suppress(SystemExit):
            main([*words, "--help"])
    finally:
        if before is None:
            del os.environ["COLUMNS"]
        else:
            os.environ["COLUMNS"] = before
    return printed.getvalue().strip()
