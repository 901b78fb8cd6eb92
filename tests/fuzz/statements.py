"""Programs as trees of statements: they print as source text, and shrink by losing statements."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace


@dataclass(frozen=True, slots=True)
class Statement:
    """A line, or, with a body, the head of a block; `other` is what an `else:` runs."""

    line: str
    body: tuple[Statement, ...] = ()
    other: tuple[Statement, ...] = ()

    def lines(self, indent: str) -> Iterator[str]:
        yield indent + self.line
        if self.body or self.line.endswith(":"):
            yield from _block(self.body, indent + "    ")
        if self.other:
            yield f"{indent}else:"
            yield from _block(self.other, indent + "    ")

    @property
    def size(self) -> int:
        return 1 + sum(s.size for s in (*self.body, *self.other))


Body = tuple[Statement, ...]


def _block(body: Body, indent: str) -> Iterator[str]:
    if not body:
        yield f"{indent}pass"
    for statement in body:
        yield from statement.lines(indent)


@dataclass(frozen=True, slots=True)
class Program:
    """A kernel with its launcher: `threads` a block, `blocks` of them."""

    body: Body
    threads: int
    blocks: int

    @property
    def text(self) -> str:
        kernel = "\n".join(line for s in self.body for line in s.lines("    "))
        return _FRAME.format(body=kernel, threads=self.threads, blocks=self.blocks)

    @property
    def size(self) -> int:
        return sum(s.size for s in self.body)


_FRAME = """\
import cutedsl as cutlass
import cutedsl.cute as cute
T = {threads}

class Box:
    def __init__(self, v, f):
        self.v = v
        self.f = f

@cute.jit
def helper(m, n):
    m, n = cutlass.Int32(m), cutlass.Int32(n)
    if m > n:
        return m - n
    if n == 0:
        n = m + 1
    return n * 3

@cute.kernel
def kernel(x: cute.Tensor, f: cute.Tensor, y: cute.Tensor, g: cute.Tensor):
{body}

@cute.jit
def run(x: cute.Tensor, f: cute.Tensor, y: cute.Tensor, g: cute.Tensor):
    kernel(x, f, y, g).launch(grid={blocks}, block={threads})
"""


def smaller(body: Body) -> Iterator[Body]:
    """Bodies with something less, the least first: without runs of statements, then with blocks opened or thinned."""
    length = len(body) // 2
    while length:
        for start in range(0, len(body), length):
            yield body[:start] + body[start + length :]
        length //= 2
    if len(body) == 1:
        yield ()
    for k, statement in enumerate(body):
        before, after = body[:k], body[k + 1 :]
        if statement.other:
            yield (*before, replace(statement, other=()), *after)
        if statement.body and not statement.line.startswith("while"):
            yield (*before, *statement.body, *after)
        yield from ((*before, replace(statement, body=b), *after) for b in smaller(statement.body))
        yield from ((*before, replace(statement, other=b), *after) for b in smaller(statement.other))
