"""Whose frame is whose, and where in the source it stands."""

from __future__ import annotations

import ast
import functools
import linecache
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from types import CodeType

import cutedsl.errors
from cutedsl.errors import Span, source_line, span_at, user_frame, user_location, user_span
from cutedsl.errors.source import column_of_byte

PACKAGE = Path(cutedsl.errors.__file__).parents[1]


def made(text: str, file: str, **names: object) -> dict[str, object]:
    """The namespace of `text` run as if it stood in `file`."""
    linecache.cache[file] = (len(text), None, text.splitlines(keepends=True), file)
    space: dict[str, object] = dict(names)
    exec(compile(text, file, "exec"), space)
    return space


def inside(file: str, **names: object) -> Callable[..., object]:
    """A function `call(f)` that calls `f()` from within `file` of the package."""
    call = made("def call(f):\n    return f()\n", str(PACKAGE / file), **names)["call"]
    assert callable(call)
    return call


def test_span_is_the_authors_expression() -> None:
    space = made("é = 1\nfound = [é, user_span(), 2]\n", "<cell-1>", user_span=user_span)
    assert space["found"] == [1, Span("<cell-1>", 2, 12, 2, 23), 2]
    line = source_line("<cell-1>", 2)
    assert line is not None and line[12:23] == "user_span()"


def test_frames_of_the_package_are_skipped() -> None:
    call = inside("staging/made_up.py")
    space = made("found = call(lambda_)", "<cell-2>", call=call, lambda_=user_span)
    assert space["found"] == Span("<cell-2>", 1, 8, 1, 21)


def test_kernel_library_is_the_authors() -> None:
    found = inside(os.path.join("ops", "made_up.py"))(user_span)
    assert isinstance(found, Span)
    assert (found.file, found.line) == (str(PACKAGE / "ops" / "made_up.py"), 2)


def test_installed_dependencies_and_the_standard_library_are_skipped() -> None:
    site = os.path.join(os.sep, "env", "lib", "site-packages")
    for file in (os.path.join(site, "xdsl", "ir.py"), functools.__file__):
        call = made("def call(f):\n    return f()\n", file)["call"]
        space = made("found = call(f)", "<cell-3>", call=call, f=user_span)
        assert space["found"] == Span("<cell-3>", 1, 8, 1, 15), file
        linecache.clearcache()


def test_installed_kernels_are_the_authors() -> None:
    file = os.path.join(os.sep, "env", "lib", "site-packages", "kernels", "gemm.py")
    call = made("def call(f):\n    return f()\n", file)["call"]
    assert callable(call)
    found = call(user_span)
    assert isinstance(found, Span) and found.file == file


def test_generated_methods_belong_to_their_module() -> None:
    # `dataclass` compiles `__init__` as `<string>` within the module of its class.
    space = made("def init(f):\n    return f()\n", "<string>", __name__="cutedsl.staging.made_up")
    found = made("found = init(f)", "<cell-4>", init=space["init"], f=user_span)["found"]
    assert found == Span("<cell-4>", 1, 8, 1, 15)


def test_command_line_program_is_the_authors() -> None:
    program = "from cutedsl.errors import fail; x = [fail('dynamic-bool', 'm')]; print(str(x[0]))"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[1:5] == [
        " --> <string>:1:39",
        "  |",
        f"1 | {program}",
        "  | " + " " * 38 + "^" * len("fail('dynamic-bool', 'm')"),
    ]


def test_location_is_cheap_and_gives_the_same_span() -> None:
    space = made("a = user_location()\n", "<cell-5>", user_location=user_location)
    location = space["a"]
    assert isinstance(location, tuple)
    code, offset = location
    assert isinstance(code, CodeType)
    assert span_at(code, offset) == Span("<cell-5>", 1, 4, 1, 19)


def test_frame_is_the_callers() -> None:
    assert user_frame() is sys._getframe()


def test_depth_hint_skips_the_caller() -> None:
    def helper() -> object:
        return user_frame(1)

    assert helper() is sys._getframe()


def test_no_author_on_a_thread_of_ours() -> None:
    # A fresh thread's frames are the standard library's and ours only.
    import threading

    found: list[object] = []
    thread = threading.Thread(target=inside("execution/made_up.py"), args=(lambda_of(found),))
    thread.start()
    thread.join()
    assert found == [None]


def lambda_of(found: list[object]) -> Callable[[], object]:
    """A function of the package that records where the author stands."""
    space = made(
        "def record():\n    found.append(user_span())\n",
        str(PACKAGE / "execution" / "made_up_2.py"),
        found=found,
        user_span=user_span,
    )
    record = space["record"]
    assert callable(record)
    return record


def test_edited_file_is_read_again(tmp_path: Path) -> None:
    path = tmp_path / "k.py"
    for text in ("é = user_span()\n", "éé = user_span()\n"):
        path.write_text(text, encoding="utf-8")
        space: dict[str, object] = {"user_span": user_span}
        exec(compile(text, str(path), "exec"), space)
        span = next(value for name, value in space.items() if "é" in name)
        assert isinstance(span, Span) and span.col == text.index("user_span")


def test_node_span_counts_characters() -> None:
    text = "é = f(ü, b)\n"
    linecache.cache["<cell-6>"] = (len(text), None, [text], "<cell-6>")
    statement = ast.parse(text).body[0]
    assert isinstance(statement, ast.Assign)
    assert Span.of_node(statement.value, "<cell-6>") == Span("<cell-6>", 1, 4, 1, 11)


def test_byte_columns_of_unknown_source_stay() -> None:
    assert column_of_byte("<gone>", 1, 7) == 7


def test_instruction_without_a_line_has_no_span() -> None:
    code = compile("x = 1", "<cell-7>", "exec")
    assert span_at(code, -1) is None
