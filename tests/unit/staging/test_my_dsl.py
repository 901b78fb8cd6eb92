"""`examples/my_dsl`: a language on `staging` alone draws what Python draws."""

from __future__ import annotations

import ast
import importlib
import math
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest

from tests.docs.programs import run

EXAMPLES = Path(__file__).resolve().parents[3] / "examples"
DSL = EXAMPLES / "my_dsl"


@pytest.fixture
def logo() -> Iterator[ModuleType]:
    sys.path.insert(0, str(EXAMPLES))
    my_dsl = importlib.import_module("my_dsl")

    yield my_dsl
    sys.path.remove(str(EXAMPLES))


@pytest.mark.parametrize("file", sorted(DSL.glob("*.py")), ids=lambda file: file.name)
def test_it_needs_nothing_but_the_base(file: Path) -> None:
    allowed = ("my_dsl", "cutedsl.staging", "cutedsl.types", "cutedsl.errors")
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        modules = [node.module or ""] if isinstance(node, ast.ImportFrom) else []
        modules += [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
        for module in modules:
            known = module.startswith(allowed) or module.partition(".")[0] in sys.stdlib_module_names
            assert known, f"{file.name} imports {module}"


class Plain:
    """The turtle, for functions that Python runs."""

    def __init__(self) -> None:
        self.x = self.y = self.degrees = 0.0
        self.path = [(0.0, 0.0)]

    def forward(self, distance: float) -> None:
        self.x += distance * math.cos(math.radians(self.degrees))
        self.y += distance * math.sin(math.radians(self.degrees))
        self.path.append((self.x, self.y))

    def turn(self, degrees: float) -> None:
        self.degrees += degrees

    def position(self) -> tuple[float, float]:
        return self.x, self.y


def drawings(forward, turn, position):
    """Programs that use every kind of control flow; the same source is compiled and run by Python."""

    def square(n, m):
        for _ in range(4):
            forward(n)
            turn(90)

    def comb(n, m):
        up = True
        for tooth in range(n, 0, -1):
            forward(tooth if up else tooth + m)
            if tooth % 2 == 0:
                turn(90)
            elif tooth == 3:
                continue
            else:
                turn(-90)
            up = not up

    def swap(n, m):
        a, b = n, m
        while a != b:
            if a > b:
                a, b = b, a
            forward(a)
            turn(a * 10 - b)
            b -= a
            if b == 0:
                return
        forward(100)

    def walk(n, m):
        steps = 0
        while True:
            x, y = position()
            if x * x + y * y > n * m:
                break
            for k in range(m):
                if k * k > steps:
                    break
                forward(k + 1)
            else:
                turn(7)
            steps += 1
            turn(20)
        forward(steps)

    return square, comb, swap, walk


@pytest.mark.parametrize("numbers", [(6, 4), (5, 15), (9, 3)], ids=str)
@pytest.mark.parametrize("index", range(4), ids=["square", "comb", "swap", "walk"])
def test_a_compiled_drawing_is_pythons(logo: ModuleType, index: int, numbers: tuple[int, int]) -> None:
    compiled = logo.logo(drawings(logo.forward, logo.turn, logo.position)[index])
    plain = Plain()
    drawings(plain.forward, plain.turn, plain.position)[index](*numbers)
    assert sum(compiled(*numbers).path, ()) == pytest.approx(sum(plain.path, ()), abs=1e-3)


def test_a_program_prints_as_jumps(logo: ModuleType) -> None:
    def drawing(n):
        if n > 2:
            logo.forward(n)

    text = str(logo.logo(drawing))
    assert [line.split()[0] for line in text.split("\n") if "=" not in line] == [
        *("unless", "forward", "jump", "else1:", "done1:")
    ]


def test_mistakes_are_the_authors(logo: ModuleType) -> None:
    from cutedsl.errors import DSLUserCodeError

    def drawing(n):
        logo.forward("far")

    with pytest.raises(DSLUserCodeError, match="the turtle takes numbers") as caught:
        logo.logo(drawing)
    assert caught.value.span is not None and caught.value.span.file == __file__
    with pytest.raises(DSLUserCodeError, match="takes 0 numbers and is given 1"):
        logo.logo(lambda: None)(1)


def test_the_spiral_runs() -> None:
    done = run([str(DSL / "spiral.py")])
    assert done.returncode == 0 and "unless" in done.stdout and done.stdout.count("*") > 100, done.stdout
