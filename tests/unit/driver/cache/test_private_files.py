"""What others could have written is not executed: owners, modes, links, pipes, devices, and programs of another key."""

from __future__ import annotations

import os
import socket
import stat
import warnings
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

import cutedsl.cute as cute
from cutedsl.driver.cache import lookup
from cutedsl.driver.cache.memory import ProgramMemory
from cutedsl.errors import DSLWarning
from cutedsl.execution import compile_cache, private_files
from cutedsl.execution.compile_cache import CompileCache


@cute.jit
def store(out: cute.Tensor, value: cute.Int32):
    out[0] = value + 1


@pytest.fixture
def look_up(monkeypatch: pytest.MonkeyPatch, traces) -> Callable[[], tuple[int, str]]:
    """Runs the program as a new process would: how often it was traced, and what was warned of."""

    def look_up() -> tuple[int, str]:
        monkeypatch.setattr(lookup, "MEMORY", ProgramMemory())
        monkeypatch.setattr(compile_cache, "_seen", set())
        before, out = traces.taken(), np.zeros(1, np.int32)
        assert before == 0
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            cute.compile(store, out, 1)(out, 41)
        assert out[0] == 42
        return traces.taken(), "\n".join(str(w.message) for w in caught if issubclass(w.category, DSLWarning))

    return look_up


def only(cache: Path) -> Path:
    (file,) = (cache / "programs").glob("*.program")
    return file


def test_files_and_folders_are_private(own_cache: Path, look_up) -> None:
    assert look_up() == (1, "")
    modes = {
        p.name: stat.S_IMODE(p.stat().st_mode) for p in (own_cache, own_cache / "programs", *own_cache.rglob("*.*"))
    }
    assert modes.pop(own_cache.name) == modes.pop("programs") == 0o700
    assert set(modes.values()) == {0o600}
    assert {"log.jsonl", only(own_cache).name} <= set(modes)
    assert look_up() == (0, "")


def make_pipe(file: Path) -> None:
    file.unlink()
    os.mkfifo(file)


def make_link(file: Path) -> None:
    kept = file.with_name("kept")
    file.rename(kept)
    file.symlink_to(kept)


def make_folder(file: Path) -> None:
    file.unlink()
    file.mkdir()


def make_socket(file: Path) -> None:
    file.unlink()
    here = Path.cwd()
    os.chdir(file.parent)  # a socket's path has 108 bytes at most
    try:
        with socket.socket(socket.AF_UNIX) as made:
            made.bind(file.name)
    finally:
        os.chdir(here)


def make_device(file: Path) -> None:
    file.unlink()
    try:
        os.mknod(file, stat.S_IFCHR | 0o600, os.makedev(1, 5))  # /dev/zero, which never ends
    except PermissionError:
        pytest.skip("only root makes devices")


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (make_pipe, "is a named pipe"),
        (make_socket, "is a socket"),
        (make_device, "is a device"),
        (make_link, "is a symbolic link"),
        (make_folder, "is a folder"),
        (lambda file: file.chmod(0o666), "has mode 0666: others can write it"),
        (lambda file: file.chmod(0o620), "has mode 0620: others can write it"),
        (lambda file: file.parent.chmod(0o777), "has mode 0777: others can put files there"),
        (lambda file: file.parent.parent.chmod(0o777), "has mode 0777: others can put files there"),
    ],
    ids=["pipe", "socket", "device", "link", "folder", "0666", "0620", "programs 0777", "cache 0777"],
)
def test_programs_that_others_could_have_written_are_compiled_anew(
    change: Callable[[Path], None], said: str, own_cache: Path, look_up
) -> None:
    look_up()
    change(only(own_cache))
    traces, warned = look_up()
    assert traces == 1
    assert "warning[cache-refused]: the compile cache is not used: " in warned
    assert said in warned


def test_a_strangers_file_is_not_executed(own_cache: Path, look_up, monkeypatch: pytest.MonkeyPatch) -> None:
    look_up()
    owner = os.stat(only(own_cache)).st_uid
    with monkeypatch.context() as patch:
        patch.setattr(private_files, "_ROOT", -1)
        patch.setattr(os, "geteuid", lambda: owner + 1)
        traces, warned = look_up()
    assert traces == 1
    assert f"belongs to user {owner}, and this process runs as user {owner + 1}" in warned
    assert look_up() == (0, "")


@pytest.mark.skipif(os.geteuid() != 0, reason="only root gives files away")
def test_a_file_of_another_user_is_not_executed_by_root(own_cache: Path, look_up) -> None:
    look_up()
    os.chown(only(own_cache), 65534, -1)
    traces, warned = look_up()
    assert traces == 1
    assert "belongs to user 65534, and this process runs as user 0" in warned
    os.chown(own_cache / "programs", 65534, -1)
    traces, warned = look_up()
    assert traces == 1
    assert "belongs to user 65534" in warned


def test_a_file_cut_off_at_any_place_or_with_any_byte_changed_is_not_used(own_cache: Path) -> None:
    cache = CompileCache(own_cache)
    cache.put("one", bytes(range(40)))
    whole = only(own_cache).read_bytes()
    assert cache.get("one") == bytes(range(40))
    parts = [whole[:n] for n in range(len(whole))]
    changed = [whole[:n] + bytes([whole[n] ^ 1]) + whole[n + 1 :] for n in range(len(whole))]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for damaged in (*parts, *changed, whole + b"x", b"", b"\0" * len(whole)):
            cache.put("one", bytes(range(40)))  # damaged files are dropped
            with only(own_cache).open("r+b") as file:
                file.write(damaged)
                file.truncate()
            assert cache.get("one") is None


def test_the_fix_works(own_cache: Path, look_up) -> None:
    look_up()
    (own_cache / "programs").chmod(0o777)
    assert look_up()[0] == 1
    (own_cache / "programs").chmod(0o700)
    assert look_up() == (0, "")


def test_refused_files_are_replaced(own_cache: Path, look_up) -> None:
    look_up()
    make_pipe(only(own_cache))
    assert look_up()[0] == 1
    assert look_up() == (0, "")


def test_a_folder_with_a_sticky_bit_is_everybodys_and_safe(own_cache: Path, look_up) -> None:
    own_cache.mkdir()
    own_cache.chmod(0o1777)  # as /tmp
    assert [look_up(), look_up()] == [(1, ""), (0, "")]


def test_the_program_of_another_key_is_not_run(own_cache: Path) -> None:
    cache = CompileCache(own_cache)
    cache.put("one", b"first")
    cache.put("two", b"second")
    places = [own_cache / "programs" / f"{key}.program" for key in ("one", "two")]
    places[0].replace(places[1])
    with pytest.warns(DSLWarning, match="does not match its key"):
        compile_cache._seen.discard("damaged")  # pyright: ignore[reportPrivateUsage]
        assert cache.get("two") is None


def test_a_file_of_the_format_before_is_absent(own_cache: Path) -> None:
    cache = CompileCache(own_cache)
    cache.put("one", b"first")
    (own_cache / "programs" / "one.program").write_bytes(b"CUTEDSL\x01 and more")
    compile_cache._seen.discard("damaged")  # pyright: ignore[reportPrivateUsage]
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert cache.get("one") is None


def test_the_log_follows_no_link(own_cache: Path, tmp_path: Path) -> None:
    own_cache.mkdir()
    target = tmp_path / "other"
    target.write_text("")
    (own_cache / "log.jsonl").symlink_to(target)
    cache = CompileCache(own_cache)
    cache.note("line")
    assert target.read_text() == ""
    assert cache.log_lines() == []
    (own_cache / "log.jsonl").unlink()
    cache.note("line")
    assert cache.log_lines() == ["line"]
