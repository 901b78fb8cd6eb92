"""Which variables are set at each statement: forward data flow, for certain and perhaps."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from dataclasses import dataclass, field

from cutedsl.errors.frozen import frozen
from cutedsl.staging.rewrite.names import writes, writes_of

Names = frozenset[str]


@frozen
class Bound:
    """Names that are set on every path to a point, and on some path; `dead` if there is no path."""

    surely: Names
    perhaps: Names
    dead: bool = False

    def plus(self, names: set[str]) -> Bound:
        """After an assignment to `names`."""
        return Bound(self.surely | names, self.perhaps | names, self.dead)

    def maybe(self, names: set[str]) -> Bound:
        """After a part that may have assigned `names`."""
        return Bound(self.surely, self.perhaps | names, self.dead)

    def minus(self, names: set[str]) -> Bound:
        """After `del names`."""
        return Bound(self.surely - names, self.perhaps - names, self.dead)

    def either(self, other: Bound) -> Bound:
        """Where two paths meet."""
        if self.dead or other.dead:
            live = other if self.dead else self
            return Bound(live.surely, self.perhaps | other.perhaps, self.dead and other.dead)
        return Bound(self.surely & other.surely, self.perhaps | other.perhaps)


@dataclass(slots=True)
class Binding:
    """What is set before each statement, and at the end of each block (by its first statement)."""

    before: dict[ast.AST, Bound] = field(default_factory=dict[ast.AST, Bound])
    end: dict[ast.AST, Bound] = field(default_factory=dict[ast.AST, Bound])

    def block(self, body: Sequence[ast.stmt], bound: Bound) -> Bound:
        """What is set after a block, given what is set before it."""
        for statement in body:
            self.before[statement] = bound
            bound = self._bound_after(statement, bound)
        if body:
            self.end[body[0]] = bound
        return bound

    def _bound_after(self, node: ast.stmt, bound: Bound) -> Bound:
        match node:
            case ast.If():
                bound = bound.maybe(writes(node.test))
                return self.block(node.body, bound).either(self.block(node.orelse, bound))
            case ast.For() | ast.AsyncFor():
                inside = bound.maybe(writes_of(node.body)).plus(writes(node.target))
                turned = self.block(node.body, inside)
                done = bound.maybe(set(turned.perhaps))
                return self.block(node.orelse, done).either(done) if node.orelse else done
            case ast.While():
                inside = bound.maybe(writes_of(node.body) | writes(node.test))
                turned = self.block(node.body, inside)
                done = bound.maybe(set(turned.perhaps))
                return self.block(node.orelse, done).either(done) if node.orelse else done
            case ast.Try():
                return self._try(node, bound)
            case ast.With() | ast.AsyncWith():
                assigned = set[str]().union(*(writes(item) for item in node.items))
                return self.block(node.body, bound.plus(assigned))
            case ast.Return() | ast.Raise() | ast.Break() | ast.Continue():
                return Bound(bound.surely, bound.perhaps, True)
            case ast.Delete():
                return bound.minus(writes(node))
            case ast.AnnAssign(value=None):
                return bound
            case _:
                return bound.plus(writes(node))

    def _try(self, node: ast.Try, bound: Bound) -> Bound:
        done = self.block(node.orelse, self.block(node.body, bound))
        failed = bound.maybe(writes_of(node.body))
        for handler in node.handlers:
            name = {handler.name} if handler.name else set[str]()
            done = done.either(self.block(handler.body, failed.plus(name)).minus(name))
        if not node.finalbody:
            return done
        final = self.block(node.finalbody, done.either(failed))
        return Bound(done.surely | final.surely, done.perhaps | final.perhaps, done.dead or final.dead)


def binding(body: Sequence[ast.stmt], parameters: set[str]) -> Binding:
    """What is set at each statement of a function's body."""
    result = Binding()
    result.block(body, Bound(frozenset(parameters), frozenset(parameters)))
    return result
