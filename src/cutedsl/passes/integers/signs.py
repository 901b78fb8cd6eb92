"""Whether an integer of recorded code is certainly not negative: by what it is made of and by the tests on its path.

A number is a sum of multiples of values that are not taken further apart. What is known of it are the ranges of these
values, and inequalities: those of the branches and loops around a place, and of minima, remainders and quotients.
Arithmetic is taken as exact: a sum that wraps is another fault.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Final, TypeAlias

from xdsl.dialects import arith, scf
from xdsl.dialects.builtin import DenseArrayBase, IntegerAttr, IntegerType
from xdsl.ir import Block, Operation, SSAValue

from cutedsl.errors.frozen import frozen
from cutedsl.ir.facts import facts
from cutedsl.ir.ops.elementwise import CmpiOp, ExtSIOp, ExtUIOp, SelectOp, TruncIOp
from cutedsl.ir.ops.simt import BlockDimOp, BlockIdxOp, GridDimOp, ShuffleOp, ThreadIdxOp
from cutedsl.passes.integers.known_integers import integer_of

# Bounds on a search that would else grow exponentially; a proof that needs more is given up, and the code stays.
_MOST_FACTS: Final = 24
_DEEPEST: Final = 24
_QUOTIENTS: Final = ("div", "floordiv")
_SIGNED: Final = ("eq", "ne", "lt", "le", "gt", "ge")
"""The predicates of `arith.cmpi` in MLIR's order; unsigned ones follow."""
_OPPOSITE: Final = MappingProxyType({"eq": "ne", "ne": "eq", "lt": "ge", "ge": "lt", "gt": "le", "le": "gt"})


@frozen
class Sum:
    """`constant` and multiples of values."""

    terms: Mapping[SSAValue, int]
    constant: int = 0

    def plus(self, other: Sum, factor: int = 1) -> Sum:
        """This sum and a multiple of another."""
        terms = dict(self.terms)
        for value, count in other.terms.items():
            terms[value] = terms.get(value, 0) + factor * count
        return Sum({v: n for v, n in terms.items() if n}, self.constant + factor * other.constant)

    def times(self, factor: int) -> Sum:
        """A multiple of the sum."""
        return Sum({v: n * factor for v, n in self.terms.items() if factor}, self.constant * factor)

    def shifted(self, by: int) -> Sum:
        """The sum and a constant."""
        return Sum(self.terms, self.constant + by)


Fact: TypeAlias = Sum
"""A sum that is not negative."""


def sum_of(value: SSAValue, deep: int = 0) -> Sum:
    """A value as a sum of multiples of others."""
    known, owner = integer_of(value), value.owner
    if known is not None:
        return Sum({}, known)
    if isinstance(owner, Block) or deep > _DEEPEST:
        return Sum({_as_tested(value): 1})
    match owner:
        case arith.AddiOp() | arith.SubiOp():
            left, right = (sum_of(x, deep + 1) for x in owner.operands)
            return left.plus(right, -1 if isinstance(owner, arith.SubiOp) else 1)
        case arith.MuliOp():
            for factor, other in (owner.operands, reversed(owner.operands)):
                known = integer_of(factor)
                if known is not None:
                    return sum_of(other, deep + 1).times(known)
        case arith.ShLIOp():
            known = integer_of(owner.operands[1])
            if known is not None and 0 <= known < 64:
                return sum_of(owner.operands[0], deep + 1).times(1 << known)
        case ExtSIOp() | TruncIOp():
            return sum_of(owner.operands[0], deep + 1)
        case _:
            pass
    return Sum({value: 1})


def _as_tested(value: SSAValue) -> SSAValue:
    """What the body of a `while` gets is what its condition tested."""
    block = value.owner
    loop = block.parent_op() if isinstance(block, Block) else None
    if isinstance(loop, scf.WhileOp) and block is loop.after_region.block:
        last = loop.before_region.block.last_op
        if isinstance(last, scf.ConditionOp):
            return last.operands[1 + list(block.args).index(value)]  # type: ignore[arg-type]
    return value


@dataclass(slots=True)
class Signs:
    """Answers for one program."""

    _assumed: set[SSAValue] = field(default_factory=set[SSAValue])
    """Values that are taken for not negative while it is shown that each iteration of their loop keeps them so."""
    _open: set[tuple[SSAValue, Operation]] = field(default_factory=set[tuple[SSAValue, Operation]])

    def low(self, wanted: Sum, at: Operation) -> float:
        """The least number that a sum may be, by the ranges of its values."""
        return self._low(wanted, at, 0)

    def holds(self, wanted: Sum, at: Operation, given: tuple[Fact, ...] = (), deep: int = 0) -> bool:
        """Whether a sum is certainly not negative at an operation, where `given` facts hold too."""
        if self._low(wanted, at, deep) >= 0:
            return True
        if deep > 3:
            return False
        facts = [*given, *self._facts(wanted, at, deep)][:_MOST_FACTS]
        rests = [wanted.plus(fact, -factor) for fact in facts for factor in _factors(wanted, fact)]
        if any(self._low(rest, at, deep) >= 0 for rest in rests):
            return True
        two = (rest.plus(fact, -factor) for rest in rests for fact in facts for factor in _factors(rest, fact))
        return any(self._low(rest, at, deep) >= 0 for rest in two) or self._by_arms(wanted, at, deep)

    # -- ranges ------------------------------------------------------------------------------------------------------
    def _low(self, wanted: Sum, at: Operation, deep: int) -> float:
        """The least number that a sum may be, by the ranges of its values."""
        total: float = wanted.constant
        for value, count in wanted.terms.items():
            low, high = self.range(value, at, deep + 1)
            total += count * (low if count > 0 else high)
            if total == -_ENDLESS:
                break
        return total

    def range(self, value: SSAValue, at: Operation, deep: int = 0) -> tuple[float, float]:
        """Between which numbers a value lies."""
        known, owner = integer_of(value), value.owner
        if known is not None:
            return known, known
        if value in self._assumed:
            return 0, _ENDLESS
        if deep > _DEEPEST:
            return _ANY
        if isinstance(owner, Block):
            return self._argument(value, owner, deep)
        position = facts(owner).between
        if position is not None:
            return position[0], _most(owner, position[1])
        return self._result(owner, value, deep)

    def _result(self, op: Operation, value: SSAValue, deep: int) -> tuple[float, float]:
        """The range of what an op computes."""
        kind = value.type
        if not isinstance(kind, IntegerType):
            return _ANY
        if isinstance(op, scf.IfOp | scf.ForOp | scf.WhileOp):
            return self._of_region(op, value.index, deep)  # type: ignore[attr-defined]
        if type(op) is ShuffleOp:
            return self.range(op.operands[0], op, deep + 1)  # what another lane has
        match op:
            case arith.RemSIOp():
                _, most = self._of(op, 1, deep)
                low, high = self._of(op, 0, deep)
                nonnegative = low >= 0 or self.holds(sum_of(op.operands[0]), op, deep=deep + 1)
                return (0 if nonnegative else max(low, 1 - most)), min(max(high, 0), most - 1)
            case arith.RemUIOp():
                return 0, self._of(op, 1, deep)[1]
            case ExtUIOp():
                source = op.operands[0].type
                return 0, (1 << source.width.data) - 1 if isinstance(source, IntegerType) else _ENDLESS
            case CmpiOp():
                return 0, 1
            case SelectOp():
                return _union(self._of(op, 1, deep), self._of(op, 2, deep))
            case arith.AndIOp():
                highs = [high for low, high in (self._of(op, 0, deep), self._of(op, 1, deep)) if low >= 0]
                return (0, min(highs)) if highs else _ANY
            case arith.ShRUIOp() if integer_of(op.operands[1]):
                return 0, _ENDLESS
            case _:
                return self._arithmetic(op, deep)

    def _arithmetic(self, op: Operation, deep: int) -> tuple[float, float]:
        """The range of sums, products, quotients, minima."""
        computes = facts(op).computes
        if isinstance(op, ExtSIOp | TruncIOp):
            return self._of(op, 0, deep)
        if computes.evaluate is None:
            return _ANY
        (a, b), (c, d) = self._of(op, 0, deep), self._of(op, 1, deep)
        match op:
            case arith.AddiOp():
                return a + c, b + d
            case arith.SubiOp():
                return a - d, b - c
            case arith.MinSIOp():
                return min(a, c), min(b, d)
            case arith.MaxSIOp():
                return max(a, c), max(b, d)
            case arith.MuliOp() if a >= 0 and c >= 0:
                return a * c, _ENDLESS if _ENDLESS in (b, d) else b * d
            case arith.ShLIOp() | arith.OrIOp() | arith.XOrIOp() if a >= 0 and c >= 0:
                return 0, _ENDLESS
            case arith.ShRSIOp() if a >= 0:
                return 0, b
            case _ if computes.operation in _QUOTIENTS and a >= 0 and c > 0:
                return 0, b if b == _ENDLESS else b // c
            case _:
                return _ANY

    def _of(self, op: Operation, index: int, deep: int) -> tuple[float, float]:
        """The range of an operand, with what the tests around the op say of its sign."""
        value = op.operands[index]
        low, high = self.range(value, op, deep + 1)
        if low < 0 and deep < 3 and (value, op) not in self._open:
            self._open.add((value, op))
            low = 0 if self.holds(sum_of(value), op, deep=deep + 1) else low
            self._open.discard((value, op))
        return low, high

    def _argument(self, value: SSAValue, block: Block, deep: int) -> tuple[float, float]:
        """The counter of a loop, or what its turns hand on."""
        loop = block.parent_op()
        index = list(block.args).index(value)  # type: ignore[arg-type]
        if isinstance(loop, scf.ForOp):
            if index == 0:
                ends = (self.range(loop.lb, loop, deep + 1), self.range(loop.ub, loop, deep + 1))
                (a, b), (c, d) = ends
                return (c + 1, b) if _falls(loop) else (a, d - 1)
            init, last = loop.operands[2 + index], block.last_op
            return self._carried(value, init, loop, last and last.operands[index - 1], last, deep)
        if isinstance(loop, scf.WhileOp):
            tested = _as_tested(value)
            if tested is not value:
                return self.range(tested, loop, deep + 1)
            last = loop.after_region.block.last_op
            return self._carried(value, loop.operands[index], loop, last and last.operands[index], last, deep)
        return _ANY

    def _carried(
        self, value: SSAValue, init: SSAValue, loop: Operation, end: SSAValue | None, last: Operation | None, deep: int
    ) -> tuple[float, float]:
        """What a loop carries is not negative if it is not before, and each iteration keeps it so."""
        if end is None or last is None or deep > 3 or not self.holds(sum_of(init), loop, deep=deep + 1):
            return _ANY
        self._assumed.add(value)
        kept = self.holds(sum_of(end), last, deep=deep + 1)
        self._assumed.discard(value)
        return (0, _ENDLESS) if kept else _ANY

    def _of_region(self, op: scf.IfOp | scf.ForOp | scf.WhileOp, index: int, deep: int) -> tuple[float, float]:
        """What a branch or a loop ends with."""
        if isinstance(op, scf.ForOp):
            return self.range(op.body.block.args[index + 1], op, deep + 1)
        if isinstance(op, scf.WhileOp):
            last = op.before_region.block.last_op
            return _ANY if last is None else self._of_end(last.operands[index + 1], last, deep)
        found = [self._of_end(end.operands[index], end, deep) for end in _yields(op)]
        return (min(low for low, _ in found), max(high for _, high in found)) if found else _ANY

    def _of_end(self, value: SSAValue, at: Operation, deep: int) -> tuple[float, float]:
        low, high = self.range(value, at, deep + 1)
        return (0 if low < 0 and deep < 3 and self.holds(sum_of(value), at, deep=deep + 1) else low), high

    def _by_arms(self, wanted: Sum, at: Operation, deep: int) -> bool:
        """Whether the sum is not negative whichever of two values is selected in it."""
        for value, count in wanted.terms.items():
            owner = value.owner
            if not isinstance(owner, SelectOp):
                continue
            rest = Sum({v: n for v, n in wanted.terms.items() if v is not value}, wanted.constant)
            arms = ((owner.operands[1], True), (owner.operands[2], False))
            return all(
                self._under(rest.plus(sum_of(arm), count), owner.operands[0], held, at, deep) for arm, held in arms
            )
        return False

    def _under(self, wanted: Sum, condition: SSAValue, held: bool, at: Operation, deep: int) -> bool:
        """Whether a sum is not negative where a condition is known."""
        if self.holds(wanted, at, deep=deep + 1):
            return True
        facts = [*self._tested(condition, held, at, deep), *self._facts(wanted, at, deep + 2)]
        rests = [wanted.plus(fact, -factor) for fact in facts[:_MOST_FACTS] for factor in _factors(wanted, fact)]
        return any(self._low(rest, at, deep) >= 0 for rest in rests)

    # -- facts -------------------------------------------------------------------------------------------------------
    def _facts(self, wanted: Sum, at: Operation, deep: int) -> Iterator[Fact]:
        """What is known to be not negative: by the branches and loops around a place, and by what values are."""
        inner, outer = at, at.parent_op()
        while outer is not None:
            if isinstance(outer, scf.IfOp):
                yield from self._tested(outer.cond, inner.parent_region() is outer.true_region, outer, deep)
            elif isinstance(outer, scf.ForOp):
                yield from _counted(outer)
            elif isinstance(outer, scf.WhileOp) and inner.parent_region() is outer.after_region:
                last = outer.before_region.block.last_op
                if isinstance(last, scf.ConditionOp):
                    yield from self._tested(last.operands[0], True, last, deep)
            inner, outer = outer, outer.parent_op()
        for value in wanted.terms:
            if isinstance(value.owner, Operation):
                yield from self._of_value(value, value.owner, deep)

    def _of_value(self, value: SSAValue, op: Operation, deep: int) -> Iterator[Fact]:
        """What a minimum, remainder, quotient or position says of its operands."""
        this = Sum({value: 1})
        if isinstance(op, arith.MinSIOp | arith.MaxSIOp):
            for operand in op.operands:
                yield sum_of(operand).plus(this, -1).times(1 if isinstance(op, arith.MinSIOp) else -1)
        elif isinstance(op, arith.RemSIOp | arith.RemUIOp | arith.AndIOp) and deep < 3:
            whole = sum_of(op.operands[0])
            if self.holds(whole, op, deep=deep + 1):
                yield whole.plus(this, -1)
            if not isinstance(op, arith.AndIOp):
                yield sum_of(op.operands[1]).plus(this, -1).shifted(-1)
        elif facts(op).computes.operation in _QUOTIENTS and deep < 3:
            whole, by = sum_of(op.operands[0]), integer_of(op.operands[1])
            if self.holds(whole, op, deep=deep + 1):
                yield whole.plus(this, -by) if by is not None and by > 0 else whole.plus(this, -1)
        elif type(op) in (ThreadIdxOp, BlockIdxOp):
            yield from _below_size(op, this)

    def _tested(self, condition: SSAValue, held: bool, at: Operation, deep: int) -> Iterator[Fact]:
        """What a condition says where it holds, or where it does not."""
        op = condition.owner
        if not isinstance(op, Operation):
            return
        if isinstance(op, arith.AndIOp if held else arith.OrIOp):
            for operand in op.operands:
                yield from self._tested(operand, held, at, deep)
        elif isinstance(op, arith.XOrIOp) and integer_of(op.operands[1]):
            yield from self._tested(op.operands[0], not held, at, deep)
        elif isinstance(op, scf.IfOp):
            yield from self._by_yields(op, condition, held, at, deep)
        elif isinstance(op, CmpiOp):
            yield from self._compared(op, held, at, deep)

    def _by_yields(self, op: scf.IfOp, condition: SSAValue, held: bool, at: Operation, deep: int) -> Iterator[Fact]:
        """`a and b` with a branch for b: one arm yields what decides, the other b."""
        arms = _yields(op)
        ends = [arm.operands[condition.index] for arm in arms]  # type: ignore[attr-defined]
        for index, end in enumerate(ends):
            known = integer_of(end)
            if len(ends) == 2 and known is not None and bool(known) is not held:
                yield from self._tested(op.cond, index == 1, at, deep)
                yield from self._tested(ends[1 - index], held, at, deep)

    def _compared(self, op: CmpiOp, held: bool, at: Operation, deep: int) -> Iterator[Fact]:
        """What a comparison says of the difference of its operands."""
        predicate = op.properties["predicate"]
        assert isinstance(predicate, IntegerAttr)
        number = predicate.value.data
        if isinstance(op.operands[0].type, IntegerType) and op.operands[0].type.width.data == 1:
            return
        name = _SIGNED[number if number < len(_SIGNED) else number - 4]
        if not held:
            name = _OPPOSITE[name]
        difference = sum_of(op.operands[0]).plus(sum_of(op.operands[1]), -1)
        match name:
            case "eq":
                yield difference
                yield difference.times(-1)
            case "ge" | "gt":
                yield difference.shifted(0 if name == "ge" else -1)
            case "le" | "lt":
                yield difference.times(-1).shifted(0 if name == "le" else -1)
            case _:
                for side in (1, -1):
                    one = difference.times(side)
                    if deep < 2 and self._low(one, at, deep + 2) >= 0:
                        yield one.shifted(-1)


_ENDLESS: Final = float("inf")
_ANY: Final = (-_ENDLESS, _ENDLESS)


def _factors(wanted: Sum, fact: Fact) -> set[int]:
    """How often a fact may stand in a sum: as often as a value of both does."""
    found = {n // fact.terms[v] for v, n in wanted.terms.items() if v in fact.terms and n % fact.terms[v] == 0}
    return {n for n in found if n > 0}


def _union(a: tuple[float, float], b: tuple[float, float]) -> tuple[float, float]:
    return min(a[0], b[0]), max(a[1], b[1])


def _yields(op: scf.IfOp) -> list[Operation]:
    """The ends of the arms of a branch that has results."""
    ends = [region.block.last_op for region in (op.true_region, op.false_region) if region.blocks]
    return [end for end in ends if end is not None]


def _falls(loop: scf.ForOp) -> bool:
    """Whether a loop counts down."""
    sign, step = loop.attributes.get("cute.step_sign"), integer_of(loop.step)
    return (isinstance(sign, IntegerAttr) and sign.value.data < 0) or (step is not None and step < 0)


def _counted(loop: scf.ForOp) -> Iterator[Fact]:
    """Where a counter lies in an iteration."""
    sign = loop.attributes.get("cute.step_sign")
    if isinstance(sign, IntegerAttr) and sign.value.data == 0:
        return
    counter, start, stop = Sum({loop.body.block.args[0]: 1}), sum_of(loop.lb), sum_of(loop.ub)
    side = -1 if _falls(loop) else 1
    yield counter.plus(start, -1).times(side)
    yield stop.plus(counter, -1).times(side).shifted(-1)


def _most(op: Operation, known: int | None) -> float:
    """The largest index or size: threads of a block are counted in its kernel's attributes."""
    dims = _block_dims(op)
    axis = op.properties.get("axis")
    if dims is None or not isinstance(axis, IntegerAttr) or type(op) not in (ThreadIdxOp, BlockDimOp):
        return _ENDLESS if known is None else known
    return dims[axis.value.data] - (type(op) is ThreadIdxOp)


def _block_dims(op: Operation) -> tuple[int, ...] | None:
    function: Operation | None = op
    while function is not None:
        dims = function.attributes.get("cute.block_dim")
        if isinstance(dims, DenseArrayBase):
            return tuple(int(x) for x in dims.get_values())
        function = function.parent_op()
    return None


def _below_size(op: Operation, this: Sum) -> Iterator[Fact]:
    """An index is below the size that the same block reads."""
    size = BlockDimOp if type(op) is ThreadIdxOp else GridDimOp
    block = op.parent
    for other in block.ops if block is not None else ():
        if type(other) is size and other.properties.get("axis") == op.properties.get("axis"):
            yield Sum({other.results[0]: 1}).plus(this, -1).shifted(-1)
