"""Programs as trees of statements: they print as source text, and shrink by losing statements."""

from __future__ import annotations

import ast
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
        return _FRAME.format(body=kernel, threads=self.threads, blocks=self.blocks, free=POISON)

    @property
    def size(self) -> int:
        return sum(s.size for s in self.body)


POISON = -77
"""What outputs hold before: also a lock that nobody has."""

_FRAME = """\
import cutedsl as cutlass
import cutedsl.cute as cute
T = {threads}
EAGER = False

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

@cute.jit
def async_copy(source, target):
    atom = cute.make_copy_atom(cute.nvgpu.cpasync.CopyG2SOp(), source.dtype, num_bits_per_copy=32)
    one = cute.make_layout(1)
    cute.copy(atom, cute.make_tensor(source, one), cute.make_tensor(target, one))

@cute.jit
def add_locked(lock, total, value):
    if cutlass.const_expr(EAGER):
        cute.arch.atomic_add(total, value)
    else:
        held = cute.arch.atomic_cas(lock, cmp={free}, val=1, sem="acquire", scope="gpu")
        while held != {free}:
            held = cute.arch.atomic_cas(lock, cmp={free}, val=1, sem="acquire", scope="gpu")
        seen = cute.arch.load(total, sem="relaxed", scope="gpu")
        cute.arch.store(total, seen + value, sem="relaxed", scope="gpu")
        cute.arch.atomic_exch(lock, {free}, sem="release", scope="gpu")

@cute.kernel
def kernel(x: cute.Tensor, f: cute.Tensor, y: cute.Tensor, g: cute.Tensor):
{body}

@cute.jit
def run(x: cute.Tensor, f: cute.Tensor, y: cute.Tensor, g: cute.Tensor):
    kernel(x, f, y, g).launch(grid={blocks}, block={threads})
"""


def smaller(body: Body) -> Iterator[Body]:
    """Bodies with something less, the least first: without statements, with blocks opened, then with less in a line."""
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
        if statement.body and not statement.line.startswith(("while", "match", "case")):
            yield (*before, *statement.body, *after)
        kept = int(statement.line.startswith("while"))  # its first statement counts the turns
        least = (statement.body[:kept] + rest for rest in smaller(statement.body[kept:]))
        yield from ((*before, replace(statement, body=b), *after) for b in least)
        yield from ((*before, replace(statement, other=b), *after) for b in smaller(statement.other))
    for k, statement in enumerate(body):
        yield from ((*body[:k], replace(statement, line=line), *body[k + 1 :]) for line in shorter(statement.line))


def shorter(line: str) -> Iterator[str]:
    """The line with one expression replaced by a part of it.

    What may not come of it: a loop that turns for long (heads of loops stay), a shift by too much (so do its counts),
    and a race (the thread's own index stays, and each part of a joined line).
    """
    head = line.endswith(":")
    if (head and not line.startswith("if ")) or line.startswith("i = "):
        return
    tree = ast.parse(f"{line} pass" if head else line)
    for owner in ast.walk(tree):
        shift = isinstance(owner, ast.BinOp) and isinstance(owner.op, ast.LShift | ast.RShift)
        for field, old in ast.iter_fields(owner):
            if not (shift and field == "right") and not isinstance(owner, ast.Expr):  # a call stays a call
                for place in range(len(old)) if isinstance(old, list) else [None]:
                    yield from _with_parts(tree, owner, field, place, head)


def _with_parts(tree: ast.Module, owner: ast.AST, field: str, place: int | None, head: bool) -> Iterator[str]:
    """The text for each part that can stand where one expression stands."""
    value = vars(owner)[field]
    old = value if place is None else value[place]
    if not isinstance(old, ast.BinOp | ast.BoolOp | ast.UnaryOp | ast.IfExp | ast.Compare | ast.Call):
        return
    for part in ast.iter_child_nodes(old):
        if isinstance(part, ast.expr) and not isinstance(part, ast.Attribute):
            _put(owner, field, place, part)
            text = ast.unparse(tree)
            yield text.partition("\n")[0] if head else text.replace("\n", "; ")
    _put(owner, field, place, old)


def _put(owner: ast.AST, field: str, place: int | None, node: ast.AST) -> None:
    if place is None:
        setattr(owner, field, node)
    else:
        vars(owner)[field][place] = node
