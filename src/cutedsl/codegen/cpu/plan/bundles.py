"""Values that a loop computes in step from words that lie side by side: bundles, kept in memory's order.

`s[k, tx * 4 + j]` for `j` in 0 to 3 are four loads, each of every fourth word. To bring the words to their lanes
takes eight shuffles for four registers, in each iteration of the loop. The words stay in that order if the loop only
does arithmetic with them, with other words in the same order, or with uniform values. Element `lane * 4 + j` of one
long vector is then value `j` of that lane. Sums of such values stay so in private memory too (`WordOrder`), from one
loop to the next, so that nothing is shuffled before and after the loop either.

The same operations are done to the same numbers: results have the same bits. What is not in step with its like leaves
its bundle, and so does what was made of it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from xdsl.dialects import scf
from xdsl.ir import Attribute, Operation, SSAValue

from cutedsl.codegen.cpu.lanes.analysis import Shape
from cutedsl.codegen.cpu.lanes.lanes import Lanes
from cutedsl.codegen.cpu.plan.addresses import address_form
from cutedsl.codegen.llvm.attributes import string
from cutedsl.codegen.llvm.types import storage_bytes, vector_size
from cutedsl.errors.frozen import frozen
from cutedsl.ir.facts import facts
from cutedsl.ir.fast import operands_of, ops_of
from cutedsl.ir.ops.pointer import PtrAddOp, PtrCastOp, PtrLoadOp, PtrStoreOp, RmemAllocOp
from cutedsl.ir.types import PtrType

_SIZES: Final = (2, 4, 8)
"""How many values a bundle may have."""

Word = tuple[Operation, int]
"""A word of private memory: its allocation, and its number."""


@frozen
class Bundle:
    """Values in step, by their numbers; `words` where they are what private memory holds as an iteration begins."""

    members: tuple[int, ...]
    words: tuple[Word, ...] = ()


@frozen
class Bundles:
    """The bundles of a loop for so many `lanes` at a time.

    `places` says which of them a load or an operation makes, and at which index; `silent` are the accesses of words
    that bundles hold; `left` is the bundle that a bundle of words has after an iteration.
    """

    lanes: int
    places: Mapping[Operation, tuple[int, int]]
    sources: Mapping[Operation, tuple[int | None, ...]]
    silent: frozenset[Operation]
    words: Mapping[int, tuple[Word, ...]]
    left: Mapping[int, int]
    sizes: Mapping[int, int]


def find_bundles(loop: scf.ForOp, shapes: Mapping[SSAValue, Shape], lanes: int, whole: int) -> Bundles | None:
    """The bundles of a loop that is written for `lanes` of `whole` lanes at a time; None where it has none.

    The loop reads memory and writes private memory, at words that are known (`lane_parts`).
    """
    if any(op.regions for op in loop.body.block.ops):
        return None
    flow = _Flow(shapes, lanes, whole)
    if not any(flow.strided(op) for op in loop.body.block.ops):
        return None
    for op in ops_of(loop.body.block):
        flow.read(op)
    search = _Search(flow)
    search.begin()
    search.prune()
    return search.found()


@dataclass(slots=True)
class _Flow:
    """What an iteration of a loop computes: numbers of values (equal ones have one), and what words hold."""

    shapes: Mapping[SSAValue, Shape]
    lanes: int
    whole: int
    keys: dict[object, int] = field(default_factory=dict[object, int])
    numbers: dict[SSAValue, int] = field(default_factory=dict[SSAValue, int])
    makers: dict[int, Operation] = field(default_factory=dict[int, Operation])
    uses: dict[int, set[tuple[int, int]]] = field(default_factory=lambda: defaultdict(set))
    escaped: set[int] = field(default_factory=set[int])
    holds: dict[Word, int] = field(default_factory=dict[Word, int])
    began: dict[int, Word] = field(default_factory=dict[int, Word])
    accesses: list[tuple[Operation, Word, int]] = field(default_factory=list[tuple[Operation, Word, int]])
    equal: dict[int, bool] = field(default_factory=dict[int, bool])

    def number(self, value: SSAValue) -> int:
        """The number of a value; of one from outside its own."""
        found = self.numbers.get(value)
        if found is None:
            found = self.numbers[value] = self._key(value)
            self.equal[found] = self._is_uniform(value)
        return found

    def _key(self, key: object) -> int:
        return self.keys.setdefault(key, len(self.keys))

    def read(self, op: Operation) -> None:
        """One op of the iteration, in the order of the block."""
        operands = operands_of(op)
        if type(op) is PtrStoreOp:
            self._store(op, operands[0], operands[1])
        elif type(op) is PtrLoadOp:
            self._load(op, operands[0])
        elif facts(op).pure and len(op.results) == 1:
            self._compute(op, operands)
        else:
            self.escaped.update(map(self.number, operands))
            for result in op.results:
                self.number(result)

    def _compute(self, op: Operation, operands: Sequence[SSAValue]) -> None:
        (result,), from_numbers = op.results, tuple(map(self.number, operands))
        number = self.numbers[result] = self._key((_op_key(op), from_numbers))
        self.makers.setdefault(number, op)
        if facts(op).computes.in_step and isinstance(self.shapes[result], Lanes):
            for index, one in enumerate(from_numbers):
                self.uses[one].add((number, index))
        else:
            self.escaped.update(from_numbers)
        self.equal[number] = self._is_uniform(result) or (
            not isinstance(result.type, PtrType) and bool(operands) and all(self.equal[one] for one in from_numbers)
        )

    def _load(self, op: Operation, pointer: SSAValue) -> None:
        result, words = op.results[0], self._words(pointer, op.results[0].type)
        if words and not vector_size(result.type):
            number = self.numbers[result] = self._current_number(words[0])
            self.accesses.append((op, words[0], number))
        elif words:
            self.escaped.update(map(self._current_number, words))
            self.escaped.add(self.number(result))
        elif string(op, "sem", "weak") != "weak":
            self.escaped.add(self.number(result))
        else:
            number = self.numbers[result] = self._key(("load", self.number(pointer), result.type))
            self.makers.setdefault(number, op)
            self.equal[number] = self._reads_one(pointer)

    def _store(self, op: Operation, value: SSAValue, pointer: SSAValue) -> None:
        words = self._words(pointer, value.type)
        if len(words) == 1 and not vector_size(value.type):
            number = self.holds[words[0]] = self.number(value)
            self.accesses.append((op, words[0], number))
            return
        self.escaped.add(self.number(value))
        for word in words:
            number = self.holds[word] = self._key((op, word))
            self.equal[number] = False
            self.escaped.add(number)
            self.accesses.append((op, word, number))

    def _current_number(self, word: Word) -> int:
        """What a word has now; a number of its own as the iteration begins."""
        found = self.holds.get(word)
        if found is None:
            found = self.holds[word] = self._key(("word", word))
            self.began[found] = word
            self.equal[found] = False
        return found

    def _words(self, pointer: SSAValue, mlir: Attribute) -> list[Word]:
        """The words that an access of private memory is of; none for other memory."""
        alloc, lanes = private_of(pointer), self.shapes[pointer]
        if alloc is None or not isinstance(lanes, Lanes) or lanes.constant is None:
            return []
        first = lanes.constant // storage_bytes(mlir)
        return [(alloc, first + n) for n in range(max(1, vector_size(mlir)))]

    def _is_uniform(self, value: SSAValue) -> bool:
        shape = self.shapes[value]
        return isinstance(shape, Lanes) and shape.uniform

    def _reads_one(self, pointer: SSAValue) -> bool:
        """Whether the lanes of each part read the same element."""
        shape = self.shapes[pointer]
        if not isinstance(shape, Lanes) or shape.varying:
            return False
        spread = shape.spread[: self.whole]
        return all(spread[lane] == spread[lane - lane % self.lanes] for lane in range(len(spread)))

    def strided(self, op: Operation) -> int:
        """How many words apart the neighbouring lanes of every part read shared memory; 0 for all other ops."""
        if type(op) is not PtrLoadOp or vector_size(op.results[0].type):
            return 0
        pointer, size = operands_of(op)[0], storage_bytes(op.results[0].type)
        shape, kind = self.shapes[pointer], pointer.type
        if not isinstance(shape, Lanes) or not shape.affine or not isinstance(kind, PtrType):
            return 0
        if kind.space.data != "smem" or kind.swizzle.data or string(op, "sem", "weak") != "weak":
            return 0
        step = (shape.spread[1] - shape.spread[0]) // size
        wanted = [lane % self.lanes * step * size for lane in range(self.whole)]
        found = [at - shape.spread[lane - lane % self.lanes] for lane, at in enumerate(shape.spread)]
        return step if step in _SIZES and found == wanted else 0


def _op_key(op: Operation) -> object:
    """All that an op says, but for its operands."""
    return op.name, frozenset({**op.properties, **op.attributes}.items()), op.results[0].type


def private_of(pointer: SSAValue) -> Operation | None:
    """The `cute.rmem_alloc` that a pointer was made from by additions and casts alone."""
    owner = pointer.owner
    while isinstance(owner, Operation) and type(owner) in (PtrAddOp, PtrCastOp):
        owner = operands_of(owner)[0].owner
    return owner if isinstance(owner, Operation) and type(owner) is RmemAllocOp else None


@dataclass(slots=True)
class _Search:
    """Bundles that grow from loads along their uses, and shrink to those in which all is in step."""

    flow: _Flow
    bundles: list[Bundle | None] = field(default_factory=list["Bundle | None"])
    places: dict[int, tuple[int, int]] = field(default_factory=dict[int, tuple[int, int]])
    compared: dict[tuple[int, int, int], bool] = field(default_factory=dict[tuple[int, int, int], bool])

    def begin(self) -> None:
        """All bundles that loads lead to."""
        self._loads()
        at = 0
        while at < len(self.bundles):
            bundle = self.bundles[at]
            assert bundle is not None
            for use, index in sorted(self.flow.uses[bundle.members[0]]):
                if use not in self.places:
                    self._grow(bundle, use, index)
            at += 1

    def _add(self, members: tuple[int, ...], words: tuple[Word, ...] = ()) -> None:
        for index, number in enumerate(members):
            self.places[number] = len(self.bundles), index
        self.bundles.append(Bundle(members, words))

    def _loads(self) -> None:
        rows: dict[object, dict[int, int]] = defaultdict(dict)
        for number, op in self.flow.makers.items():
            step = self.flow.strided(op)
            if step:
                pointer = operands_of(op)[0]
                unknowns, start = self._numbered_address(pointer)
                shape = self.flow.shapes[pointer]
                assert isinstance(shape, Lanes)
                rows[unknowns, op.results[0].type, step, shape.spread][start] = number
        for (_, mlir, step, _), starts in ((key, found) for key, found in rows.items() if isinstance(key, tuple)):
            size = storage_bytes(mlir)
            for start in sorted(starts):
                members = [starts.get(start + n * size) for n in range(step)]
                chosen = tuple(one for one in members if one is not None and one not in self.places)
                if len(chosen) == step:
                    self._add(chosen)

    def _numbered_address(self, pointer: SSAValue) -> tuple[frozenset[tuple[int, int]], int]:
        """An address modulo 2**32: how often it has each unknown, by number, and a constant."""
        unknowns, constant = address_form(pointer)
        found: dict[int, int] = defaultdict(int)
        for value, times in unknowns:
            found[self.flow.number(value)] += times
        return frozenset(found.items()), constant

    def _grow(self, bundle: Bundle, first: int, index: int) -> None:
        """Finds what is done to the others as `first` is to the bundle's first, where each has one such use."""
        self.compared.clear()
        found = [first]
        for at, member in enumerate(bundle.members[1:], 1):
            like = [
                use for use, where in self.flow.uses[member] if where == index and self._do_the_same(first, use, at)
            ]
            if len(like) != 1:
                return
            found += like
        self._join(tuple(found))

    def _join(self, column: tuple[int, ...]) -> None:
        """A bundle of values that are made alike, and of what they are made of."""
        if column[0] in self.places or len(set(column)) < len(column):
            return
        words = tuple(self.flow.began[one] for one in column if one in self.flow.began)
        if not words:
            for operands in zip(*map(self._from, column), strict=True):
                self._join(operands)
        self._add(column, words)

    def _from(self, number: int) -> tuple[int, ...]:
        return tuple(map(self.flow.number, operands_of(self.flow.makers[number])))

    def _do_the_same(self, first: int, use: int, at: int) -> bool:
        """Whether two ops do the same: to the same, to the first and to member `at` of a bundle, to two words."""
        makers = self.flow.makers
        if use in self.places or not (first in makers and use in makers and facts(makers[first]).computes.in_step):
            return False
        pairs = zip(self._from(first), self._from(use), strict=True)
        return _op_key(makers[first]) == _op_key(makers[use]) and all(self._match(a, b, at) for a, b in pairs)

    def _match(self, a: int, b: int, at: int) -> bool:
        """Whether two operands may be the first and member `at` of a bundle, or the same for all."""
        if a == b and self.flow.equal[a]:
            return True
        one, other = self.places.get(a), self.places.get(b)
        if one is not None or other is not None:
            return one is not None and other is not None and one[0] == other[0] and (one[1], other[1]) == (0, at)
        ones, others = self.flow.began.get(a), self.flow.began.get(b)
        if ones is not None and others is not None:
            return ones != others and ones[0] is others[0]
        if (a, b, at) not in self.compared:
            self.compared[a, b, at] = self._do_the_same(a, b, at)
        return self.compared[a, b, at]

    def prune(self) -> None:
        """Takes bundles away until what is left is in step in all that the loop does with it."""
        while True:
            wrong = [
                n
                for n, bundle in enumerate(self.bundles)
                if bundle is not None and not self._keeps_its_words(n, bundle)
            ]
            if not wrong:
                return
            for n in wrong:
                self.bundles[n] = None

    def alive(self, number: int) -> tuple[int, int] | None:
        """The bundle that a value is in, and its place there."""
        place = self.places.get(number)
        return place if place is not None and self.bundles[place[0]] is not None else None

    def _keeps_its_words(self, own: int, bundle: Bundle) -> bool:
        flow = self.flow
        for at, member in enumerate(bundle.members):
            if member in flow.escaped:
                return False
            places = [self.alive(use) for use, _ in flow.uses[member]]
            if not all(place is not None and place[1] == at for place in places):
                return False
        if bundle.words:
            if self._bundle_after_turn(bundle) is None:
                return False
        elif bundle.members[0] in flow.makers and facts(flow.makers[bundle.members[0]]).computes.in_step:
            for column in zip(*map(self._from, bundle.members), strict=True):
                if not (self.alive(column[0]) or len(set(column)) == 1):
                    return False
        return self._stays_in_words(own, bundle)

    def _stays_in_words(self, own: int, bundle: Bundle) -> bool:
        """Whether words of bundles hold nothing but members, and other words hold none of this one."""
        in_words = self._words()
        for _, word, number in self.flow.accesses:
            place = self.alive(number)
            if place is not None and place[0] == own and word not in in_words:
                return False
            if word in bundle.words and place is None:
                return False
        return True

    def _words(self) -> dict[Word, tuple[int, int]]:
        return {
            word: (n, at)
            for n, bundle in enumerate(self.bundles)
            if bundle is not None
            for at, word in enumerate(bundle.words)
        }

    def _bundle_after_turn(self, bundle: Bundle) -> int | None:
        """The bundle that the words of one hold after an iteration, each at its place; None where they hold others."""
        places = [self.alive(self.flow.holds[word]) for word in bundle.words]
        first = places[0]
        if first is None or any(place != (first[0], at) for at, place in enumerate(places)):
            return None
        return first[0]

    def _numbered_bundles(self) -> Iterator[tuple[int, Bundle]]:
        return ((n, bundle) for n, bundle in enumerate(self.bundles) if bundle is not None)

    def found(self) -> Bundles | None:
        """What is left, as the emitter reads it; None where no sums are kept."""
        flow, in_words = self.flow, self._words()
        if not in_words:
            return None
        places: dict[Operation, tuple[int, int]] = {}
        sources: dict[Operation, tuple[int | None, ...]] = {}
        for value, number in flow.numbers.items():
            place, owner = self.alive(number), value.owner
            if place is None or not isinstance(owner, Operation) or private_access(owner):
                continue
            places[owner] = place
            made = [self.alive(flow.number(operand)) for operand in operands_of(owner)]
            sources[owner] = tuple(None if one is None else one[0] for one in made)
        words = {n: bundle.words for n, bundle in self._numbered_bundles() if bundle.words}
        left = {n: self._bundle_after_turn(bundle) for n, bundle in self._numbered_bundles() if bundle.words}
        return Bundles(
            flow.lanes,
            places,
            sources,
            frozenset(op for op, word, _ in flow.accesses if word in in_words),
            words,
            {n: other for n, other in left.items() if other is not None},
            {n: len(bundle.members) for n, bundle in self._numbered_bundles()},
        )


def private_access(op: Operation) -> bool:
    """Whether an op loads or stores private memory."""
    if type(op) not in (PtrLoadOp, PtrStoreOp):
        return False
    mlir = operands_of(op)[type(op) is PtrStoreOp].type
    return isinstance(mlir, PtrType) and mlir.space.data == "rmem"
