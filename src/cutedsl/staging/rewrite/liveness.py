"""Which variables are read later: backward data flow over the statements of a function."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from cutedsl.errors.frozen import frozen
from cutedsl.staging.rewrite.names import reads, walrus_targets, writes

Names = frozenset[str]
EMPTY: Names = frozenset()


@frozen
class _Exits:
    """What is live where control goes on a break, a continue, an exception and out of the function."""

    on_break: Names = EMPTY
    on_continue: Names = EMPTY
    on_exception: Names = EMPTY
    on_return: Names = EMPTY


@dataclass(slots=True)
class Liveness:
    """The result, by statement: `after` it, before an `if`'s else (`otherwise`), at the `start` of a loop's turn.

    Law: a name is in a set if there is a path from that point to a read of it without an assignment between.
    """

    after: dict[ast.AST, Names] = field(default_factory=dict[ast.AST, Names])
    otherwise: dict[ast.AST, Names] = field(default_factory=dict[ast.AST, Names])
    start: dict[ast.AST, Names] = field(default_factory=dict[ast.AST, Names])
    _known: dict[ast.AST, tuple[Names, Names]] = field(default_factory=dict[ast.AST, tuple[Names, Names]])
    """What simple statements assign and read: those of loops are asked until nothing changes."""

    def block(self, body: Sequence[ast.stmt], after: Names, exits: _Exits) -> Names:
        """What is live before a block, given what is live after it."""
        live = after
        for statement in reversed(body):
            self.after[statement] = live
            live = self._live_before(statement, live, exits) | exits.on_exception
        return live

    def _live_before(self, node: ast.stmt, after: Names, exits: _Exits) -> Names:
        match node:
            case ast.If():
                return self._if(node, after, exits)
            case ast.For() | ast.AsyncFor():
                return self._for(node, after, exits)
            case ast.While():
                return self._while(node, after, exits)
            case ast.Try():
                return self._try(node, after, exits)
            case ast.With() | ast.AsyncWith():
                inside = self.block(node.body, after, exits)
                targets = [item.optional_vars for item in node.items]
                assigned = set[str]().union(*map(writes, targets))
                used = set[str]().union(*(reads(item.context_expr) | reads(item.optional_vars) for item in node.items))
                return (inside - assigned) | used
            case ast.Return() | ast.Raise():
                return exits.on_return | reads(node)
            case ast.Break():
                return exits.on_break
            case ast.Continue():
                return exits.on_continue
            case _:
                return self._simple(node, after)

    def _if(self, node: ast.If, after: Names, exits: _Exits) -> Names:
        then = self.block(node.body, after, exits)
        otherwise = self.block(node.orelse, after, exits)
        self.otherwise[node] = otherwise
        return then | otherwise | reads(node.test)

    def _for(self, node: ast.For | ast.AsyncFor, after: Names, exits: _Exits) -> Names:
        done = self.block(node.orelse, after, exits)
        assigned, used = writes(node.target), reads(node.target)
        head = done
        while True:
            inside = self.block(node.body, head, replace(exits, on_break=after, on_continue=head))
            grown = head | (inside - assigned) | used
            if grown == head:
                break
            head = grown
        self.start[node] = inside - assigned
        return head | reads(node.iter)

    def _while(self, node: ast.While, after: Names, exits: _Exits) -> Names:
        head = self.block(node.orelse, after, exits) | reads(node.test)
        while True:
            inside = self.block(node.body, head, replace(exits, on_break=after, on_continue=head))
            if inside <= head:
                break
            head |= inside
        self.start[node] = inside | reads(node.test)
        return head

    def _try(self, node: ast.Try, after: Names, exits: _Exits) -> Names:
        final = self.block(node.finalbody, after, exits)
        guarded = replace(exits, on_exception=exits.on_exception | (final if node.finalbody else EMPTY))
        caught = EMPTY
        for handler in node.handlers:
            inside = self.block(handler.body, final, guarded)
            caught |= (inside - {handler.name}) | reads(handler.type)
        done = self.block(node.orelse, final, guarded)
        body_exits = replace(guarded, on_exception=guarded.on_exception | caught)
        return self.block(node.body, done, body_exits) | caught

    def _simple(self, node: ast.stmt, after: Names) -> Names:
        """A statement without statements in it: reads come before assignments."""
        known = self._known.get(node)
        if known is None:
            assigned = writes(node)
            known = self._known[node] = frozenset(assigned and assigned - walrus_targets(node)), frozenset(reads(node))
        return (after - known[0]) | known[1]


def liveness(body: Sequence[ast.stmt], at_end: Names = EMPTY) -> Liveness:
    """The liveness of a function's body; `at_end` are names that others read later, the nonlocal ones."""
    result = Liveness()
    result.block(body, at_end, _Exits(on_return=at_end))
    return result
