"""Files that only this user can have written: what is executed from a folder that others may reach.

A file counts if it is a regular one, belongs to this user or to root, and nobody else may write it. What is opened is
what is checked, so that a file exchanged in between is not read. Symbolic links, named pipes and devices are refused
without opening them. Windows has its own rights, which a user's profile has set; nothing is checked there.
"""

from __future__ import annotations

import itertools
import os
import stat
import sys
import time
from contextlib import suppress
from pathlib import Path
from typing import Final

_ROOT: Final = 0
_OTHERS_WRITE: Final = stat.S_IWGRP | stat.S_IWOTH
_KINDS: Final = {
    stat.S_IFLNK: "a symbolic link",
    stat.S_IFIFO: "a named pipe",
    stat.S_IFDIR: "a folder",
    stat.S_IFCHR: "a device",
    stat.S_IFBLK: "a device",
    stat.S_IFSOCK: "a socket",
}
_NO_TRAPS: Final = 0 if sys.platform == "win32" else os.O_NOFOLLOW | os.O_NONBLOCK
"""Flags of opening: no link is followed, and a pipe does not block."""
_writes = itertools.count()


class NotPrivate(Exception):
    """A file or folder that somebody else could have written; its text says why."""


def read_private(path: Path) -> bytes:
    """The bytes of a file. Raises `OSError` where there is none, `NotPrivate` where others could have written it."""
    _check(path, os.lstat(path))
    handle = os.open(path, os.O_RDONLY | _NO_TRAPS)
    with open(handle, "rb") as file:
        _check(path, os.fstat(handle))
        return file.read()


def write_private(path: Path, content: bytes) -> None:
    """Writes a file that only this user can read; readers see all of it or what was there before. Raises `OSError`."""
    temporary = path.with_name(f".{os.getpid()}.{next(_writes)}.{time.time_ns()}.new")
    handle = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL | _NO_TRAPS, 0o600)
    try:
        with open(handle, "wb") as file:
            file.write(content)
        os.replace(temporary, path)
    except OSError:
        with suppress(OSError):
            temporary.unlink()
        raise


def append_private(path: Path, line: bytes) -> None:
    """Adds a line to a file in one write. Raises `OSError` and `NotPrivate`."""
    handle = os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT | _NO_TRAPS, 0o600)
    try:
        _check(path, os.fstat(handle))
        os.write(handle, line)
    finally:
        os.close(handle)


def make_private_folder(folder: Path) -> None:
    """Makes a folder that only this user can read, and those above it that are missing. Raises `OSError`."""
    folder.parent.mkdir(parents=True, exist_ok=True)
    folder.mkdir(mode=0o700, exist_ok=True)


def check_folder(folder: Path) -> None:
    """Refuses a folder in which others could exchange files, unless its sticky bit keeps them from it.

    A link to a folder counts as that folder. A group with the user's own number counts as the user: such groups are
    the default on many systems, with folders that they may write. Raises `OSError` where there is none, `NotPrivate`.
    """
    facts = os.stat(folder)
    if not stat.S_ISDIR(facts.st_mode):
        raise NotADirectoryError(str(folder))
    _check_owner(folder, facts)
    others = stat.S_IWOTH if facts.st_gid == facts.st_uid else _OTHERS_WRITE
    if sys.platform != "win32" and facts.st_mode & others and not facts.st_mode & stat.S_ISVTX:
        raise NotPrivate(f"{folder} has mode {facts.st_mode & 0o7777:04o}: others can put files there")


def _check(path: Path, facts: os.stat_result) -> None:
    if not stat.S_ISREG(facts.st_mode):
        raise NotPrivate(f"{path} is {_KINDS.get(stat.S_IFMT(facts.st_mode), 'no file')}")
    _check_owner(path, facts)
    if sys.platform != "win32" and facts.st_mode & _OTHERS_WRITE:
        raise NotPrivate(f"{path} has mode {facts.st_mode & 0o7777:04o}: others can write it")


def _check_owner(path: Path, facts: os.stat_result) -> None:
    if sys.platform != "win32" and facts.st_uid not in (_ROOT, os.geteuid()):
        raise NotPrivate(f"{path} belongs to user {facts.st_uid}, and this process runs as user {os.geteuid()}")
