"""Programs on disk: another process runs them without the compiler; damage and strangers are survived."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
import warnings
from pathlib import Path

import numpy as np
import pytest

import cutedsl.cute as cute
from cutedsl.config import override
from cutedsl.driver.cache import lookup, stored
from cutedsl.driver.cache.memory import ProgramMemory
from cutedsl.errors import DSLUserCodeError, DSLWarning
from cutedsl.execution import compile_cache
from cutedsl.execution.compile_cache import CompileCache

PROGRAM = """
import sys
import numpy as np
import cutedsl.cute as cute

@cute.kernel
def kernel(out: cute.Tensor, n: cute.Int32):
    i, _, _ = cute.arch.thread_idx()
    out[i] = i * n

@cute.jit
def run(out: cute.Tensor, n: cute.Int32):
    print("layout", out.layout)
    kernel(out, n).launch(grid=(1, 1, 1), block=(8, 1, 1))

if __name__ == "__main__":
    out = np.zeros(8, np.int32)
    run(out, 3)
    assert out.tolist() == [0, 3, 6, 9, 12, 15, 18, 21]
    compiled = cute.compile(run, out, 3)
    out[:] = 0
    compiled(out, 2)
    assert out[7] == 14
    heavy = ("xdsl", "cutedsl.driver.compile.translate")
    heavy += ("cutedsl.staging.rewrite.build", "cutedsl.passes", "cutedsl.codegen")
    unused = ("cutedsl.arch.atoms.records", "cutedsl.lang.atoms")
    unused += ("cutedsl.lang.pipelines", "cutedsl.staging.scopes.loop_scope")
    print("loaded", [m in sys.modules for m in heavy], [m for m in unused if m in sys.modules])
"""


def run(place: Path, *, code: str = PROGRAM, forbid: bool = False) -> subprocess.CompletedProcess[str]:
    """Runs the program as a file in a process of its own."""
    file = place / "program.py"
    file.write_text(code)
    environment = os.environ | {"CUTEDSL_NO_COMPILE": "1" if forbid else "0"}
    return subprocess.run([sys.executable, str(file)], env=environment, capture_output=True, text=True, check=False)


def program_files(cache: Path) -> list[Path]:
    return sorted((cache / "programs").glob("*.program"))


@pytest.fixture
def forget(monkeypatch: pytest.MonkeyPatch):
    """Makes this process forget its programs, as if it were another."""

    def forget() -> None:
        monkeypatch.setattr(lookup, "MEMORY", ProgramMemory())

    return forget


@cute.jit
def store(out: cute.Tensor):
    out[0] = 41 + 1


@cute.kernel
def doubled(out: cute.Tensor):
    tid, _, _ = cute.arch.thread_idx()
    out[tid] = out[tid] * 2


@cute.jit
def scale(out: cute.Tensor):
    doubled(out).launch(grid=1, block=1)


def result() -> int:
    out = np.zeros(1, np.int32)
    cute.compile(store, out)(out)
    return int(out[0])


def test_a_second_process_needs_no_compiler(tmp_path: Path, own_cache: Path) -> None:
    first = run(tmp_path)
    assert first.returncode == 0, first.stderr
    assert first.stdout.splitlines()[-1].startswith("loaded [True, True, True, True, True] ")
    assert len(program_files(own_cache)) == 1
    second = run(tmp_path, forbid=True)
    assert second.returncode == 0, second.stderr
    assert second.stdout.splitlines()[-1] == "loaded [False, False, False, False, False] []"


def test_prints_of_the_trace_are_repeated(tmp_path: Path) -> None:
    lines = [run(tmp_path).stdout.splitlines()[:-1] for _ in range(2)]
    assert lines[0] == lines[1] == ["layout (?):(1)"] * 2


def test_another_source_is_another_program(tmp_path: Path, own_cache: Path) -> None:
    run(tmp_path)
    changed = run(tmp_path, code=PROGRAM.replace("i * n", "i * n + 1").replace("assert", "assert True or"))
    assert changed.returncode == 0, changed.stderr
    assert len(program_files(own_cache)) == 2
    refused = run(tmp_path, code=PROGRAM.replace("i * n", "i * n + 2"), forbid=True)
    assert refused.returncode == 1
    assert "error[compile-forbidden]: `run(" in refused.stderr
    assert ")` would have to be compiled: it is neither in the cache" in refused.stderr


def test_the_row_sum_in_a_second_process(tmp_path: Path, repository: Path, own_cache: Path) -> None:
    program = repository / "examples" / "row_sum.py"
    for forbid in ("0", "1"):
        environment = os.environ | {"CUTEDSL_NO_COMPILE": forbid, "PYTHONPATH": str(repository / "src")}
        done = subprocess.run([sys.executable, program], env=environment, capture_output=True, text=True, check=False)
        assert (done.returncode, done.stdout) == (0, "Success!\n"), done.stderr


def test_a_program_from_disk_shows_what_it_is(traces, forget) -> None:
    out = np.zeros(1, np.int32)
    made = cute.compile(store, out).artifacts
    forget()
    read = cute.compile(store, out).artifacts
    assert traces.taken() == 1
    assert read is not made
    assert (read.ir, read.llvm, read.name) == (made.ir, made.llvm, made.name)
    assert read.ptx("sm_80") == made.ptx("sm_80")
    assert read.asm == made.asm
    assert '"func.func"' in read.generic_ir


def test_source_lines_are_kept_for_ptx_that_is_made_later(traces, forget) -> None:
    out = np.zeros(1, np.int32)
    made = cute.compile(scale, out, options="--generate-line-info").artifacts
    forget()
    read = cute.compile(scale, out, options="--generate-line-info").artifacts
    assert traces.taken() == 1
    for arch in ("sm_80", None):
        assert read.ptx(arch) == made.ptx(arch)
        assert ".loc" in read.ptx(arch)
    assert read.generic_ir == made.generic_ir
    cute.compile(scale, out)
    forget()
    assert ".loc" not in cute.compile(scale, out).__ptx__


@pytest.mark.parametrize(
    "damage",
    [
        lambda data: data[: len(data) // 2],
        lambda data: b"",
        lambda data: data[:-1] + bytes([data[-1] ^ 1]),
        lambda data: b"another program's file",
        lambda data: data + b"more",
    ],
    ids=["cut off", "empty", "one bit", "foreign", "longer"],
)
def test_damage_is_said_once_and_compiled_anew(damage, traces, forget, own_cache: Path, monkeypatch) -> None:
    monkeypatch.setattr(compile_cache, "_seen", set())
    assert result() == 42
    for turn in range(2):
        (file,) = program_files(own_cache)
        whole = file.read_bytes()
        file.write_bytes(damage(whole))
        forget()
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            assert result() == 42
        assert [w.category for w in caught] == ([DSLWarning] if turn == 0 else [])
        assert not caught or "cache-damaged" in str(caught[0].message)
        assert traces.taken() == (2 if turn == 0 else 1)
        assert program_files(own_cache)[0].stat().st_size == len(whole)


def test_programs_of_another_version_are_compiled_anew(traces, forget, own_cache: Path, monkeypatch) -> None:
    assert (result(), traces.taken()) == (42, 1)
    forget()
    with monkeypatch.context() as patch, warnings.catch_warnings():
        warnings.simplefilter("error")  # it is not damaged
        patch.setattr(stored, "sources_stamp", lambda: "changed")
        assert (result(), traces.taken()) == (42, 1)
        forget()
        assert (result(), traces.taken()) == (42, 0)
    assert len(program_files(own_cache)) == 1
    forget()
    assert (result(), traces.taken()) == (42, 1)


def test_a_whole_file_with_strange_content_is_damaged_too(traces, forget, own_cache: Path, monkeypatch) -> None:
    result()
    (file,) = program_files(own_cache)
    CompileCache(own_cache).put(file.stem, b"\x02\0\0\0\0\0\0\0{}")
    forget()
    monkeypatch.setattr(compile_cache, "_seen", set())
    with pytest.warns(DSLWarning, match="cache-damaged"):
        assert result() == 42
    assert traces.taken() == 2


def test_forbidden_where_nothing_is_remembered() -> None:
    with override(no_compile=True), pytest.raises(DSLUserCodeError) as raised:
        result()
    assert raised.value.name == "compile-forbidden"


def test_switched_off_nothing_is_kept(own_cache: Path, traces) -> None:
    with override(cache=False):
        assert [result(), result()] == [42, 42]
    assert traces.taken() == 2
    assert not own_cache.exists()


def test_a_folder_that_cannot_be_written_is_no_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("not a folder")
    monkeypatch.setenv("CUTEDSL_CACHE_DIR", str(blocked))
    assert result() == 42


def test_a_dump_folder_asks_for_a_compilation(tmp_path: Path, traces, forget) -> None:
    result()
    forget()
    with override(dump_dir=tmp_path / "dump"):
        result()
    assert traces.taken() == 2


def test_writers_at_the_same_time_leave_one_whole_file(own_cache: Path) -> None:
    cache = CompileCache(own_cache)
    payload = bytes(range(256)) * 4096
    read: list[bytes | None] = []

    def work() -> None:
        for _ in range(20):
            cache.put("key", payload)
            read.append(cache.get("key"))

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert all(data == payload for data in read)
    assert [f.name for f in (own_cache / "programs").iterdir()] == ["key.program"]


def test_shrinking_drops_what_was_unused_for_longest(own_cache: Path) -> None:
    cache = CompileCache(own_cache)
    for age, key in ((30, "old"), (20, "used"), (10, "new")):
        cache.put(key, bytes(1000))
        path = own_cache / "programs" / f"{key}.program"
        then = path.stat().st_mtime - age
        os.utime(path, (then, then))
    cache.get("used")
    assert [p.key for p in cache.programs()] == ["used", "new", "old"]
    assert [p.key for p in cache.shrink(2100)] == ["old"]
    assert [p.key for p in cache.shrink(1100)] == ["new"]
    assert cache.clear() == 1
    assert cache.programs() == []
