"""The environment variables: how each is read, refused and overridden."""

from __future__ import annotations

import contextvars
import os
from dataclasses import fields
from pathlib import Path

import pytest

from cutedsl.config import VARIABLES, Config, ConfigError, config, cpu_threads, override, without_effect
from cutedsl.config.page import page


@pytest.fixture(autouse=True)
def clean_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in [name for name in os.environ if name.startswith(("CUTEDSL_", "CUTE_DSL_"))]:
        monkeypatch.delenv(name)


def test_settings_have_their_defaults() -> None:
    assert config() == Config()
    assert config().bounds and not config().verify and config().timeout_s is None


def test_table_covers_every_setting_once() -> None:
    assert [variable.field for variable in VARIABLES] == [field.name for field in fields(Config)]
    names = [name for variable in VARIABLES for name in variable.names]
    assert len(names) == len(set(names))


@pytest.mark.parametrize(
    ("name", "text", "field", "value"),
    [
        ("CUTEDSL_DEBUG", "2", "debug", 2),
        ("CUTEDSL_DEBUG", "on", "debug", 1),
        ("CUTE_DSL_DEBUG", "True", "debug", 1),
        ("CUTEDSL_TARGET", "cpu", "target", "cpu"),
        ("CUTEDSL_ARCH", "sm_90a", "arch", "sm_90a"),
        ("CUTE_DSL_ARCH", "sm_80", "arch", "sm_80"),
        ("CUTEDSL_CACHE_DIR", "/c", "cache_dir", Path("/c")),
        ("CUTE_DSL_CACHE_DIR", "/c", "cache_dir", Path("/c")),
        ("CUTEDSL_DUMP_DIR", "d", "dump_dir", Path("d")),
        ("CUTE_DSL_DUMP_DIR", "d", "dump_dir", Path("d")),
        ("CUTEDSL_NO_COMPILE", "YES", "no_compile", True),
        ("CUTEDSL_NUM_THREADS", "8", "num_threads", 8),
        ("CUTEDSL_VERIFY", " 1 ", "verify", True),
        ("CUTEDSL_TIMEOUT_S", "0.5", "timeout_s", 0.5),
        ("CUTEDSL_CHECK_MEMORY_MIB", "64", "check_memory_mib", 64),
        ("CUTEDSL_BOUNDS", "off", "bounds", False),
        ("CUTEDSL_PTXAS", "/x/ptxas", "ptxas", Path("/x/ptxas")),
        ("CUTE_DSL_VERIFY_TRACE", "1", "verify", True),
        ("CUTEDSL_DRYRUN", "1", "dryrun", True),
        ("CUTE_DSL_DRYRUN", "1", "dryrun", True),
        ("CUTE_DSL_SHOW_STACKTRACE", "1", "frames", True),
        ("CUTE_DSL_FILTER_STACKTRACE", "0", "frames", True),
        ("CUTE_DSL_WARNINGS_AS_ERRORS", "1", "warnings_as_errors", frozenset({"all"})),
        ("CUTE_DSL_WARNINGS_IGNORE", "many-copies, cache-damaged", "warnings_ignore", {"many-copies", "cache-damaged"}),
        ("CUTE_DSL_ENABLE_OPTIMIZATION_WARNINGS", "0", "optimization_warnings", False),
        ("CUTE_DSL_LOG_TO_CONSOLE", "1", "log_to_console", True),
        ("CUTE_DSL_LOG_TO_FILE", "1", "log_to_file", True),
        ("CUTE_DSL_LOG_LEVEL", "30", "log_level", 30),
        ("CUTE_DSL_DISABLE_FILE_CACHING", "1", "disk_cache", False),
        ("CUTEDSL_DISK_CACHE", "0", "disk_cache", False),
        ("CUTE_DSL_JIT_CACHE_MAX_ELEMS", "7", "memory_programs", 7),
        ("CUTE_DSL_ENABLE_TVM_FFI", "1", "tvm_ffi", True),
        ("CUTE_DSL_KEEP", "ptx,ir-debug", "keep", {"ptx", "ir-debug"}),
        ("CUTE_DSL_KEEP_IR", "1", "keep", {"ir"}),
        ("CUTE_DSL_KEEP_PTX", "1", "keep", {"ptx"}),
        ("CUTE_DSL_KEEP_CUBIN", "1", "keep", {"cubin"}),
        ("CUTE_DSL_KEEP_SASS", "1", "keep", {"sass"}),
    ],
)
def test_variable_sets_its_field(
    name: str, text: str, field: str, value: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(name, text)
    settings = config()
    changed = {it.name: getattr(settings, it.name) for it in fields(Config)}
    assert changed == {**{it.name: it.default for it in fields(Config)}, field: value}


@pytest.mark.parametrize(
    ("name", "text", "expected"),
    [
        ("CUTEDSL_BOUNDS", "maybe", "1/true/yes/on or 0/false/no/off"),
        ("CUTEDSL_DEBUG", "-1", "a whole number from 0"),
        ("CUTEDSL_NUM_THREADS", "0", "a whole number from 1"),
        ("CUTEDSL_NUM_THREADS", "\N{SUPERSCRIPT TWO}", "a whole number from 1"),
        ("CUTEDSL_TIMEOUT_S", "0", "seconds above 0"),
        ("CUTEDSL_CHECK_MEMORY_MIB", "3", "a whole number from 4"),
        ("CUTEDSL_CHECK_MEMORY_MIB", "4096", "a whole number up to 3072"),
        ("CUTEDSL_TIMEOUT_S", "nan", "seconds above 0"),
        ("CUTEDSL_TIMEOUT_S", "soon", "seconds above 0"),
        ("CUTE_DSL_LOG_LEVEL", "5", "a level from 10 to 50"),
        ("CUTE_DSL_KEEP", "ptk", "ir, ir-debug, ptx, cubin, sass, all"),
        ("CUTE_DSL_JIT_CACHE_MAX_ELEMS", "0", "a whole number from 1"),
    ],
)
def test_wrong_text_is_refused(name: str, text: str, expected: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(name, text)
    with pytest.raises(ConfigError, match=expected) as caught:
        config()
    assert isinstance(caught.value, ValueError)
    assert str(caught.value).startswith(f"{name}={text!r}: expected ")


def test_own_name_wins_and_empty_is_unset(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CUTE_DSL_ARCH", "sm_80")
    monkeypatch.setenv("CUTEDSL_ARCH", "")
    assert config().arch == "sm_80"
    monkeypatch.setenv("CUTEDSL_ARCH", "sm_90a")
    assert config().arch == "sm_90a"


def test_sets_of_several_names_are_joined(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, text in {"CUTEDSL_KEEP": "ir", "CUTE_DSL_KEEP_PTX": "1", "CUTE_DSL_KEEP_SASS": "0"}.items():
        monkeypatch.setenv(name, text)
    assert config().keep == {"ir", "ptx"}


def test_every_variable_of_the_reference_has_its_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    """The table of section 3.10: each name sets something, or is told to have no effect when it asks for one."""
    reference = """ARCH DEBUG PRINT_IR PRINT_AFTER_PREPROCESSOR KEEP KEEP_IR KEEP_PTX KEEP_CUBIN KEEP_SASS DUMP_DIR
        LINEINFO NO_CACHE DISABLE_FILE_CACHING CACHE_DIR JIT_CACHE_MAX_ELEMS DRYRUN SHOW_STACKTRACE FILTER_STACKTRACE
        LOC_TRACEBACKS WARNINGS_AS_ERRORS WARNINGS_IGNORE ENABLE_OPTIMIZATION_WARNINGS LOG_TO_CONSOLE LOG_TO_FILE
        LOG_LEVEL JIT_TIME_PROFILING ENABLE_ASSERTIONS ENABLE_TVM_FFI ENABLE_PYIR COMPILER_OPT COMPILER_BACKEND LIBS
        AUTO_M2S TOLERATE_M2M"""
    known = {name for variable in VARIABLES for name in variable.names}
    unset = [name for word in reference.split() if (name := f"CUTE_DSL_{word}") not in known]
    assert [name.removeprefix("CUTE_DSL_") for name in unset] == (
        ["LOC_TRACEBACKS", "ENABLE_PYIR", "COMPILER_OPT", "COMPILER_BACKEND", "LIBS", "AUTO_M2S", "TOLERATE_M2M"]
    )
    for name in unset:
        monkeypatch.setenv(name, "2")
    assert sorted(unset) == [name for name, _ in without_effect()]


@pytest.mark.parametrize(
    ("name", "text"), [("ENABLE_PYIR", "off"), ("TOLERATE_M2M", "1"), ("COMPILER_BACKEND", "legacy"), ("LIBS", "")]
)
def test_variables_that_ask_for_nothing_are_not_told(name: str, text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(f"CUTE_DSL_{name}", text)
    assert without_effect() == []


def test_a_misspelt_name_of_the_reference_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CUTE_DSL_KEEP_PTK", "1")
    assert without_effect() == [("CUTE_DSL_KEEP_PTK", "no variable has this name")]


def test_the_page_of_settings_is_in_step() -> None:
    assert (Path(__file__).parents[3] / "docs" / "settings.md").read_text(encoding="utf-8") == page()


def test_changes_of_the_environment_are_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    first = config()
    assert config() is first
    monkeypatch.setenv("CUTEDSL_VERIFY", "1")
    assert config().verify
    monkeypatch.delenv("CUTEDSL_VERIFY")
    assert config() == first


def test_the_threads_of_a_launch_are_those_of_the_settings(monkeypatch: pytest.MonkeyPatch) -> None:
    assert cpu_threads() is config().num_threads is None
    for text, want in (("3", 3), ("5", 5)):
        monkeypatch.setenv("CUTEDSL_NUM_THREADS", text)
        assert cpu_threads() == want == config().num_threads
    monkeypatch.setenv("CUTEDSL_VERIFY", "1")
    with override(num_threads=2):
        assert cpu_threads() == 2
    with override(bounds=False):
        assert cpu_threads() == 5
    monkeypatch.setenv("CUTEDSL_NUM_THREADS", "none")
    with pytest.raises(ConfigError):
        cpu_threads()
    monkeypatch.delenv("CUTEDSL_NUM_THREADS")
    assert cpu_threads() is None


def test_override_nests_and_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CUTEDSL_NUM_THREADS", "4")
    with override(bounds=False) as outer:
        assert outer == config() == Config(bounds=False, num_threads=4)
        with override(num_threads=1):
            assert config() == Config(bounds=False, num_threads=1)
        assert config() == outer
    assert config() == Config(num_threads=4)


def test_override_ends_with_an_error() -> None:
    with pytest.raises(KeyError), override(debug=1):
        raise KeyError
    assert config().debug == 0


def test_override_belongs_to_its_context() -> None:
    with override(debug=3):
        assert contextvars.Context().run(lambda: config().debug) == 0


def test_unknown_override_is_refused() -> None:
    with pytest.raises(TypeError, match="no such setting: colour"), override(colour=True):  # type: ignore
        pass


@pytest.mark.parametrize("wrong", [{"debug": -1}, {"num_threads": 0}, {"timeout_s": 0.0}])
def test_settings_are_checked_when_made(wrong: dict[str, float]) -> None:
    with pytest.raises(ValueError, match=next(iter(wrong))):
        Config(**wrong)  # type: ignore


def test_debug_turns_checks_and_frames_on() -> None:
    assert not config().verifies and not config().keeps_frames
    with override(debug=1):
        assert config().verifies and config().keeps_frames
    with override(verify=True):
        assert config().verifies and not config().keeps_frames


def test_the_cache_has_its_place(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert config().cache_place == tmp_path / "cutedsl"
    monkeypatch.delenv("XDG_CACHE_HOME")
    monkeypatch.setenv("HOME", str(tmp_path))
    assert config().cache_place == tmp_path / ".cache" / "cutedsl"
    monkeypatch.setenv("CUTEDSL_CACHE_DIR", "/elsewhere")
    assert config().cache_place == Path("/elsewhere")
