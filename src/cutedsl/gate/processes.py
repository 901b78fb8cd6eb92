"""The gate's other processes: started early, asked over pipes, and ended with all that they started."""

from __future__ import annotations

import contextlib
import json
import os
import secrets
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path
from queue import Empty, Queue
from typing import Any, Final

from cutedsl.gate.limits import Spent
from cutedsl.gate.wire import Message, WireError, receive, send

_KEPT: Final = ("PATH", "HOME", "LANG", "LC_ALL", "VIRTUAL_ENV", "LD_LIBRARY_PATH", "CUTEDSL_CACHE_DIR", "TMPDIR")
_LOOK_S: Final = 0.1
"""How often a process is looked at while it is waited for."""
_MOST_TIMES: Final = 10
"""A process may take so many times its limit on a machine that others keep busy."""
_END: Final = Message({"kind": "end of stream"})


class Ended(Exception):
    """A process has ended, or takes too long."""


class Process:
    """One worker that a spawner started, with a folder of its own as its current one."""

    def __init__(self, pid: int, commands: int, answers: int, said: Any, folder: Any) -> None:
        self._pid, self._said, self._folder = pid, said, folder
        self._commands = os.fdopen(commands, "wb")
        self.spent = Spent(pid)
        self._answers: Queue[Message] = Queue()
        self._late = 0
        """Answers that did not come in time, and may still come."""
        self._reader = threading.Thread(target=self._read, args=(os.fdopen(answers, "rb"),), daemon=True)
        self._reader.start()

    def _read(self, stream: Any) -> None:
        with contextlib.suppress(WireError, OSError), stream:
            while (message := receive(stream)) is not None:
                self._answers.put(message)
        self._answers.put(_END)

    def send(self, header: dict[str, Any], *blobs: bytes) -> None:
        """Asks for something. Errors: Ended."""
        try:
            send(self._commands, header, *blobs)
        except OSError:
            raise Ended("it has ended") from None

    def answer(self, limit_s: float) -> Message:
        """The answer to the last question; those to earlier ones that came too late are left out. While it waits for a
        core, its time does not count: see `Spent`. Errors: Ended."""
        until = self.spent.seconds() + max(limit_s, 0.01)
        self._late += 1
        while self._late > 1:
            self._next(until, limit_s)
            self._late -= 1
        message = self._next(until, limit_s)
        self._late = 0
        return message

    def _next(self, until: float, limit_s: float) -> Message:
        message = None
        late = time.monotonic() + _MOST_TIMES * limit_s
        while message is None:
            left = until - self.spent.seconds()
            try:
                message = self._answers.get(timeout=min(max(left, 0.0), _LOOK_S))
            except Empty:
                if left <= 0 or time.monotonic() > late:
                    raise Ended(f"no answer within {limit_s:.0f} s") from None
        if message is _END:
            self._answers.put(_END)
            raise Ended("it has ended")
        return message

    def said(self) -> str:
        """What it printed."""
        self._said.seek(0)
        return self._said.read()[-20_000:].decode("utf-8", "replace")

    def end(self) -> None:
        """Ends it, and what it started."""
        with contextlib.suppress(OSError):
            self._commands.close()
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(self._pid, signal.SIGKILL)
        self._reader.join(5)
        self._said.close()
        self._folder.cleanup()


class Spawner:
    """A process that has loaded everything and forks into workers; it knows nothing of seeds and files."""

    def __init__(self) -> None:
        self._socket, theirs = socket.socketpair()
        self._process = subprocess.Popen(
            [sys.executable, "-m", "cutedsl.gate.spawner", str(theirs.fileno())],
            stdin=subprocess.DEVNULL,
            cwd="/",
            env=_environment(),
            pass_fds=(theirs.fileno(),),
        )
        theirs.close()

    def start(self, kind: str, *arguments: str) -> Process:
        """A worker: `reference`, `candidate` or `replay`. Errors: Ended."""
        folder = tempfile.TemporaryDirectory(prefix="cutedsl-gate-", ignore_cleanup_errors=True)
        said = tempfile.TemporaryFile()  # noqa: SIM115  (closed with the process)
        commands_read, commands_write = os.pipe()
        answers_read, answers_write = os.pipe()
        asked = json.dumps({"kind": kind, "arguments": arguments, "folder": folder.name}).encode()
        try:
            socket.send_fds(self._socket, [asked], [commands_read, answers_write, said.fileno()])
            answer = self._socket.recv(64)
        except OSError:
            answer = b""
        os.close(commands_read)
        os.close(answers_write)
        if not answer:
            raise Ended("the gate's process that starts others has ended")
        return Process(int(answer), commands_write, answers_read, said, folder)

    def __enter__(self) -> Spawner:
        return self

    def __exit__(self, *exc: object) -> None:
        self._socket.close()
        self._process.kill()
        self._process.wait()


def _environment() -> dict[str, str]:
    """Little of ours, so that nothing in it steers a candidate."""
    found = {name: os.environ[name] for name in _KEPT if name in os.environ}
    path = [str(Path(one).resolve()) for one in sys.path if one and Path(one).is_dir()]
    found["PYTHONPATH"] = os.pathsep.join(dict.fromkeys(path))
    ones = dict.fromkeys(("OMP_NUM_THREADS", "MKL_NUM_THREADS", "OPENBLAS_NUM_THREADS"), "1")
    return {**found, **ones, "CUTEDSL_TARGET": "cpu", "PYTHONHASHSEED": str(1 + secrets.randbelow(2**32 - 1))}
