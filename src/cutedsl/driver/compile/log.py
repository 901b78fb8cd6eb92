"""The log of `CUTEDSL_LOG_TO_CONSOLE` and `CUTEDSL_LOG_TO_FILE`: what is compiled, found, warned of and refused."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Generator
from contextlib import contextmanager, suppress
from datetime import datetime
from pathlib import Path

from cutedsl.config import config
from cutedsl.errors import DSLBaseError

DEBUG, INFO, WARNING, ERROR = 10, 20, 30, 40
_NAMES = {DEBUG: "debug", INFO: "info", WARNING: "warning", ERROR: "error"}


def log(level: int, text: Callable[[], str]) -> None:
    """Adds a record where the settings ask for a log of such a level; further lines of its text are set in."""
    settings = config()
    wanted = settings.log_to_console or settings.log_to_file
    if not wanted or not settings.log_level or level < settings.log_level:
        return
    when = datetime.now().isoformat(sep=" ", timespec="milliseconds")
    record = f"{when} [{os.getpid()}] {_NAMES[level]}: " + text().replace("\n", "\n    ") + "\n"
    if settings.log_to_console:
        sys.stderr.write(record)
    if settings.log_to_file:
        folder = settings.dump_dir or Path()
        with suppress(OSError):  # a log is no reason to fail
            folder.mkdir(parents=True, exist_ok=True)
            with (folder / "cutedsl.log").open("a", encoding="utf-8") as file:
                file.write(record)


@contextmanager
def logged_errors() -> Generator[None]:
    """Within `with`, errors are logged as they pass."""
    try:
        yield
    except DSLBaseError as error:
        text = str(error)
        log(ERROR, lambda: text)
        raise
