"""Raising by name: the classes, the texts, pickling and warnings."""

from __future__ import annotations

import linecache
import os
import pickle
import traceback
import warnings
from pathlib import Path

import pytest

from cutedsl.errors import (
    DSLBaseError,
    DSLCudaRuntimeError,
    DSLNotImplemented,
    DSLOptimizationWarning,
    DSLRuntimeError,
    DSLUserCodeError,
    DSLWarning,
    Span,
    fail,
    internal_error,
    warn,
)
from cutedsl.errors.catalogue import CATALOGUE
from cutedsl.errors.classes import CLASS_OF_BASE


@pytest.mark.parametrize("name", sorted(CATALOGUE))
def test_class_is_the_users_and_the_builtin(name: str) -> None:
    error = fail(name, "message")
    assert isinstance(error, DSLUserCodeError)
    assert isinstance(error, CATALOGUE[name].base)
    assert str(error).startswith(f"error[{name}]: {CATALOGUE[name].lead}message\n")


@pytest.mark.parametrize("base", list(CLASS_OF_BASE))
def test_each_base_has_its_class(base: type[Exception]) -> None:
    mixed = CLASS_OF_BASE[base]
    assert issubclass(mixed, base)
    assert mixed.__mro__.index(DSLUserCodeError) < mixed.__mro__.index(DSLRuntimeError)


def test_errors_have_the_classes_of_the_reference() -> None:
    assert DSLUserCodeError.__bases__ == (DSLRuntimeError,)
    assert set(DSLRuntimeError.__bases__) == {DSLBaseError, RuntimeError}
    assert issubclass(DSLCudaRuntimeError, DSLRuntimeError)
    assert isinstance(fail("not-yet", "m"), DSLNotImplemented)
    assert isinstance(fail("missing-gpu", "m"), DSLCudaRuntimeError)


def test_errors_have_fields_and_a_message() -> None:
    place = Span("<gone>", 3, 0, 3, 1)
    error = fail("dynamic-bool", "the message", span=place, notes=["n"], fix="Do this.")
    assert (error.name, error.message, error.span, error.notes) == (
        "dynamic-bool",
        "the message",
        place,
        ("n",),
    )
    assert error.args == ("the message",)
    assert "  = fix: Do this.\n" in str(error)
    assert f"  = why: {CATALOGUE['dynamic-bool'].why}\n" in str(error)
    assert CATALOGUE["dynamic-bool"].fix not in str(error)


def test_place_is_the_current_line() -> None:
    error = fail("dynamic-bool", "m")
    line = traceback.extract_stack()[-1].lineno
    assert error.span is not None and line is not None
    assert (error.span.file, error.span.line) == (__file__, line - 1)


def test_unknown_name_is_an_internal_error() -> None:
    with pytest.raises(DSLRuntimeError, match="internal error: no catalogue entry for the error 'no-such'") as caught:
        fail("no-such", "m")
    assert not isinstance(caught.value, DSLUserCodeError)


def test_internal_error_asks_for_a_report() -> None:
    text = str(internal_error("lost a value"))
    assert text.startswith("cutedsl internal error: lost a value\n")
    assert "bug in cutedsl, not in your program" in text
    assert "error[" not in text


@pytest.mark.parametrize("name", ["dynamic-bool", "read-never-set", "missing-gpu", "out-of-bounds", "not-yet"])
def test_pickling_keeps_text_and_class(name: str) -> None:
    linecache.cache["<cell>"] = (0, None, ["the author's line\n"], "<cell>")
    error = fail(name, "m", span=Span("<cell>", 1, 4, 1, 10), notes=("n",))
    data = pickle.dumps(error)
    del linecache.cache["<cell>"]
    copy = pickle.loads(data)
    assert type(copy) is type(error)
    assert "1 | the author's line\n  |     ^^^^^^\n" in str(copy)
    assert (copy.name, copy.message, copy.span, copy.notes) == (name, CATALOGUE[name].lead + "m", error.span, ("n",))


def test_text_stays_as_first_shown(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(os.path.dirname(__file__))
    error = fail("dynamic-bool", "m")
    text = str(error)
    monkeypatch.chdir(tmp_path)
    assert text.splitlines()[1].strip().startswith("--> test_fail.py:")
    assert str(error) == text


def test_name_error_gets_no_suggestions_from_python() -> None:
    # Python compares `NameError.name` with the variables of the frame, and would append its own guess.
    read_never_sat = 1
    try:
        raise fail("read-never-set", "m")
    except NameError as error:
        text = "".join(traceback.format_exception(error))
    assert read_never_sat and text.endswith("= more: cutedsl explain read-never-set\n")


def test_warning_has_the_layout_and_the_place_of_an_error() -> None:
    with warnings.catch_warnings(record=True) as given:
        warnings.simplefilter("always")
        warn("numeric-cast", "300 wraps to 44", fix="Write 44.", category=DSLOptimizationWarning)
    assert [it.category for it in given] == [DSLOptimizationWarning]
    assert issubclass(DSLOptimizationWarning, DSLWarning)
    assert given[0].filename == __file__
    text = str(given[0].message)
    assert text.startswith("warning[numeric-cast]: 300 wraps to 44\n")
    assert "  = fix: Write 44.\n" in text


def test_a_warning_is_given_once_a_place_and_text() -> None:
    with warnings.catch_warnings(record=True) as given:
        warnings.simplefilter("default")
        for text in ("first", "first", "second"):
            warn("many-copies", text)
    assert [str(it.message).partition("\n")[0][-6:].strip() for it in given] == ["first", "second"]


def test_an_error_raised_again_keeps_its_message() -> None:
    first = fail("not-yet", "vectors of three elements")
    assert first.message == "not supported yet: vectors of three elements"
    assert fail(first.name, first.message).message == first.message
