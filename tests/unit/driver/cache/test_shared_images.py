"""Objects that many programs are linked with: compiled once on a machine, listed nowhere, made again after damage."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
import time
import warnings
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import SimpleNamespace

import pytest

from cutedsl.cli.cache import cache as cache_command
from cutedsl.codegen.llvm import images
from cutedsl.codegen.llvm.images import SharedImages
from cutedsl.errors import DSLWarning
from cutedsl.execution import compile_cache
from cutedsl.execution.compile_cache import IMAGE, CompileCache

PROGRAM = """
import numpy as np
import cutedsl.cute as cute
from cutedsl.codegen.llvm import compile as llvm

made = []
make = llvm._IMAGES._make
llvm._IMAGES._make = lambda *what: made.append(what) or make(*what)

@cute.kernel
def kernel(out: cute.Tensor):
    i, _, _ = cute.arch.thread_idx()
    out[i] = i + 1

@cute.jit
def run(out: cute.Tensor):
    kernel(out).launch(grid=(1, 1, 1), block=(8, 1, 1))

out = np.zeros(8, np.int32)
run(out)
assert out.tolist() == [1, 2, 3, 4, 5, 6, 7, 8]
print(len(made))
"""


def images_made(place: Path, code: str) -> int:
    """How many shared objects a process of its own compiles."""
    file = place / "program.py"
    file.write_text(code)
    done = subprocess.run([sys.executable, str(file)], env=dict(os.environ), capture_output=True, text=True, check=True)
    return int(done.stdout)


def files(cache: Path) -> list[str]:
    return sorted(path.suffix for path in (cache / "programs").iterdir())


def test_another_program_in_another_process_uses_them(tmp_path: Path, own_cache: Path, capsys) -> None:
    assert images_made(tmp_path, PROGRAM) == 2  # the runtime, call code
    assert files(own_cache) == [".image", ".image", ".program"]
    assert images_made(tmp_path, PROGRAM.replace("i + 1", "1 + i")) == 0
    assert cache_command(["ls"]) == 0
    assert "2 programs" in capsys.readouterr().out
    assert cache_command(["clear"]) == 0
    assert "dropped 2 programs" in capsys.readouterr().out
    assert files(own_cache) == []


def test_switched_off_none_is_kept(tmp_path: Path, own_cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CUTEDSL_CACHE", "0")
    assert images_made(tmp_path, PROGRAM) == 2
    assert not own_cache.exists()


class Maker:
    """Counts what is compiled; a fresh `images` is a fresh process."""

    def __init__(self) -> None:
        self.texts: list[str] = []

    def make(self, text: str, level: int) -> bytes:
        self.texts.append(text)
        if text == "wrong":
            raise RuntimeError("LLVM says no")
        return f"{text} at {level}".encode()

    def images(self, toolchain: str = "llvm 1, x86") -> SharedImages:
        return SharedImages(self.make, lambda: toolchain)


@pytest.mark.parametrize(("text", "level", "toolchain"), [("b", 1, "t"), ("a", 0, "t"), ("a", 1, "u")])
def test_text_level_and_toolchain_are_the_key(own_cache: Path, text: str, level: int, toolchain: str) -> None:
    maker, store = Maker(), CompileCache(own_cache, IMAGE)
    for _ in range(2):
        assert maker.images("t").want("a", 1, store).result(10) == b"a at 1"
        _settled(own_cache, 1)
    assert maker.texts == ["a"]
    assert maker.images(toolchain).want(text, level, store).result(10) == f"{text} at {level}".encode()
    assert maker.texts == ["a", text]


def test_a_damaged_one_is_made_again(own_cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compile_cache, "_seen", set())
    maker, store = Maker(), CompileCache(own_cache, IMAGE)
    maker.images().want("a", 1, store).result(10)
    _settled(own_cache, 1)
    (file,) = (own_cache / "programs").iterdir()
    file.write_bytes(file.read_bytes()[:-1])
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        assert maker.images().want("a", 1, store).result(10) == b"a at 1"
    assert [w.category for w in caught] == [DSLWarning]
    assert maker.texts == ["a", "a"]


def test_a_failure_is_told_to_all_and_not_kept(own_cache: Path) -> None:
    images = Maker().images()
    for _ in range(2):
        with pytest.raises(RuntimeError, match="LLVM says no"):
            images.want("wrong", 1, CompileCache(own_cache, IMAGE)).result(10)
    assert not own_cache.exists()


def test_two_threads_that_want_one_make_it_once(monkeypatch: pytest.MonkeyPatch) -> None:
    class Slow(threading.Thread):
        def start(self) -> None:
            time.sleep(0.05)  # the other thread comes in between
            super().start()

    monkeypatch.setattr(images, "threading", SimpleNamespace(Thread=Slow, RLock=threading.RLock))
    maker = Maker()
    shared = maker.images()
    with ThreadPoolExecutor(2) as pool:
        found = list(pool.map(lambda _: shared.want("a", 1).result(10), range(2)))
    assert (found, maker.texts) == ([b"a at 1"] * 2, ["a"])


def _settled(cache: Path, count: int) -> None:
    """Waits until the writer's thread has put its files in place: it answers first."""
    for _ in range(1000):
        if cache.exists() and sum(path.suffix == IMAGE for path in (cache / "programs").glob("*")) == count:
            return
        time.sleep(0.01)
    raise AssertionError("the object was not kept")
