"""Work on another thread gives its result, or its error, when asked."""

from __future__ import annotations

import subprocess
import sys
import threading
from pathlib import Path
from unittest import mock

import pytest

from cutedsl.driver.compile import beside as beside_module
from cutedsl.driver.compile.beside import Beside, short_turns


def test_work_begins_at_once_on_another_thread() -> None:
    begun = threading.Event()

    def work() -> int:
        begun.set()
        return threading.get_ident()

    beside = Beside(work)
    assert begun.wait(10)
    assert beside.result() != threading.get_ident()
    assert beside.result() == beside.result()


def test_an_error_comes_with_the_result() -> None:
    beside = Beside(lambda: 1 // 0)
    with pytest.raises(ZeroDivisionError):
        beside.result()


def test_a_process_ends_after_its_work(tmp_path: Path) -> None:
    done = tmp_path / "done"
    work = f"import time; time.sleep(0.3); open({str(done)!r}, 'w').close()"
    code = f"from cutedsl.driver.compile.beside import Beside\nBeside(lambda: exec({work!r}))"
    subprocess.run([sys.executable, "-c", code], check=True)
    assert done.exists()


def test_a_forked_child_does_not_wait_for_its_parents_work() -> None:
    code = """import os, sys, time
from cutedsl.driver.compile.beside import Beside
Beside(lambda: time.sleep(0.3))
child = os.fork()
if child:
    assert os.waitpid(child, 0)[1] == 0
"""
    subprocess.run([sys.executable, "-c", code], check=True, timeout=20)


def test_work_that_cannot_begin_is_not_waited_for() -> None:
    with mock.patch("_thread.start_new_thread", side_effect=RuntimeError), pytest.raises(RuntimeError):
        Beside(lambda: None)
    assert not beside_module._under_way


def test_turns_are_short_for_as_long_as_anybody_asks() -> None:
    usual = sys.getswitchinterval()
    first, second = short_turns(), short_turns()
    with pytest.raises(KeyError), first:
        second.__enter__()
        assert sys.getswitchinterval() < usual
        raise KeyError
    assert sys.getswitchinterval() < usual  # the second is still under way
    second.__exit__(None, None, None)
    assert sys.getswitchinterval() == usual
