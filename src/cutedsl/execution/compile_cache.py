"""The folder of compiled programs and of the objects they share: blocks of bytes by key, each checked when read.

A file is written under another name and then moved to its place, so readers see all of it or none. Of two writers the
last one wins, with the same content. What is truncated, foreign, of another key or of another format counts as
absent. Programs are executed, so files and folders that others could have written are refused (`private_files`).
"""

from __future__ import annotations

import hashlib
import os
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from cutedsl.errors import warn
from cutedsl.errors.frozen import frozen
from cutedsl.execution.private_files import (
    NotPrivate,
    append_private,
    check_folder,
    make_private_folder,
    read_private,
    write_private,
)
from cutedsl.forks.locks import fork_safe_lock

_MAGIC = b"CUTEDSL\x02"
_OLDER = b"CUTEDSL\x01"
"""The start of files of the format before, which are not damaged."""
_CHECK_BYTES = 16
PROGRAM, IMAGE = ".program", ".image"
"""What a file holds, by the end of its name: a whole program, or an object that many are linked with."""
DEFAULT_LIMIT_BYTES = 512 << 20
"""What the folder may grow to before the programs unused for longest are dropped."""
_LOG_LIMIT_BYTES = 256 << 10
_STRAY_AGE_S = 3600.0


@frozen
class StoredProgram:
    """A file of the cache: its key, size, and when it was last used (seconds since the epoch)."""

    key: str
    path: Path
    size_bytes: int
    used_at: float


class CompileCache:
    """What is in one folder. Methods may be called from several threads and processes.

    `get` and `put` are for one kind of file, by default programs. A folder that cannot be read or written makes every
    look-up a miss and every `put` nothing; so does one that others may write, which is said once (cache-refused).
    """

    def __init__(self, place: Path, kind: str = PROGRAM) -> None:
        self.place = place
        self._kind = kind
        self._programs = place / "programs"
        self._log = place / "log.jsonl"

    def get(self, key: str) -> bytes | None:
        """The bytes under a key, None if there are none; using them makes them young.

        Warns once of each: cache-damaged, cache-refused.
        """
        path = self._path(key)
        try:
            self._check_folders()
            content = read_private(path)
        except OSError:
            return None
        except NotPrivate as reason:
            _refuse(reason)
            return None
        payload = _checked(key, content)
        if payload is None:
            if not content.startswith(_OLDER):
                self.damaged(key)
            return None
        with suppress(OSError):
            os.utime(path)
        return payload

    @staticmethod
    def peek(program: StoredProgram) -> bytes | None:
        """The bytes of a program, None if they are damaged or gone; this is no use of it."""
        try:
            return _checked(program.key, read_private(program.path))
        except (OSError, NotPrivate):
            return None

    def damaged(self, key: str) -> None:
        """Drops a file that does not hold what it should, and says so once a process."""
        path = self._path(key)
        with suppress(OSError):
            path.unlink()
        if _first_time("damaged"):
            warn("cache-damaged", f"{path} does not match its key")

    def put(self, key: str, payload: bytes) -> None:
        """Keeps bytes under a key; at times drops what has not been used for longest."""
        try:
            make_private_folder(self.place)
            make_private_folder(self._programs)
            self._check_folders()
            write_private(self._path(key), _head(key, payload) + payload)
        except OSError:
            return
        except NotPrivate as reason:
            _refuse(reason)
            return
        if _first_time(f"gc {self.place}"):
            self.shrink()

    def programs(self) -> list[StoredProgram]:
        """All programs, those used last first."""
        return [stored for stored in self._stored() if stored.path.suffix == PROGRAM]

    def shrink(self, limit_bytes: int = DEFAULT_LIMIT_BYTES) -> list[StoredProgram]:
        """Drops what was unused for longest, until the rest fits; returns the programs that were dropped."""
        dropped: list[StoredProgram] = []
        held = 0
        for stored in self._stored():
            held += stored.size_bytes
            if held > limit_bytes:
                with suppress(OSError):
                    stored.path.unlink()
                    dropped.append(stored)
        self._drop_strays()
        self._shorten_log()
        return [stored for stored in dropped if stored.path.suffix == PROGRAM]

    def clear(self) -> int:
        """Drops every file and the log; returns how many programs there were."""
        dropped = self.shrink(-1)
        with suppress(OSError):
            self._log.unlink()
        return len(dropped)

    def note(self, line: str) -> None:
        """Adds one line to the log; lines of several processes do not mix."""
        with suppress(OSError, NotPrivate):
            make_private_folder(self.place)
            append_private(self._log, line.encode() + b"\n")

    def log_lines(self) -> list[str]:
        """The lines of the log, oldest first."""
        try:
            return read_private(self._log).decode("utf-8", "replace").splitlines()
        except (OSError, NotPrivate):
            return []

    def _check_folders(self) -> None:
        """Raises `OSError` where there are none, `NotPrivate` where others could put files."""
        check_folder(self.place)
        check_folder(self._programs)

    def _path(self, key: str) -> Path:
        return self._programs / f"{key}{self._kind}"

    def _stored(self) -> list[StoredProgram]:
        """Every file of every kind, those used last first."""
        found: list[StoredProgram] = []
        for entry in self._files():
            path = Path(entry.path)
            if path.suffix in (PROGRAM, IMAGE):
                with suppress(OSError):
                    facts = entry.stat()
                    found.append(StoredProgram(path.stem, path, facts.st_size, facts.st_mtime))
        return sorted(found, key=lambda stored: -stored.used_at)

    def _files(self) -> Iterator[os.DirEntry[str]]:
        with suppress(OSError), os.scandir(self._programs) as entries:
            yield from entries

    def _drop_strays(self) -> None:
        """Temporary files of writers that died."""
        for entry in self._files():
            with suppress(OSError):
                if entry.name.endswith(".new") and time.time() - entry.stat().st_mtime > _STRAY_AGE_S:
                    os.unlink(entry.path)

    def _shorten_log(self) -> None:
        with suppress(OSError):
            if self._log.stat().st_size > _LOG_LIMIT_BYTES:
                lines = self.log_lines()
                write_private(self._log, "".join(f"{line}\n" for line in lines[len(lines) // 2 :]).encode())


def _head(key: str, payload: bytes) -> bytes:
    """What a file begins with: its key, and the size and the hash of both it and what follows."""
    name = key.encode()
    check = hashlib.blake2b(name + b"\0" + payload, digest_size=_CHECK_BYTES).digest()
    return _MAGIC + len(name).to_bytes(8, "little") + name + len(payload).to_bytes(8, "little") + check


def _checked(key: str, content: bytes) -> bytes | None:
    """The payload of a file, None unless all of it is there, intact, and of this key."""
    start = len(_MAGIC) + 8 + len(key.encode()) + 8 + _CHECK_BYTES
    payload = content[start:]
    return payload if content[:start] == _head(key, payload) else None


def _refuse(reason: NotPrivate) -> None:
    if _first_time("refused"):
        warn("cache-refused", f"the compile cache is not used: {reason}")


_seen: set[str] = set()
_seen_lock = fork_safe_lock()


def _first_time(what: str) -> bool:
    """Whether this process has not come here with `what` before."""
    with _seen_lock:
        if what in _seen:
            return False
        _seen.add(what)
        return True
