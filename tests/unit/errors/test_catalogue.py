"""The catalogue: complete, well formed, and every name that the package raises is in it."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pytest

import cutedsl.errors
from cutedsl.errors.catalogue import CATALOGUE, Entry, merge

PACKAGE = Path(cutedsl.errors.__file__).parents[1]


def entry(name: str = "a-b", base: type[Exception] = TypeError, why: str = "w") -> Entry:
    return Entry(name, base, "t", why, "f", "x", "y")


def test_entries_merge_in_order() -> None:
    first, second = entry("a"), entry("b-2")
    assert list(merge([(first,), (second,)]).items()) == [("a", first), ("b-2", second)]


def test_name_used_twice_is_refused() -> None:
    with pytest.raises(ValueError, match="'a-b' has two catalogue entries"):
        merge([(entry(),), (entry(),)])


@pytest.mark.parametrize("name", ["", "A-b", "a_b", "-a", "a-", "a--b", "2a", "a b"])
def test_names_are_kebab_case(name: str) -> None:
    with pytest.raises(ValueError, match="kebab-case"):
        entry(name)


def test_base_without_a_class_is_refused() -> None:
    with pytest.raises(ValueError, match="no exception class is mixed with OSError"):
        entry(base=OSError)


def test_empty_text_is_refused() -> None:
    with pytest.raises(ValueError, match="must all say something"):
        entry(why=" ")


@pytest.mark.parametrize("name", sorted(CATALOGUE))
def test_each_entry_reads_well(name: str) -> None:
    it = CATALOGUE[name]
    assert it.why.endswith("."), "the cause is a sentence"
    assert it.fix.endswith("."), "the change is a sentence"
    assert not it.title.endswith("."), "the title is a heading"
    assert it.wrong != it.right
    for text in (it.title, it.why, it.fix):
        assert "\n" not in text
        assert not {"ir", "mlir", "llvm", "ssa", "dialect", "trace", "tracer"} & set(text.lower().split())


def raised_names() -> list[tuple[str, str]]:
    """Every literal name given to `fail` or `warn` within the package, with its place."""
    found: list[tuple[str, str]] = []
    for path in sorted(PACKAGE.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            match node:
                case ast.Call(func=ast.Name(id="fail" | "warn"), args=[ast.Constant(value=str(name)), *_]):
                    found.append((name, f"{path.relative_to(PACKAGE)}:{node.lineno}"))
    return found


def test_every_name_raised_is_in_the_catalogue() -> None:
    assert {name: place for name, place in raised_names() if name not in CATALOGUE} == {}


def test_a_warning_reads_its_own_area_alone() -> None:
    code = """
import sys
from cutedsl.errors.catalogue import CATALOGUE
assert CATALOGUE["many-copies"].name == "many-copies"
read = {name.rpartition(".")[2] for name in sys.modules if name.startswith("cutedsl.errors.catalogue.")}
assert read == {"entry", "staging"}, read
assert len(CATALOGUE) == len(list(CATALOGUE)) > 200
assert "no-such" not in CATALOGUE
"""
    subprocess.run([sys.executable, "-c", code], check=True)


def test_threads_that_meet_errors_at_once_find_them() -> None:
    code = """
import importlib, threading, time
from cutedsl.errors import catalogue
real = importlib.import_module
def slow(name):
    time.sleep(0.005)
    return real(name)
catalogue.importlib.import_module = slow
found = []
threads = [threading.Thread(target=lambda: found.append(len(catalogue.CATALOGUE))) for _ in range(4)]
for thread in threads: thread.start()
for thread in threads: thread.join()
print(len(found), len(set(found)))
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert (done.stdout.split(), done.stderr) == (["4", "1"], "")
