"""What counts as a process's time: not that in which others have its core."""

from __future__ import annotations

import contextlib
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator

import pytest

from cutedsl.gate.limits import Spent
from cutedsl.gate.processes import Ended, Process

pytestmark = pytest.mark.skipif(not hasattr(os, "sched_setaffinity"), reason="processes are bound to a core")

ONE_CORE = "import os, time\nos.sched_setaffinity(0, {min(os.sched_getaffinity(0))})\n"
BUSY = ONE_CORE + "while True:\n    pass\n"
WORK = ONE_CORE + "while time.process_time() < 0.5:\n    pass\n"
ANSWER = (
    "import sys\nfrom cutedsl.gate.wire import send\n"
    + WORK
    + "send(os.fdopen(int(sys.argv[1]), 'wb'), {'kind': 'done'})\n"
)


@contextlib.contextmanager
def busy(count: int) -> Iterator[None]:
    """So many processes keep the first core busy."""
    # Linux may share a core out by sessions, of which one for all of them would get half.
    others = [subprocess.Popen([sys.executable, "-c", BUSY], start_new_session=True) for _ in range(count)]
    try:
        yield
    finally:
        for one in others:
            one.kill()
            one.wait()


def test_time_in_which_others_have_the_core_does_not_count() -> None:
    with busy(4), subprocess.Popen([sys.executable, "-c", WORK]) as worker:
        started, spent = time.monotonic(), Spent(worker.pid)
        while worker.poll() is None:
            counted = spent.seconds()
            time.sleep(0.05)
        passed = time.monotonic() - started
    assert passed > 1.2  # a fifth of a core, or a little more
    assert counted < 0.6 * passed


def test_time_asleep_counts() -> None:
    with subprocess.Popen([sys.executable, "-c", "import time; time.sleep(60)"]) as sleeper:
        spent = Spent(sleeper.pid)
        started, before = time.monotonic(), spent.seconds()
        for _ in range(10):
            time.sleep(0.1)
            counted = spent.seconds() - before
        sleeper.kill()
        assert counted > 0.6 * (time.monotonic() - started)


def answered(code: str, limit_s: float) -> str:
    """The kind of the message that a process sends."""
    answers_read, answers_write = os.pipe()
    commands_read, commands_write = os.pipe()
    os.close(commands_read)
    said, folder = tempfile.TemporaryFile(), tempfile.TemporaryDirectory()  # noqa: SIM115  (closed with the process)
    path = [one for one in sys.path if one]
    worker = subprocess.Popen(
        [sys.executable, "-c", code, str(answers_write)], pass_fds=(answers_write,), start_new_session=True,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(path)},
    )  # fmt: skip
    os.close(answers_write)
    process = Process(worker.pid, commands_write, answers_read, said, folder)
    try:
        return str(process.answer(limit_s).kind)
    finally:
        process.end()
        worker.wait()


def test_an_answer_is_waited_for_on_a_busy_machine() -> None:
    with busy(4):
        started = time.monotonic()
        assert answered(ANSWER, 1.2) == "done"
        assert time.monotonic() - started > 1.2


def test_who_sleeps_is_late() -> None:
    with pytest.raises(Ended, match="no answer within"):
        answered("import time; time.sleep(60)", 0.5)
