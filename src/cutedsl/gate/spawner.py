"""The process that forks into the gate's workers: what they import is loaded once."""

from __future__ import annotations

import ctypes
import gc
import json
import os
import signal
import socket
import sys
import traceback
from typing import Any, Final

_MOST_ASKED_BYTES: Final = 1 << 16
_END_WITH_PARENT: Final = (1, 9)
"""PR_SET_PDEATHSIG and SIGKILL. Source: prctl(2)."""


def main(socket_at: str) -> None:
    """Forks a worker for each request: its kind, its arguments, and file descriptors to speak through."""
    ctypes.CDLL(None).prctl(*_END_WITH_PARENT)
    _load()
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # nobody waits for workers
    asked_by = socket.socket(fileno=int(socket_at))
    gc.freeze()
    while True:
        asked, files, _, _ = socket.recv_fds(asked_by, _MOST_ASKED_BYTES, 3)
        if not asked:
            return
        pid = os.fork()
        if pid == 0:
            asked_by.close()
            _work(json.loads(asked), *files)
        for file in files:
            os.close(file)
        asked_by.send(str(pid).encode())


def _load() -> None:
    """Loads what workers and candidates import, before anything is watched."""
    from cutedsl.compat.install import install
    from cutedsl.compat.settings import Settings

    install(Settings(override=True, on_cpu=True))
    import torch
    import torch._dynamo  # calls of torch under a mode load it: 1.5 s
    import torch.nn.functional
    import torch.testing

    import cutedsl.codegen.llvm.check_runtime
    import cutedsl.cute.runtime
    import cutedsl.driver.cache.lookup
    import cutedsl.driver.call.build
    import cutedsl.driver.compile.translate
    import cutedsl.gate.candidate_worker
    import cutedsl.gate.recorder
    import cutedsl.gate.reference_worker
    import cutedsl.gate.replays.replay_worker
    import cutedsl.gate.source
    import cutedsl.pipeline
    import cutedsl.targets.cpu_compiler
    import cutedsl.utils  # noqa: F401

    torch.set_num_threads(1)


def _work(asked: dict[str, Any], commands: int, answers: int, said: int) -> None:
    """Is a worker, and never returns."""
    code = 1
    try:
        os.setsid()
        ctypes.CDLL(None).prctl(*_END_WITH_PARENT)
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        os.chdir(asked["folder"])
        for target in (1, 2):
            os.dup2(said, target)
        os.close(said)
        with os.fdopen(commands, "rb") as reader, os.fdopen(answers, "wb") as writer:
            _serve(asked, reader, writer)
        code = 0
    except BaseException:
        traceback.print_exc()
        sys.stderr.flush()
    finally:
        os._exit(code)


def _serve(asked: dict[str, Any], reader: Any, writer: Any) -> None:
    from cutedsl.gate import candidate_worker, reference_worker
    from cutedsl.gate.replays import replay_worker

    match asked["kind"]:
        case "candidate":
            os.environ.update(HOME=asked["folder"], TMPDIR=asked["folder"], CUTEDSL_CACHE_DIR=asked["folder"])
            candidate_worker.serve(reader, writer)
        case "reference":
            reference_worker.serve(reader, writer, *asked["arguments"])
        case _:
            replay_worker.serve(reader, writer)


if __name__ == "__main__":
    main(sys.argv[1])
