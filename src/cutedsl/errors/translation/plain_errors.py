"""Python's own errors in the author's line while a program is traced, whatever they are about: named, with a fix."""

from __future__ import annotations

import ast
import dis
import re
from types import FrameType, TracebackType

from cutedsl.errors.article import with_article
from cutedsl.errors.classes import DSLUserCodeError
from cutedsl.errors.expressions import expression_at
from cutedsl.errors.fail import fail
from cutedsl.errors.frames import module_of, span_at
from cutedsl.errors.source import source_line
from cutedsl.errors.span import Span
from cutedsl.errors.translation.operands import is_of_operands, operand_fix

_NAMES: dict[type[BaseException], str] = {
    TypeError: "python-operation",
    ValueError: "python-value",
    IndexError: "python-index",
    AttributeError: "no-attribute",
    ZeroDivisionError: "division-by-zero",
    StopIteration: "python-value",
}
_RAISES = (dis.opmap["RAISE_VARARGS"], dis.opmap["RERAISE"])
_INDICES = re.compile(r"\b(thread_idx|block_idx|block_dim|grid_dim|cluster_idx|cluster_dim|block_in_cluster_idx)\b")
_FIXES = (
    (r"sequence by non-int of type 'tuple'|for [-+*/%<>]+: 'tuple' and|'<=?'.*'tuple'|'>=?'.*'tuple'|to tuple$",
     "Take one part of a tuple: `t[0]`."),
    (r"'torch.dtype' object is not callable", "Convert with the types of cutedsl: `cutlass.Float32(x)`, `x.to(...)`."),
    (r"cannot unpack non-iterable", "It is one value: assign it to one name."),
    (r"'TensorSSA' object does not support", "Vectors of registers do not change: write into the register tensor."),
    (r"'(?:float|int|bool)' object does not support item", "It is a number: pass a tensor, which can be written."),
    (r"object does not support item assignment", "Shapes, layouts and tuples do not change: make a new one."),
    (r"^unsupported format string", "`cute.print_tensor(x)` prints a tensor; formats are for elements."),
    (r"'(?:function|method|builtin_function_or_method|JitFunction)' object is not subscriptable", "Call it first."),
    (r"takes no arguments|takes \d+ positional", "Call it with the arguments that it takes."),
    (r"unsupported operand.*'Layout'|'Layout' object", "Layouts have no arithmetic; `cute.composition`, "
     "`logical_divide` and `logical_product` combine them."),
    (r"argument of type|must support iteration|is not iterable", "Python goes through lists and tuples; loop over the "
     "index of a tensor: `for i in range(x.shape[0]):`."),
    (r"has no setter|read-only", "Make another tensor: `cute.make_tensor(x.iterator, layout)`."),
    (r"values to unpack", "Write one name on the left for each value."),
)  # fmt: skip
_SET = re.compile(r"^(?:property '(\w+)' of )?'(\w+)' object has no (?:attribute '(\w+)'|setter)")


def plain_error(error: BaseException, place: TracebackType) -> DSLUserCodeError | None:
    """The error for one that Python raised at `place` in the author's code; None for one that the author raised.

    Its class is also that of Python's error, so that code which expects that one still works.
    """
    if raised_here(place):
        return None
    code = place.tb_frame.f_code
    span, text = span_at(code, place.tb_lasti), str(error)
    node = None if span is None else expression_at(span)
    if isinstance(error, IndexError) and "valid indices" in text and (found := captured(node, span)):
        return found
    if type(error) is KeyError:
        return _key(error, node, place.tb_frame, span)
    name = _NAMES.get(type(error))
    if name is None:
        return None
    if isinstance(error, StopIteration):
        text, fix = "the iterator has no further item", "Give a default: `next(items, 0.0)`, or loop with `for`."
    else:
        fix = (operand_fix(span, place.tb_frame) if is_of_operands(text) else None) or _fix(text, node, span)
    if isinstance(error, AttributeError):
        text = _attribute(error, text)
        if error.obj is not None and module_of(type(error.obj)).partition(".")[0] in ("numpy", "torch"):
            fix = "It is a constant here: `cutlass.Float32(...)` makes a number of one; arrays are passed as arguments."
    return fail(name, _shown(text, node), span=span, fix=fix)


def raised_here(place: TracebackType) -> bool:
    """Whether the code itself raises at a place, by `raise` or `assert`."""
    return place.tb_frame.f_code.co_code[place.tb_lasti] in _RAISES


def captured(node: ast.expr | None, span: Span | None) -> DSLUserCodeError | None:
    """The error for an array of Python that a run-time value indexes, or is written into; None for other places."""
    if not isinstance(node, ast.Subscript):
        return None
    name = ast.unparse(node.value)
    message = f"`{name}` is an array of Python, which the compiled program cannot index or write"
    fix = f"Pass `{name}` as an argument: `def f(..., {_word(name)}: cute.Tensor)`."
    return fail("captured-array", message, span=span, fix=fix)


def _word(name: str) -> str:
    return name if name.isidentifier() else "x"


def _shown(text: str, node: ast.expr | None) -> str:
    """Python's sentence, with the expression where that is short and does not stand in it."""
    sentence = text[:1].lower() + text[1:] if text[1:2].islower() else text
    place = "" if node is None else ast.unparse(node)
    return f"{sentence}, in `{place}`" if isinstance(node, ast.Subscript | ast.Call) and len(place) <= 40 else sentence


def _fix(text: str, node: ast.expr | None, span: Span | None) -> str:
    line = "" if span is None else source_line(span.file, span.line) or ""
    if "values to unpack" in text and (found := _INDICES.search(line)):
        return f"It gives three numbers: `x, y, z = cute.arch.{found[1]}()`."
    match node:
        case ast.Call(func=function) if "'tuple' object is not callable" in text:
            return f"It is a tuple: write `{ast.unparse(function)}[0]` for one mode."
        case ast.Subscript(value=value) if "object is not subscriptable" in text and "'int'" not in text:
            if re.search(r"'(?:function|method|builtin)", text):
                return f"Call it first: `{ast.unparse(value)}()[0]`."
        case ast.Subscript(value=ast.Attribute(attr="shape" | "stride")) if "out of range" in text:
            return "Modes are counted from 0: use one below `cute.rank(x)`."
        case _:
            pass
    if "index out of range" in text:
        return "Use an index below the length."
    known = next((fix for pattern, fix in _FIXES if re.search(pattern, text)), None)
    return known or "Python runs this line while the program is compiled, before any kernel: mend it as in any program."


def _attribute(error: AttributeError, text: str) -> str:
    """What is said of an attribute: Python names classes in quotes, and some with their module."""
    found = _SET.match(text)
    if found is None:
        return text
    kind, name = found[2], found[1] or found[3]
    if error.obj is None and kind == "NoneType":
        return f"None has no `{name}`"
    if error.obj is not None and not module_of(type(error.obj)).startswith("cutedsl"):
        return f"{with_article(kind)} has no `{name}`"
    return f"`{name}` of {with_article(kind)} cannot be assigned (read-only)"


def _key(error: KeyError, node: ast.expr | None, frame: FrameType, span: Span | None) -> DSLUserCodeError:
    """The error for a dict's key that there is not, with those that there are."""
    key = repr(error.args[0]) if error.args else "this one"
    held = None
    if isinstance(node, ast.Subscript) and isinstance(node.value, ast.Name):
        held = frame.f_locals.get(node.value.id, frame.f_globals.get(node.value.id))
    known = [repr(name) for name in held][:8] if isinstance(held, dict) else []  # pyright: ignore
    place = f"`{ast.unparse(node.value)}`" if isinstance(node, ast.Subscript) else "the dict"
    fix = f"Use one of its keys: {', '.join(known)}." if known else "Use a key that was added, or `.get(key, default)`."
    return fail("python-key", f"{place} has no key {key}", span=span, fix=fix)
