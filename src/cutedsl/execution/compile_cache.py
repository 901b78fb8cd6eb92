"""The folder of compiled programs and of the objects they share: blocks of bytes by key, each checked when read.

A file is written beside its place and then moved there, so readers see all of it or none, and the last of two writers
wins with the same content. What is truncated, foreign or of another format counts as absent.
"""

from __future__ import annotations

import hashlib
import itertools
import os
import threading
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from cutedsl.errors import warn
from cutedsl.errors.frozen import frozen

_MAGIC = b"CUTEDSL\x01"
_CHECK_BYTES = 16
_HEAD_BYTES = len(_MAGIC) + 8 + _CHECK_BYTES
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
    look-up a miss and every `put` nothing.
    """

    def __init__(self, place: Path, kind: str = PROGRAM) -> None:
        self.place = place
        self._kind = kind
        self._programs = place / "programs"
        self._log = place / "log.jsonl"

    def get(self, key: str) -> bytes | None:
        """The bytes under a key, None if there are none; using them makes them young. Warns (cache-damaged) once."""
        path = self._path(key)
        try:
            content = path.read_bytes()
        except OSError:
            return None
        payload = _checked(content)
        if payload is None:
            self.damaged(key)
            return None
        with suppress(OSError):
            os.utime(path)
        return payload

    @staticmethod
    def peek(program: StoredProgram) -> bytes | None:
        """The bytes of a program, None if they are damaged or gone; this is no use of it."""
        try:
            return _checked(program.path.read_bytes())
        except OSError:
            return None

    def damaged(self, key: str) -> None:
        """Drops a file that does not hold what it should, and says so once a process."""
        path = self._path(key)
        with suppress(OSError):
            path.unlink()
        _warn_once(f"{path} does not hold a whole program")

    def put(self, key: str, payload: bytes) -> None:
        """Keeps bytes under a key; at times drops what has not been used for longest."""
        head = _MAGIC + len(payload).to_bytes(8, "little") + _check(payload)
        with suppress(OSError):
            self._programs.mkdir(parents=True, exist_ok=True)
            temporary = self._programs / f".{os.getpid()}.{next(_writes)}.{time.time_ns()}.new"
            try:
                temporary.write_bytes(head + payload)
                os.replace(temporary, self._path(key))
            except OSError:
                temporary.unlink(missing_ok=True)
                return
            if _first_time(f"gc {self.place}"):
                self.shrink()

    def programs(self) -> list[StoredProgram]:
        """All programs, those used last first."""
        return [stored for stored in self._stored() if stored.path.suffix == PROGRAM]

    def shrink(self, limit_bytes: int = DEFAULT_LIMIT_BYTES) -> list[StoredProgram]:
        """Drops what was unused for longest, until the rest fits; gives the programs that were dropped."""
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
        """Drops every file and the log; gives how many programs there were."""
        dropped = self.shrink(-1)
        with suppress(OSError):
            self._log.unlink()
        return len(dropped)

    def note(self, line: str) -> None:
        """Adds one line to the log; lines of several processes do not mix."""
        with suppress(OSError):
            self.place.mkdir(parents=True, exist_ok=True)
            handle = os.open(self._log, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o644)
            try:
                os.write(handle, line.encode() + b"\n")
            finally:
                os.close(handle)

    def log_lines(self) -> list[str]:
        """The lines of the log, oldest first."""
        try:
            return self._log.read_text("utf-8", "replace").splitlines()
        except OSError:
            return []

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
                temporary = self._log.with_suffix(".new")
                temporary.write_text("\n".join(lines[len(lines) // 2 :]) + "\n", "utf-8")
                os.replace(temporary, self._log)


def _check(payload: bytes) -> bytes:
    return hashlib.blake2b(payload, digest_size=_CHECK_BYTES).digest()


def _checked(content: bytes) -> bytes | None:
    """The payload of a file, None unless all of it is there and intact."""
    head, payload = content[:_HEAD_BYTES], content[_HEAD_BYTES:]
    if head != _MAGIC + len(payload).to_bytes(8, "little") + _check(payload):
        return None
    return payload


_writes = itertools.count()
_seen: set[str] = set()
_seen_lock = threading.RLock()


def _first_time(what: str) -> bool:
    """Whether this process has not come here with `what` before."""
    with _seen_lock:
        if what in _seen:
            return False
        _seen.add(what)
        return True


def _warn_once(message: str) -> None:
    if _first_time("damaged"):
        warn("cache-damaged", message)
