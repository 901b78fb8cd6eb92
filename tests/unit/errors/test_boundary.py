"""The traceback filter: what it hides, what it keeps, and what it never touches."""

from __future__ import annotations

import sys
import traceback
from collections.abc import Callable
from pathlib import Path

import pytest

import cutedsl.errors
from cutedsl.errors import DSLRuntimeError, fail, hide_internal_frames, internal_error, user_boundary

PACKAGE = Path(cutedsl.errors.__file__).parents[1]


def inside(file: str = "driver/made_up.py", body: str = "return f()") -> Callable[..., object]:
    """A function `call(f)` of the package."""
    space: dict[str, object] = {}
    exec(compile(f"def call(f):\n    {body}\n", str(PACKAGE / file), "exec"), space)
    call = space["call"]
    assert callable(call)
    return call


def files(error: BaseException) -> list[str]:
    return [frame.filename for frame in traceback.extract_tb(error.__traceback__)]


def caught(call: Callable[[], object]) -> Exception:
    with pytest.raises(Exception) as info:
        call()
    return info.value


def user_mistake() -> None:
    raise fail("dynamic-bool", "m")


def user_value_error() -> None:
    raise ValueError("the author's own")


@pytest.mark.parametrize("mistake", [user_mistake, user_value_error])
def test_own_frames_are_hidden(mistake: Callable[[], None]) -> None:
    call = inside()
    error = caught(lambda: user_boundary()(lambda: call(mistake))())
    assert set(files(error)) == {__file__}
    assert files(error)[-1] == __file__
    assert traceback.extract_tb(error.__traceback__)[-1].name == mistake.__name__


def test_with_statement_hides_as_well() -> None:
    def entry() -> None:
        with user_boundary():
            inside()(user_mistake)

    assert set(files(caught(entry))) == {__file__}


def test_mistake_found_by_us_ends_at_the_authors_line() -> None:
    check = inside(body="raise f('dynamic-bool', 'm')")
    error = caught(lambda: user_boundary()(lambda: check(fail))())
    assert set(files(error)) == {__file__}


def test_fault_of_ours_keeps_all_frames() -> None:
    fault = inside(body="raise f('lost')")
    error = caught(lambda: user_boundary()(lambda: fault(internal_error))())
    assert type(error) is DSLRuntimeError
    assert str(PACKAGE / "driver" / "made_up.py") in files(error)


def test_fault_within_a_library_that_we_called_is_ours() -> None:
    call = inside(body="import json; json.loads('{')")
    error = caught(lambda: user_boundary()(lambda: call(None))())
    assert str(PACKAGE / "driver" / "made_up.py") in files(error)


def test_library_that_the_author_called_stays() -> None:
    import json

    call = inside()
    error = caught(lambda: user_boundary()(lambda: call(lambda: json.loads("{")))())
    shown = files(error)
    assert str(PACKAGE / "driver" / "made_up.py") not in shown
    assert shown[-1] == json.decoder.__file__


def test_library_between_ours_is_hidden_with_them() -> None:
    import functools

    space: dict[str, object] = {}
    exec(compile("def between(f):\n    return f()\n", functools.__file__, "exec"), space)
    between, call = space["between"], inside()
    assert callable(between)
    error = caught(lambda: user_boundary()(lambda: call(lambda: None) or inside(body="f()")(user_mistake))())
    assert set(files(error)) == {__file__}
    error = caught(lambda: user_boundary()(inside(body="f[0](f[1])"))((between, user_mistake)))
    assert set(files(error)) == {__file__}


def test_frames_are_kept_when_asked_for() -> None:
    call = inside()
    error = caught(lambda: user_boundary(lambda: True)(lambda: call(user_mistake))())
    assert str(PACKAGE / "driver" / "made_up.py") in files(error)


def test_causes_are_filtered_too() -> None:
    call = inside()

    def chained() -> None:
        try:
            call(user_mistake)
        except TypeError as cause:
            raise fail("dynamic-index", "n") from cause

    error = caught(lambda: user_boundary()(chained)())
    assert error.__cause__ is not None
    assert set(files(error.__cause__)) == {__file__}


def test_cyclic_causes_end() -> None:
    first, second = ValueError(), ValueError()
    first.__cause__, second.__cause__ = second, first
    hide_internal_frames(first)


def test_result_and_name_pass_through() -> None:
    @user_boundary()
    def entry(a: int, *, b: int) -> int:
        """The doc."""
        return a + b

    assert (entry(1, b=2), entry.__name__, entry.__doc__) == (3, "entry", "The doc.")


def test_hooks_of_the_interpreter_stay() -> None:
    before = sys.excepthook
    caught(lambda: user_boundary()(user_mistake)())
    assert sys.excepthook is before
