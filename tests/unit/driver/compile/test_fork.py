"""A process that forks while its other threads compile: the child compiles and runs too."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
import time
from pathlib import Path
from types import SimpleNamespace

import pytest

from cutedsl.driver.compile.beside import Beside
from cutedsl.forks import fork_gate, locks
from cutedsl.forks.fork_gate import ForkGate
from cutedsl.forks.locks import fork_safe_lock
from tests.forked import QUIET

PROGRAM = """
import faulthandler, os, threading, time
import numpy as np
import cutedsl.cute as cute

stop = False

def work():
    n = 0
    while not stop:
        n += 1
        value = float(n)

        @cute.jit
        def h(y: cute.Tensor):
            y[0] = value

        y = np.zeros(1, np.float32)
        h(y)
        h(y)
        assert y[0] == value

threads = [threading.Thread(target=work) for _ in range(2)]
for thread in threads:
    thread.start()
for turn in range(8):
    time.sleep(0.01 + 0.06 * (turn % 3))  # the first ones fall into the import of the compiler
    child = os.fork()
    if child == 0:
        faulthandler.dump_traceback_later(60, exit=True)
        x = np.zeros(4, np.float32)

        @cute.jit
        def last(y: cute.Tensor):
            y[0] = 5.0

        last(x)
        os._exit(0 if x[0] == 5 else 4)
    status = os.waitpid(child, 0)[1]
    if status != 0:
        break
stop = True
for thread in threads:
    thread.join()
assert status == 0, turn
print("done")
"""


@pytest.mark.child
def test_children_of_a_compiling_process_compile(tmp_path: Path) -> None:
    file = tmp_path / "program.py"
    file.write_text(PROGRAM)
    env = os.environ | {"CUTEDSL_CACHE_DIR": str(tmp_path / "cache")}
    done = subprocess.run(
        [sys.executable, *QUIET, file], env=env, capture_output=True, text=True, timeout=300, check=False
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "done\n", "")


IMPORTS = """
import faulthandler, os, sys, threading, time
import cutedsl

def use_all():
    import cutedsl.cute as cute

    for name in dir(cute):
        getattr(cute, name)

thread = threading.Thread(target=use_all)
thread.start()
time.sleep(float(sys.argv[1]))
child = os.fork()
if child == 0:
    faulthandler.dump_traceback_later(60, exit=True)
    use_all()
    os._exit(0)
status = os.waitpid(child, 0)[1]
thread.join()
assert status == 0
print("done")
"""


@pytest.mark.child
@pytest.mark.parametrize("after_s", [0.0, 0.01, 0.03, 0.06])
def test_children_of_an_importing_process_import(after_s: float) -> None:
    command = [sys.executable, *QUIET, "-c", IMPORTS, str(after_s)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, "done\n", "")


FIRST = """
import faulthandler, os, sys, threading, time

def first():
    import cutedsl

thread = threading.Thread(target=first)
thread.start()
while not hasattr(sys.modules.get("cutedsl"), "TYPE_CHECKING"):  # the first lines of its import have run
    time.sleep(0)
child = os.fork()
if child == 0:
    faulthandler.dump_traceback_later(20, exit=True)
    first()
    os._exit(0)
status = os.waitpid(child, 0)[1]
thread.join()
assert status == 0
print("done")
"""


@pytest.mark.child
def test_a_fork_at_the_beginning_of_the_first_import_waits_for_it() -> None:
    done = subprocess.run(
        [sys.executable, *QUIET, "-c", FIRST], capture_output=True, text=True, timeout=120, check=False
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "done\n", "")


class Held:
    """A module's lock, as `importlib` has it, of another thread."""

    owner = -1


def test_a_fork_waits_for_an_import_of_ours(monkeypatch: pytest.MonkeyPatch) -> None:
    gate, locks, order = ForkGate(), {"cutedsl.later": Held, "another": Held}, list[str]()
    monkeypatch.setattr(fork_gate, "_bootstrap", SimpleNamespace(_module_locks=locks))

    def forks() -> None:
        gate.before_fork()
        order.append("forked")
        gate.after_in_parent()

    thread = begun(threading.Thread(target=forks))
    time.sleep(0.03)
    order.append("imported")
    del locks["cutedsl.later"]
    thread.join()
    assert order == ["imported", "forked"]


def begun(work: threading.Thread) -> threading.Thread:
    work.start()
    return work


def test_a_fork_waits_for_locks_of_other_threads() -> None:
    lock, held, over, seen = fork_safe_lock(), threading.Event(), threading.Event(), list[bool]()

    def holds() -> None:
        with lock:
            held.set()
            assert over.wait(60)
            seen.append(True)

    thread = begun(threading.Thread(target=holds))
    assert held.wait(60)
    threading.Timer(0.05, over.set).start()
    child = os.fork()
    if child == 0:
        os._exit(0 if seen and lock.acquire(blocking=False) else 3)
    assert os.waitpid(child, 0)[1] == 0
    assert lock.acquire(blocking=False)
    thread.join()


def test_a_fork_waits_for_a_call_of_llvm() -> None:
    import llvmlite.binding.ffi as llvm

    held, over, seen = threading.Event(), threading.Event(), list[bool]()

    def calls() -> None:
        with llvm.lib._lock:  # as around each call
            held.set()
            assert over.wait(60)
            seen.append(True)

    thread = begun(threading.Thread(target=calls))
    assert held.wait(60)
    threading.Timer(0.05, over.set).start()
    child = os.fork()
    if child == 0:
        os._exit(0 if seen else 3)
    assert os.waitpid(child, 0)[1] == 0
    thread.join()


def test_a_thread_that_has_one_lock_and_wants_another_gets_it_before_a_fork() -> None:
    first, second, held = fork_safe_lock(), fork_safe_lock(), threading.Event()

    def holds() -> None:
        with second:
            held.set()
            time.sleep(0.05)
            with first:
                pass

    thread = begun(threading.Thread(target=holds))
    assert held.wait(60)
    gate = ForkGate()
    began = time.monotonic()
    gate.before_fork()
    gate.after_in_parent()
    assert time.monotonic() - began < fork_gate.PATIENCE_S
    thread.join()


def test_a_lock_that_is_gone_is_forgotten() -> None:
    before = len(locks._known)  # pyright: ignore[reportPrivateUsage]
    made = [fork_safe_lock() for _ in range(10)]
    assert len(locks._known) == before + 10  # pyright: ignore[reportPrivateUsage]
    del made
    assert len(locks._known) == before  # pyright: ignore[reportPrivateUsage]


def test_a_fork_waits_for_others_and_new_ones_for_the_fork() -> None:
    gate, order, inside, over = ForkGate(), list[str](), threading.Event(), threading.Event()

    def compiles() -> None:
        with gate.compiling():
            inside.set()
            assert over.wait(60)
            order.append("compiled")

    def forks() -> None:
        gate.before_fork()
        order.append("forked")
        gate.after_in_parent()

    def compiles_later() -> None:
        with gate.compiling():
            order.append("compiled later")

    threads = [begun(threading.Thread(target=compiles))]
    assert inside.wait(60)
    threads.append(begun(threading.Thread(target=forks)))
    while not gate._forks:  # pyright: ignore[reportPrivateUsage]
        time.sleep(0.001)
    threads.append(begun(threading.Thread(target=compiles_later)))
    time.sleep(0.02)
    assert order == []
    over.set()
    for thread in threads:
        thread.join()
    assert order == ["compiled", "forked", "compiled later"]


def test_a_fork_inside_of_a_compilation_does_not_wait_for_itself() -> None:
    gate = ForkGate()
    with gate.compiling(), gate.compiling():
        gate.before_fork()
        with gate.compiling():
            pass
        gate.after_in_child()
        gate.before_fork()
        gate.after_in_parent()
    gate.before_fork()
    gate.after_in_parent()


def test_a_fork_does_not_wait_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fork_gate, "PATIENCE_S", 0.01)
    gate = ForkGate()
    gate.enter_for(gate)
    gate.before_fork()
    gate.after_in_parent()


@pytest.mark.child
def test_work_of_another_thread_counts() -> None:
    release = threading.Event()
    work = Beside(lambda: release.wait(60))
    threading.Timer(0.1, release.set).start()
    child = os.fork()
    if child == 0:
        os._exit(0 if release.is_set() else 3)
    assert os.waitpid(child, 0)[1] == 0
    assert work.result()
