"""Early exits: `return`, `break`, `continue` become assignments to flags, and what they skip is guarded by the flags.

Flags that are known while tracing cost nothing, as an `if` that is known is Python's; those that are not make the
guards branches of the compiled program. What follows an `if` one arm of which always exits moves into the other arm,
so that most exits need no flag at all.

Source: ours.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import count

from cutedsl.errors.frozen import frozen
from cutedsl.staging.rewrite.names import children, own_nodes
from cutedsl.staging.rewrite.nodes import assign, at, constant, load

Exit = ast.Return | ast.Break | ast.Continue


@frozen
class Stop:
    """The flag that ends a loop, and the name of the author's loop variable."""

    flag: str
    target: str = ""


@dataclass(slots=True)
class Exits:
    """The names and loops that the rewrite of exits made: `flags`, that of `return` (`done`), the returned `value`, the
    `stops` of loops, and the `turns` of these, which are left out once the loop's flag holds; `of_loops` are the flags
    of each loop's `break` and `continue`."""

    flags: set[str] = field(default_factory=set[str])
    done: str = ""
    value: str = ""
    stops: dict[ast.AST, Stop] = field(default_factory=dict[ast.AST, Stop])
    turns: dict[ast.AST, str] = field(default_factory=dict[ast.AST, str])
    of_loops: dict[ast.AST, tuple[str, ...]] = field(default_factory=dict[ast.AST, tuple[str, ...]])


@frozen
class _Level:
    """A loop, or the function, whose exits are rewritten: `skip` guards what follows, `stop` ends it."""

    skip: str
    stop: str = ""


def without_exits(body: list[ast.stmt], numbers: count[int]) -> tuple[list[ast.stmt], Exits]:
    """The body of a function with all early exits rewritten; a `return` that ends the function stays.

    Law: run by Python, the new body does what the old one does.
    """
    rewriter = _Rewriter(numbers)
    return rewriter.function(body), rewriter.found


class _Rewriter:
    """Rewrites one function."""

    def __init__(self, numbers: count[int]) -> None:
        self.found = Exits()
        self._numbers = numbers
        self._levels: list[_Level] = []

    def function(self, body: list[ast.stmt]) -> list[ast.stmt]:
        """The whole body; the value that is returned goes into a variable if there is more than one `return`."""
        returns = [node for node in own_nodes(body) if isinstance(node, ast.Return)]
        if not returns or returns == body[-1:]:
            return self._block(body)
        first, last = body[0], body[-1]
        self.found.done = done = self._flag("done")
        self._levels.append(_Level(done))
        result = [at(assign(done, constant(False)), first)]
        if any(node.value is not None for node in returns):
            self.found.value = f"__value{next(self._numbers)}__"
            if not _leaves_always(body):
                body = [*body, at(ast.Return(None), max(returns, key=lambda node: node.lineno))]
        result += self._block(body)
        if self.found.value:
            result.append(at(ast.Return(load(self.found.value)), last))
        return result

    # -- blocks ------------------------------------------------------------------------------------------------------
    def _block(self, body: Sequence[ast.stmt]) -> list[ast.stmt]:
        """A block; what follows an exit that may happen runs only if it did not."""
        result: list[ast.stmt] = []
        for index, node in enumerate(body):
            rest = list(body[index + 1 :])
            if not self._exits(node):
                result += self._statement(node)
                continue
            if isinstance(node, Exit):
                return [*result, *self._exit(node)]
            if isinstance(node, ast.If) and self._moves(node, rest):
                return [*result, node]
            result += self._statement(node)
            if rest:
                result.append(self._unless(self._levels[-1].skip, self._block(rest), node))
            return result
        return result

    def _moves(self, node: ast.If, rest: list[ast.stmt]) -> bool:
        """Moves what follows an `if` into the arm that does not exit; without such an arm it is never reached."""
        then, otherwise = _leaves_always(node.body), _leaves_always(node.orelse)
        if not (then or otherwise):
            return False
        node.body = self._block(node.body if then else [*node.body, *rest]) or [at(ast.Pass(), node.test)]
        node.orelse = self._block(node.orelse if otherwise else [*node.orelse, *rest])
        return True

    def _unless(self, flag: str, body: list[ast.stmt], place: ast.AST) -> ast.If:
        """`if not flag: body`."""
        where = place.test if isinstance(place, ast.If | ast.While) else place
        return at(ast.If(ast.UnaryOp(ast.Not(), load(flag)), body or [ast.Pass()], []), where)

    def _exits(self, node: ast.stmt) -> bool:
        """Whether a statement may leave the block that it stands in; only a rewritten function's returns count."""
        returns = bool(self._levels)
        return any(returns or not isinstance(inner, ast.Return) for inner in _exits_of([node]))

    # -- statements --------------------------------------------------------------------------------------------------
    def _statement(self, node: ast.stmt) -> list[ast.stmt]:
        """A statement, with the blocks in it rewritten."""
        match node:
            case ast.For() | ast.While():
                return self._loop(node)
            case ast.If():
                node.body, node.orelse = self._block(node.body), self._block(node.orelse)
            case ast.With():
                node.body = self._block(node.body)
            case ast.Try():
                self._try(node)
            case _:
                pass
        return [node]

    def _exit(self, node: Exit) -> list[ast.stmt]:
        """Sets the flags of what is left."""
        result: list[ast.stmt] = []
        left = self._levels[-1:]
        if isinstance(node, ast.Return):
            left = list(reversed(self._levels))
            if self.found.value:
                result.append(assign(self.found.value, node.value or constant(None)))
            elif node.value is not None:
                result.append(ast.Expr(node.value))
        for level in left:
            if level.stop and not isinstance(node, ast.Continue):
                result.append(assign(level.stop, constant(True)))
            result.append(assign(level.skip, constant(True)))
        return [at(statement, node) for statement in result]

    def _loop(self, node: ast.For | ast.While) -> list[ast.stmt]:
        """A loop whose turns start with `skip = False`, and are left out once `stop` holds."""
        exits = list(_exits_of(node.body))
        orelse, node.orelse = node.orelse, []
        if not exits:
            node.body = self._block(node.body)
            return [node, *self._block(orelse)]
        stops = any(not isinstance(e, ast.Continue) for e in exits)
        level = _Level(self._flag("skip"), self._flag("stop") if stops else "")
        self.found.of_loops[node] = tuple(filter(None, (level.stop, level.skip)))
        self._levels.append(level)
        body = [at(assign(level.skip, constant(False)), node.body[0]), *self._block(node.body)]
        self._levels.pop()
        if not stops:
            node.body = body
            return [node, *self._block(orelse)]
        name = ""
        if isinstance(node, ast.For):
            name = node.target.id if isinstance(node.target, ast.Name) else ""
            body.insert(0, self._take_turn(node))
        self.found.stops[node] = Stop(level.stop, name)
        turn = self._unless(level.stop, body, body[0])
        self.found.turns[turn] = level.stop
        node.body = [turn]
        result: list[ast.stmt] = [at(assign(level.stop, constant(False)), node), node]
        if orelse:
            result.append(self._unless(level.stop, self._block(orelse), orelse[0]))
        return result

    def _take_turn(self, node: ast.For) -> ast.stmt:
        """Lets the loop count in a variable of its own: after the loop the author's is that of the iteration that
        left.
        """
        own = f"__turn{next(self._numbers)}__"
        taken = ast.Assign([node.target], load(own))
        node.target = at(ast.Name(own, ast.Store()), node.target)
        return at(taken, node.target)

    def _try(self, node: ast.Try) -> None:
        """An exit in the body leaves out the `else`."""
        guarded = bool(node.orelse) and any(map(self._exits, node.body))
        node.body = self._block(node.body)
        for handler in node.handlers:
            handler.body = self._block(handler.body)
        node.orelse = self._block(node.orelse)
        if guarded:
            node.orelse = [self._unless(self._levels[-1].skip, node.orelse, node.orelse[0])]
        node.finalbody = self._block(node.finalbody)

    def _flag(self, word: str) -> str:
        name = f"__{word}{next(self._numbers)}__"
        self.found.flags.add(name)
        return name


def _exits_of(statements: Sequence[ast.stmt]) -> Iterator[Exit]:
    """The exits in statements that leave them: all returns, and what belongs to a loop around them."""
    pending: list[tuple[ast.AST, bool]] = [(node, False) for node in statements]
    while pending:
        node, in_loop = pending.pop()
        match node:
            case ast.Return():
                yield node
            case ast.Break() | ast.Continue():
                if not in_loop:
                    yield node
            case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.ClassDef() | ast.expr():
                pass
            case ast.For() | ast.AsyncFor() | ast.While():
                pending += [(inner, True) for inner in node.body]
                pending += [(inner, in_loop) for inner in node.orelse]
            case _:
                pending += [(inner, in_loop) for inner in children(node)]


def _leaves_always(body: Sequence[ast.stmt]) -> bool:
    """Whether the end of a block is never reached."""
    for node in body:
        match node:
            case ast.Return() | ast.Break() | ast.Continue() | ast.Raise():
                return True
            case ast.If() if node.orelse and _leaves_always(node.body) and _leaves_always(node.orelse):
                return True
            case ast.With() if _leaves_always(node.body):
                return True
            case ast.While(test=ast.Constant(value)) if value:
                if not any(isinstance(left, ast.Break) for left in _exits_of(node.body)):
                    return True  # by its `return`s alone
            case _:
                pass
    return False
