"""`match` becomes `if`s over what its patterns say, before anything else looks at a function."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from itertools import count
from typing import cast

from cutedsl.staging.rewrite.names import writes
from cutedsl.staging.rewrite.nodes import STAGE, assign, at, attribute, call, constant, load, stage, tuple_of, unpack
from cutedsl.staging.rewrite.statement_rewriter import StatementRewriter


def without_matches(body: list[ast.stmt], numbers: count[int]) -> list[ast.stmt]:
    """The statements of a function, such `match`es in them as `if`s; functions in it are left alone.

    Law: run by Python, the new statements do what the old ones do.
    """
    return _Matches(numbers).block(body)


class _Matches(StatementRewriter):
    def visit_Match(self, node: ast.Match) -> list[ast.stmt]:
        subject = self.variable("subject")
        taken = at(assign(subject, node.subject), node.subject)
        for case in node.cases:
            case.body = self.block(case.body)
        return [taken, *self._from(subject, node.cases)]

    def _from(self, subject: str, cases: Sequence[ast.match_case]) -> list[ast.stmt]:
        """The first of the cases, and the others where it is not taken."""
        if not cases:
            return []
        case, rest = cases[0], self._from(subject, cases[1:])
        names = sorted(writes(case.pattern))
        new: list[ast.stmt]
        if isinstance(case.pattern, ast.MatchAs) and case.pattern.pattern is None:
            new = [assign(names[0], load(subject))] if names else []
            new += [ast.If(case.guard, case.body, rest)] if case.guard else case.body
            return [at(statement, case.pattern) for statement in new]
        found = self.variable("fit")
        order = tuple_of([constant(name) for name in names])
        new = [assign(found, stage("fit", load(subject), _pattern(case.pattern), order))]
        holds, bind = attribute(found, "holds"), [unpack(names, attribute(found, "taken"))] if names else []
        if case.guard is None:
            new.append(ast.If(holds, [*bind, *case.body], rest))
        elif not names:
            new.append(ast.If(ast.BoolOp(ast.And(), [holds, case.guard]), case.body, rest))
        else:  # names stay bound where the guard does not hold
            chosen = self.variable("guard")
            test = [*bind, assign(chosen, stage("truth", case.guard))]
            new += [ast.If(holds, test, [assign(chosen, constant(False))]), ast.If(load(chosen), case.body, rest)]
        return [at(statement, case.pattern) for statement in new]


def _pattern(node: ast.pattern) -> ast.expr:
    """The expression that makes a pattern of `staging.patterns`."""
    match node:
        case ast.MatchValue():
            made = _pattern_call("Value", node.value)
        case ast.MatchSingleton():
            made = _pattern_call("Singleton", constant(node.value))
        case ast.MatchAs():
            inner = constant(None) if node.pattern is None else _pattern(node.pattern)
            made = _pattern_call("Name", constant(node.name or ""), inner)
        case ast.MatchOr():
            made = _pattern_call("Either", _patterns(node.patterns))
        case ast.MatchSequence():
            made = _sequence(node)
        case ast.MatchMapping():
            made = _pattern_call("Entries", tuple_of(node.keys), _patterns(node.patterns), constant(node.rest or ""))
        case ast.MatchClass():
            names = tuple_of([constant(name) for name in node.kwd_attrs])
            made = _pattern_call("Instance", node.cls, _patterns(node.patterns), names, _patterns(node.kwd_patterns))
        case _:
            raise AssertionError(f"no pattern: {ast.dump(node)}")
    return at(made, node)


def _sequence(node: ast.MatchSequence) -> ast.expr:
    star = next((k for k, item in enumerate(node.patterns) if isinstance(item, ast.MatchStar)), None)
    if star is None:
        return _pattern_call("Items", _patterns(node.patterns), constant(None), tuple_of([]))
    name = cast(ast.MatchStar, node.patterns[star]).name or ""
    return _pattern_call("Items", _patterns(node.patterns[:star]), constant(name), _patterns(node.patterns[star + 1 :]))


def _patterns(nodes: Sequence[ast.pattern]) -> ast.expr:
    return tuple_of([_pattern(node) for node in nodes])


def _pattern_call(kind: str, *arguments: ast.expr) -> ast.Call:
    """`__stage__.patterns.kind(*arguments)`."""
    return call(ast.Attribute(attribute(STAGE, "patterns"), kind, ast.Load()), *arguments)
