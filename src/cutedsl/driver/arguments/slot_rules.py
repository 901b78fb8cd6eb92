"""What symbols promise about a call: numbers in its slots that must be equal, or products of others."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from cutedsl.driver.arguments.object_specs import AdaptedSpec, FieldsSpec, SelfDescribedSpec
from cutedsl.driver.arguments.specs import Spec, StaticSpec, TensorSpec, TreeSpec
from cutedsl.driver.arguments.typed_arguments import Pattern, Patterns
from cutedsl.errors import fail
from cutedsl.errors.frozen import frozen
from cutedsl.execution.arrays.symbols import Extent, SymInt, SymProduct
from cutedsl.layout import Unknown

_WORD = 2**64


@frozen
class SlotRule:
    """`slots[slot]` is `coefficient` times the product of `slots[factors]`.

    The rule is void where `slots[unless_one]` is 1: a mode of extent 1 has any stride. `text` names the leaf.
    """

    slot: int
    coefficient: int
    factors: tuple[int, ...]
    unless_one: int | None
    is_stride: bool
    text: str

    def expected(self, slots: Sequence[int]) -> int | None:
        """What the slot must hold, or None where the rule is void."""
        if self.unless_one is not None and slots[self.unless_one] == 1:
            return None
        total = self.coefficient
        for factor in self.factors:
            total *= slots[factor]
        return total % _WORD


def check_slot_rules(rules: Sequence[SlotRule], slots: Sequence[int], function: str) -> None:
    """Refuses a call whose numbers break a rule. Errors: argument-shape, argument-stride."""
    for rule in rules:
        expected = rule.expected(slots)
        if expected is not None and slots[rule.slot] != expected:
            raise fail(
                "argument-stride" if rule.is_stride else "argument-shape",
                f"`{function}` is compiled with {rule.text}, so it must be {_signed(expected)}, "
                f"got {_signed(slots[rule.slot])}",
                fix="Pass tensors whose extents agree, or compile with a symbol of its own for each.",
            )


def _signed(word: int) -> int:
    return word - _WORD if word >= _WORD // 2 else word


@dataclass(slots=True)
class _Seen:
    """Where each symbol first stands."""

    slot: dict[SymInt, int]
    text: dict[SymInt, str]


def slot_rules(names: Sequence[str], patterns: Sequence[Patterns], specs: Sequence[Spec]) -> tuple[SlotRule, ...]:
    """The rules of a compilation's example arguments; empty where no symbol is used twice.

    A symbol's first place as an extent or stride says its value; every later place must agree.
    """
    if not any(patterns):
        return ()
    leaves = _leaves_of_all(names, patterns, specs, 0)
    seen = _Seen({}, {})
    for leaf in leaves:
        if isinstance(leaf.value, SymInt) and leaf.value not in seen.slot:
            seen.slot[leaf.value], seen.text[leaf.value] = leaf.slot, leaf.text
    return tuple(rule for leaf in leaves if (rule := _rule(leaf, seen)) is not None)


@frozen
class _Leaf:
    """A run-time leaf of a tensor: its slot, its symbol, and the slot of its mode's extent."""

    slot: int
    value: Extent
    text: str
    unless_one: int | None
    is_stride: bool


def _leaves_of_all(
    names: Sequence[str], patterns: Sequence[Patterns], specs: Sequence[Spec], position: int
) -> list[_Leaf]:
    """The leaves of arguments, or of the parts of one, whose slots begin at `position`."""
    found: list[_Leaf] = []
    for name, pattern, spec in zip(names, patterns, specs, strict=True):
        match pattern, spec:
            case Pattern(), _:
                found += _tensor_leaves(name, pattern, position)
            case tuple(), TreeSpec(children=children):
                found += _leaves_of_all([f"{name}[{k}]" for k in range(len(children))], pattern, children, position)
            case tuple(), FieldsSpec(names=fields, children=children):
                found += _leaves_of_all([f"{name}.{field}" for field in fields], pattern, children, position)
            case _:
                pass
        position += slot_count(spec)
    return found


def _tensor_leaves(name: str, pattern: Pattern, position: int) -> list[_Leaf]:
    layout = pattern.type_layout
    slot = position + 1
    found: list[_Leaf] = []
    extents: dict[int, int] = {}
    for mode, (known, value) in enumerate(zip(layout.shape, pattern.shape, strict=True)):
        if isinstance(known, Unknown):
            found.append(_Leaf(slot, value, f"mode {mode} of `{name}`", None, False))
            extents[mode] = slot
            slot += 1
    for mode, (known, value) in enumerate(zip(layout.stride, pattern.stride, strict=True)):
        if isinstance(known, Unknown):
            if pattern.shape[mode] != 1:
                found.append(_Leaf(slot, value, f"the stride of mode {mode} of `{name}`", extents.get(mode), True))
            slot += 1
    return found


def _rule(leaf: _Leaf, seen: _Seen) -> SlotRule | None:
    product = SymProduct.of(leaf.value)
    if any(factor not in seen.slot for factor in product.factors):
        return None
    slots = tuple(seen.slot[factor] for factor in product.factors)
    if slots == (leaf.slot,) and product.coefficient == 1:
        return None
    names = [seen.text[factor] for factor in product.factors]
    if product.coefficient != 1:
        names.insert(0, str(product.coefficient))
    text = f"{leaf.text} equal to {' times '.join(names)}"
    return SlotRule(leaf.slot, product.coefficient, slots, leaf.unless_one, leaf.is_stride, text)


def slot_count(spec: Spec) -> int:
    """How many slots an argument fills."""
    match spec:
        case StaticSpec():
            return 0
        case TreeSpec() | FieldsSpec():
            return sum(slot_count(child) for child in spec.children)
        case SelfDescribedSpec():
            return sum(slot_count(kind) if isinstance(kind, TensorSpec) else 1 for kind in spec.dtypes)
        case AdaptedSpec():
            return slot_count(spec.inner)
        case TensorSpec():
            leaves = (*_flat(spec.layout.shape), *_flat(spec.layout.stride))
            return 2 + sum(isinstance(leaf, Unknown) for leaf in leaves)
        case _:
            return 1


def _flat(tree: object) -> list[object]:
    if isinstance(tree, tuple):
        return [leaf for item in tree for leaf in _flat(item)]  # pyright: ignore
    return [tree]
