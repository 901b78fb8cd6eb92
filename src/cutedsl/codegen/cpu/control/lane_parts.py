"""The strips of a loop (`plan/strips.py`): each part of the lanes with its copies of private memory."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from xdsl.dialects import scf
from xdsl.ir import Block, SSAValue

from cutedsl.codegen.cpu.control.bundle_turns import emit_turn
from cutedsl.codegen.cpu.dispatch import emit_block
from cutedsl.codegen.cpu.emitter import WarpEmitter
from cutedsl.codegen.cpu.lanes.analysis import Shape
from cutedsl.codegen.cpu.lanes.lanes import Lanes, part_of
from cutedsl.codegen.cpu.memory.bundled_words import Words, places, read_word, write_word
from cutedsl.codegen.cpu.plan.bundles import Bundles
from cutedsl.codegen.cpu.plan.strips import Private, elements_of
from cutedsl.codegen.cpu.plan.word_orders import WordOrder
from cutedsl.codegen.cpu.values import Both, Compare, Pointer, Val, Value
from cutedsl.codegen.llvm.attributes import integer
from cutedsl.codegen.llvm.types import element_type, scalar_type


def lanes_at_a_time(e: WarpEmitter, op: scf.ForOp) -> int:
    """Strip width for this loop: all lanes, or one machine vector."""
    strip = e.plan.strips.get(op)
    if strip is None or e.mask is not None or e.lanes != e.plan.geometry.lanes:
        return e.lanes
    return strip.lanes


class _PartShapes(Mapping[SSAValue, Shape]):
    """The lanes of every value, for some of the lanes."""

    def __init__(self, whole: Mapping[SSAValue, Shape], first: int, count: int) -> None:
        self._whole, self._first, self._count = whole, first, count

    def __getitem__(self, value: SSAValue) -> Shape:
        shape = self._whole[value]
        if isinstance(shape, Lanes):
            return part_of(shape, self._first, self._count)
        return tuple(part_of(lanes, self._first, self._count) for lanes in shape)

    def __iter__(self) -> Iterator[SSAValue]:
        return iter(self._whole)

    def __len__(self) -> int:
        return len(self._whole)


@dataclass(slots=True)
class LanePart:
    """One part of the lanes while a loop is written for it: its emitter, and its copies of private memory."""

    e: WarpEmitter
    whole: WarpEmitter
    first: int
    count: int
    bundles: Bundles | None = None
    copies: dict[str, tuple[Private, str]] = field(default_factory=dict[str, tuple[Private, str]])
    rows: dict[int, tuple[str, str]] = field(default_factory=dict[int, tuple[str, str]])

    @staticmethod
    def begin(whole: WarpEmitter, op: scf.ForOp, first: int, count: int, bundles: Bundles | None) -> LanePart:
        """Takes the lanes' values apart and copies the private memory that the loop touches."""
        plan = replace(whole.plan, shapes=_PartShapes(whole.plan.shapes, first, count))
        view = replace(whole.view, part=(first, count))
        e = replace(whole, plan=plan, view=view, env={}, splats={})
        part = LanePart(e, whole, first, count, bundles)
        for found in whole.plan.strips[op].private:
            part._copy_in(found)
        for value in _values_from_outside(op):
            e.env[value] = part._sliced(whole.env[value], value)
        return part

    def turn(self, e: WarpEmitter, block: Block) -> None:
        """Writes an iteration of the loop."""
        if self.bundles is None:
            emit_block(e, block)
        else:
            emit_turn(e, block, self.bundles, self.rows)

    def end(self) -> None:
        """Writes private memory back."""
        e = self.e
        for base, (private, local) in self.copies.items():
            kind = f"<{self.count} x {private.kind}>"
            for word in sorted(private.written - self._bundled(private)):
                inside = self._inside(private, local, word)
                text = self._settled(private, kind, e.f.op(f"load {kind}, ptr {inside}, align {private.word_bytes}"))
                order = self._order(private)
                if order is not None:
                    write_word(
                        e, Words(base, order, private.kind, private.word_bytes), word, self.first, self.count, text
                    )
                    continue
                e.f.do(f"store {kind} {text}, ptr {self._outside(private, base, word)}, align {private.word_bytes}")
            for number, place in self._rows(private, base):
                local, row = self.rows[number]
                text = self._settled(private, row, e.f.op(f"load {row}, ptr {local}, align 64"))
                e.f.do(f"store {row} {text}, ptr {place}, align {private.word_bytes}")

    def _settled(self, private: Private, kind: str, text: str) -> str:
        """A separate value. A coroutine stores what it keeps across a suspension where the value is made, which
        should be after the loop, not in each iteration.
        """
        if private.alloc in self.whole.plan.spilled:
            return text
        return self.e.f.op(f"freeze {kind} {text}")

    def _copy_in(self, private: Private) -> None:
        e, size, kind = self.e, private.word_bytes, f"<{self.count} x {private.kind}>"
        base, order = self.whole.pointer(private.alloc.results[0]).base, self._order(private)
        local = e.alloca(f"[{integer(private.alloc, 'elems') * self.count} x {private.kind}]", 64)
        self.copies[base] = private, local
        for word in sorted((private.read | private.written) - self._bundled(private)):
            inside = self._inside(private, local, word)
            if order is None:
                text = e.f.op(f"load {kind}, ptr {self._outside(private, base, word)}, align {size}")
            else:
                text = read_word(e, Words(base, order, private.kind, size), word, self.first, self.count)
            e.f.do(f"store {kind} {text}, ptr {inside}, align {size}")
        for number, place in self._rows(private, base):
            assert self.bundles is not None
            row = f"<{self.bundles.sizes[number] * self.count} x {private.kind}>"
            self.rows[number] = e.alloca(row, 64), row
            text = e.f.op(f"load {row}, ptr {place}, align {size}")
            e.f.do(f"store {row} {text}, ptr {self.rows[number][0]}, align 64")

    def _order(self, private: Private) -> WordOrder | None:
        return self.whole.pointer(private.alloc.results[0]).order

    def _bundled(self, private: Private) -> set[int]:
        """The words that bundles hold."""
        found = () if self.bundles is None else self.bundles.words.values()
        return {word for words in found for alloc, word in words if alloc is private.alloc}

    def _rows(self, private: Private, base: str) -> list[tuple[int, str]]:
        """The bundles of an array's words, each with the place of these lanes' row."""
        order, found = self._order(private), {} if self.bundles is None else self.bundles.words
        own = {number: words[0][1] for number, words in found.items() if words[0][0] is private.alloc}
        if order is None:
            return []
        words = Words(base, order, private.kind, private.word_bytes)
        return [(number, places(self.e, words, word, self.first, self.count)[0]) for number, word in own.items()]

    def _inside(self, private: Private, local: str, word: int) -> str:
        """Where a word of these lanes lies in the copy."""
        return self.e.f.op(f"getelementptr i8, ptr {local}, i32 {word * self.count * private.word_bytes}")

    def _outside(self, private: Private, base: str, word: int) -> str:
        """Where it lies in the whole."""
        spot = (word * self.whole.lanes + self.first) * private.word_bytes
        return self.e.f.op(f"getelementptr i8, ptr {base}, i32 {spot}")

    def _sliced(self, value: Value, of: SSAValue) -> Value:
        """These lanes of a value from outside the loop."""
        if isinstance(value, Pointer):
            local = self.copies[value.base][1] if value.base in self.copies else value.base
            return replace(value, base=local, offset=self._slice(value.offset, value.offset_type), order=None)
        kind = scalar_type(element_type(of.type))
        if isinstance(value, Val):
            return self._slice(value, kind)
        return tuple(self._slice(one, kind) for one in value)

    def _slice(self, val: Val, kind: str) -> Val:
        if val.test is not None:
            return replace(val, test=self._test(val.test))
        if not val.lanes.varying:
            return replace(val, lanes=part_of(val.lanes, self.first, self.count))
        lanes, order = self.whole.lanes, ", ".join(f"i32 {self.first + n}" for n in range(self.count))
        vector = f"<{lanes} x {kind}>"
        shuffle = f"shufflevector {vector} {val.text}, {vector} poison, <{self.count} x i32> <{order}>"
        return replace(val, text=self.e.f.op(shuffle))

    def _test(self, test: Compare | Both) -> Compare | Both:
        if isinstance(test, Both):
            return Both(self._slice(test.left, "i1"), self._slice(test.right, "i1"))
        return replace(test, affine=self._slice(test.affine, f"i{test.width}"))


def _values_from_outside(op: scf.ForOp) -> list[SSAValue]:
    """What a loop reads that is made outside of it."""
    made: set[SSAValue] = set()
    read: dict[SSAValue, None] = dict.fromkeys(op.operands)
    for inside in op.body.walk():
        read.update(dict.fromkeys(inside.operands))
        made.update(inside.results)
        made.update(argument for region in inside.regions for block in region.blocks for argument in block.args)
    made.update(op.body.block.args)
    return [value for value in read if value not in made]


def joined(e: WarpEmitter, op: scf.ForOp, parts: Sequence[LanePart]) -> None:
    """The loop's results from those of its parts."""
    for result in op.results:
        found = [part.e.env[result] for part in parts]
        kind = scalar_type(element_type(result.type))
        rows = [value if isinstance(value, tuple) else (value,) for value in found]
        columns = [_concatenated(e, [_val(row[n]) for row in rows], kind, parts[0].count) for n in range(len(rows[0]))]
        for val, lanes in zip(columns, elements_of(e.plan.shapes, result), strict=True):
            assert val.lanes.varying == lanes.varying
        vals = tuple(
            replace(val, lanes=lanes) for val, lanes in zip(columns, elements_of(e.plan.shapes, result), strict=True)
        )
        e.env[result] = vals if isinstance(found[0], tuple) else vals[0]


def _val(value: Value) -> Val:
    assert isinstance(value, Val)
    return value


def _concatenated(e: WarpEmitter, vals: Sequence[Val], kind: str, count: int) -> Val:
    """One value of all lanes; a scalar is the same in every part."""
    if not vals[0].lanes.varying:
        return vals[0]
    return replace(vals[0], text=e.concatenated([val.text for val in vals], kind, count))
