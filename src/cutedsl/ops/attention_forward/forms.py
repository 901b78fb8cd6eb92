"""What a call of attention changes of the plain one, forward and backward: functions of scores, and a block mask."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

from cutedsl.ops.arrays import View
from cutedsl.ops.attention_forward.block_mask import BlockLists, block_lists, mask_function
from cutedsl.ops.attention_forward.inputs import AttentionInputs
from cutedsl.ops.attention_forward.modifiers import PLAIN, Modifiers, modifiers
from cutedsl.ops.refuse import refused


@dataclass(frozen=True, slots=True)
class Form:
    """An author's functions, and the lists of a block mask."""

    mods: Modifiers
    lists: BlockLists | None = None


PLAIN_FORM: Final = Form(PLAIN)


def form_of(
    given: AttentionInputs, score_mod: Any, mask_mod: Any, block_mask: Any, sides: tuple[int | None, int | None]
) -> Form:
    """The form of a call with a window of `sides`.

    Errors: attention-block-mask, ops-function, ops-device, ops-dtype.
    """
    if block_mask is None:
        return Form(modifiers(score_mod, mask_mod)) if score_mod or mask_mod else PLAIN_FORM
    packed = given.starts is not None
    if mask_mod is not None or packed or sides != (None, None):
        masked = "causal" if sides == (None, 0) else "window"
        what = "starts_q" if packed else "mask_mod" if mask_mod is not None else masked
        raise refused("attention-block-mask", f"a block mask is given with `{what}`")
    return Form(modifiers(score_mod, mask_function(block_mask)), block_lists(block_mask, given))


def kept_program(
    programs: dict[object, Any], make: Callable[..., Any], mods: Modifiers, captured: list[View], own: tuple[Any, ...]
) -> Any:
    """The program that `make(*own, mods, captured)` compiles, kept in `programs` for functions that mean the same."""
    key = mods.meaning, *own
    found = programs.get(key) if mods.meaning is not None else None
    if found is None:
        found = make(*own, mods, tuple(captured))
        if mods.meaning is not None:
            programs[key] = found
    return found
