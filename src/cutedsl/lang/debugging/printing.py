"""`cute.printf`: prints at run time, from Python's `{}` or C's `%` formats, or without any format."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any

from cutedsl.errors import fail
from cutedsl.errors.article import with_article
from cutedsl.lang.atoms.copy_atom import CopyAtom
from cutedsl.lang.atoms.tiled_mma import MmaAtom, TiledMma
from cutedsl.lang.debugging.print_format import conversion
from cutedsl.lang.emission.emitter import cute_emitter
from cutedsl.lang.register_vectors.tensor_ssa import TensorSSA
from cutedsl.lang.tensors.coord_tensor import CoordTensor
from cutedsl.lang.tensors.kinds import type_size
from cutedsl.lang.tensors.pointer import Pointer
from cutedsl.lang.tensors.tensor import Tensor
from cutedsl.layout import ComposedLayout, Layout, ScaledBasis, Swizzle
from cutedsl.staging.numeric import Numeric, as_numeric, numeric_class
from cutedsl.staging.protocol import Handle
from cutedsl.staging.value_texts import ValueText
from cutedsl.types import AddressSpace

_MOST_ELEMENTS = 24
"""Of a tensor with more, `printf` prints the first ones: CUDA's takes at most 32 arguments."""
_C_CONVERSION = re.compile(r"%[-+ #0]*\d*(?:\.\d+)?(?:hh|h|ll|l|z|j|t)?[diouxXeEfFgGaAcsp]")
_PLACEHOLDER = re.compile(r"\{(?P<position>\d*)(?::(?P<spec>[^{}]*))?\}")
_TOKENS = re.compile(rf"%%|\{{\{{|\}}\}}|{_C_CONVERSION.pattern}|{_PLACEHOLDER.pattern}")


_STRANGE = re.compile(r"\{[A-Za-z_][\w.\[\]]*(?::[^{}]*)?\}|%[A-Za-z]\b")
"""Places of formats that `printf` does not have: `{name}`, `%q`."""


def printf(*args: object, end: str = "\n") -> None:
    """Prints when the program runs, once for each thread that comes here.

    The first argument may be a format with `{}` (`{:>8}`, `{:.3f}`, `{:08x}`), `{0}`, or C's `%d`; `{{` is a brace;
    arguments without a place in it follow, one space apart. Floats print as `%f`, integers as `%d`, Booleans as 0 or
    1; layouts and tuples with their values, pointers as `raw_ptr(0x...: f32, generic, align<4>)`, register vectors and
    tensors with their first elements.

    Errors: printf-format if places and arguments do not match; printf-argument for other objects.
    Source: CUTLASS's notebook `print`.
    """
    text, values = _message(args)
    operands: list[Handle] = []
    pieces: list[str] = []
    _fill(text, values, pieces, operands)
    cute_emitter().op("cute.print", tuple(operands), (), {"format": "".join(pieces) + end.replace("%", "%%")})


def _message(args: Sequence[object]) -> tuple[str, list[object]]:
    if args and isinstance(args[0], ValueText):
        return _format_of(args[0], args[1:])
    if args and isinstance(args[0], str):
        return args[0], list(args[1:])
    return "", list(args)


def _format_of(text: ValueText, rest: Sequence[object]) -> tuple[str, list[object]]:
    """The format, and the values, of a text that is made at run time."""
    pieces: list[str] = []
    values: list[object] = []
    for piece in text.pieces:
        if isinstance(piece, str):
            pieces.append("{}" if set(piece) & set("{}%") else piece)
            values += [piece] if set(piece) & set("{}%") else []
        else:
            pieces.append(f"{{:{piece[1]}}}" if piece[1] else "{}")
            values.append(piece[0])
    return "".join(pieces), [*values, *rest]


def _fill(text: str, values: list[object], pieces: list[str], operands: list[Handle]) -> None:
    """Puts each value at its place; what is left goes to the end, space separated."""
    used: set[int] = set()
    following = 0
    position = 0
    for match in _TOKENS.finditer(text):
        pieces.append(text[position : match.start()].replace("%", "%%"))
        position = match.end()
        if match.group() in ("%%", "{{", "}}"):
            pieces.append(match.group()[0] if match.group() != "%%" else "%%")
            continue
        at = int(match["position"] or following)
        following += not match["position"]
        if at >= len(values):
            raise fail("printf-format", f"the format {text!r} needs more than the {len(values)} arguments given")
        used.add(at)
        spec = match.group() if match.group().startswith("%") else match["spec"]
        pieces.append(_value_text(values[at], spec, operands))
    pieces.append(text[position:].replace("%", "%%"))
    strange = _STRANGE.search(text) if len(used) < len(values) else None
    if strange:
        fix = "Write `{}` for each value in order, or C's `%d` and `%f`; an f-string names values: `f'{x[i]}'`."
        raise fail("printf-format", f"`{strange.group()}` is not a valid format field", fix=fix)
    for at, value in enumerate(values):
        if at in used:
            continue
        if any(pieces) and not "".join(pieces).endswith((" ", "\n")):
            pieces.append(" ")
        pieces.append(_value_text(value, None, operands))


def _value_text(value: object, spec: str | None, operands: list[Handle]) -> str:
    """The C text of one value; its scalars go to `operands`."""
    match value:
        case ValueText():
            return "".join(
                piece.replace("%", "%%")
                if isinstance(piece, str)
                else _value_text(piece[0], piece[1] or None, operands)
                for piece in value.pieces
            )
        case str():
            return value.replace("%", "%%")
        case tuple() | list():
            return "(" + ",".join(_value_text(v, spec, operands) for v in value) + ")"  # pyright: ignore
        case None:
            return "_"
        case Layout():
            return f"{_value_text(value.shape, None, operands)}:{_value_text(value.stride, None, operands)}"
        case ComposedLayout():
            parts = (value.inner, value.offset, value.outer)
            return " o ".join(_value_text(part, None, operands) for part in parts)
        case ScaledBasis():
            modes = "".join(f"@{mode}" for mode in reversed(value.path))
            return _value_text(value.value, None, operands) + modes
        case Swizzle() | CopyAtom() | MmaAtom() | TiledMma():
            return str(value).replace("%", "%%")
        case type():
            return value.__name__
        case Pointer():
            return _pointer(value, value, operands)
        case CoordTensor():
            return f"{_value_text(value.start, None, operands)} o {_value_text(value.layout, None, operands)}"
        case Tensor():
            return _tensor(value, spec, operands)
        case TensorSSA():
            return _elements(value.element, value.count, spec, operands)
        case int() if spec is None and type(value) is int:
            return str(value)
        case Numeric() | bool() | int() | float():
            return _scalar(as_numeric(value), spec, operands)
        case _:
            raise fail("printf-argument", f"cute.printf cannot print {with_article(type(value).__name__)}")


def _scalar(value: Numeric, spec: str | None, operands: list[Handle]) -> str:
    how = conversion(spec, value.spec)
    operands.append(value.to(numeric_class(how.passed_as)).ir_value())
    return how.text


def pointer_text(lies: Pointer | Tensor) -> str:
    """A pointer, or the one to a tensor's first element, as `printf` prints it; `%x` takes its address.

    Memory of arguments is `generic`; registers have no address.
    """
    spec, space = lies.element_type.spec, lies.memspace
    where = "generic" if space is AddressSpace.gmem else space.name
    kind = f"{spec.short}, {where}, align<{lies.align_bytes}>"
    return f"raw_ptr({kind})" if space is AddressSpace.rmem else f"raw_ptr(0x%016x: {kind})"


def _pointer(lies: Pointer | Tensor, pointer: Pointer, operands: list[Handle]) -> str:
    text = pointer_text(lies)
    if lies.memspace is AddressSpace.rmem:
        return text
    return text.replace("%016x", _scalar(pointer.toint(), "%016x", operands))


def _tensor(tensor: Tensor, spec: str | None, operands: list[Handle]) -> str:
    """`raw_ptr(...) o (3):(1) = ( 1, 2, 3 )`; without elements where they are packed or their number is not known."""
    shown = f"{_pointer(tensor, tensor.iterator, operands)} o {_value_text(tensor.layout, None, operands)}"
    count: Any = type_size(tensor.type_layout)
    if not isinstance(count, int) or tensor.element_type.spec.storage_bits < 8:
        return shown
    return f"{shown} = {_elements(tensor.__getitem__, count, spec, operands)}"


def _elements(element: Callable[[int], object], count: int, spec: str | None, operands: list[Handle]) -> str:
    """`( 1, 2, 3 )`; of many elements the first ones."""
    shown = [_value_text(element(k), spec, operands) for k in range(min(count, _MOST_ELEMENTS))]
    return "( " + ", ".join([*shown, "..."] if count > _MOST_ELEMENTS else shown) + " )"
