"""Python's own errors about values of a compiled program, in the author's line: what they mean, and what to write."""

from __future__ import annotations

import ast
import enum
import inspect
import os
import re
from collections import Counter
from types import CodeType, FrameType, TracebackType
from typing import Any

from cutedsl.errors.article import with_article
from cutedsl.errors.classes import DSLUserCodeError
from cutedsl.errors.expressions import expression_at
from cutedsl.errors.fail import fail
from cutedsl.errors.frames import Origin, frame_origin, span_at, user_frame
from cutedsl.errors.span import Span
from cutedsl.errors.translation.element_types import element_type
from cutedsl.errors.translation.none_values import none_value
from cutedsl.errors.translation.operands import is_of_operands, operand_fix
from cutedsl.errors.translation.other_attributes import ATTRIBUTES, MEMBERS, NUMBERS
from cutedsl.errors.translation.plain_errors import plain_error, raised_here

_KINDS = r"(?:U?[Ii]nt|Float|BFloat|TFloat)\d\w*|Boolean|Tensor|CoordTensor|TensorSSA|Pointer|KernelLauncher"
_OURS = re.compile(rf"['\"]({_KINDS})['\"]|dtype of ({_KINDS})|not ({_KINDS})$")
_IN_LIBRARY = re.compile(rf"\b(?:{_KINDS}) is not|type ['\"]?(?:{_KINDS})\b|'(?:{_KINDS})' object|invalid capsule")
_MISFITS = (
    (r"^\w[\w.<>]*\(\) missing \d+ required", "argument-missing"),
    (r"^\w[\w.<>]*\(\) got (?:an unexpected keyword|multiple values)", "argument-unexpected"),
    (r"^\w[\w.<>]*\(\) takes (?:.* positional arguments? but|no )", "argument-count"),
)
_REFUSALS = (TypeError, AttributeError, ValueError, KeyError, IndexError, AssertionError, OverflowError)
"""What Python says of an argument that a function of ours did not expect."""
_FIXES = (
    (
        r"operand.*(?:'Tensor' and|and 'Tensor')|'[<>]=?' not supported.*Tensor'",
        "Compute with elements (`x[i] + 1`) or with register vectors (`x.load() + 1`).",
    ),
    (r"not callable", "An element is read with brackets: `x[i]`."),
    (r"not subscriptable", "It is a number: give a tensor all indices at once, `x[i, j]`, or pass the tensor itself."),
    (r"concatenate str", 'Show values with `cute.printf("{}", x)`; texts are made while the program is compiled.'),
    (r"'TensorSSA' object does not support", "Vectors do not change: write into the register tensor, `r[i] = value`."),
    (r"object is not iterable", "It is one number: loop over `range(n)`, or give several, as in `max([a, b])`."),
    (r"'complex'", "Compute with the two parts of a complex number, `.real` and `.imag`."),
    (r"infer dtype", "torch cannot hold a value of the program; write it into a tensor argument."),
)
_OPERATORS = ("compare", "Stage.contains", "Numeric.__array_ufunc")
"""What Python's operators are called as."""
_SPECIAL = {
    "copy": "`cute.copy` takes an atom first: `cute.copy(atom, src, dst)`. `cute.autovec_copy(src, dst)` needs none.",
    "gemm": "`cute.gemm` takes the multiply first, then d, a, b, c: `cute.gemm(tiled_mma, acc, a, b, acc)`.",
    "Tensor": "Tensors are arguments, or made by `cute.make_tensor(iterator, layout)` and `cute.make_rmem_tensor`.",
    "Range": "It takes (start, stop, step) by position, as Python's: `cutlass.range(0, n, 2)`; and `unroll=`.",
    "make_layout": "It takes the shape, and the stride by name: `cute.make_layout((4, 2), stride=(2, 1))`.",
}
"""What to write for functions whose arguments are often mistaken."""


def named_python_error(error: BaseException) -> DSLUserCodeError | None:
    """The named error for one of Python's that concerns a value of the program; None for all others."""
    if isinstance(error, RecursionError):
        return _recursion(error)
    place = innermost(error)
    if place is None:
        return None
    if frame_origin(place.tb_frame) is not Origin.AUTHOR:
        return refused_call(error)
    span, text = span_at(place.tb_frame.f_code, place.tb_lasti), str(error)
    if missing := none_value(error, place.tb_frame, span):
        return missing
    if isinstance(error, AttributeError):
        found = _attribute(error, span)
        return found or plain_error(error, place)
    if type(error) is TypeError and (misfit := _misfit(text)) and not raised_here(place):
        return fail(misfit, text, span=span, fix=_own_parameters(text, place.tb_frame))
    if type(error) not in (TypeError, RuntimeError) or not _OURS.search(text):
        return plain_error(error, place)
    return _operation(text, span, place.tb_frame)


def _operation(text: str, span: Span | None, frame: FrameType) -> DSLUserCodeError:
    """The error for an operation that Python refuses, in its words."""
    fix = operand_fix(span, frame) if is_of_operands(text) else None
    fix = fix or next((fix for pattern, fix in _FIXES if re.search(pattern, text)), None)
    return fail("python-operation", text[:1].lower() + text[1:], span=span, fix=fix)


def refused_call(error: BaseException) -> DSLUserCodeError | None:
    """The error for a call of ours that ended in an error of Python's; None where the author did not call us."""
    place, author = error.__traceback__, None
    while place is not None:
        if frame_origin(place.tb_frame) is Origin.AUTHOR:
            author = place
        place = place.tb_next
    called = None if author is None else author.tb_next
    if author is None or called is None:
        return None
    span = span_at(author.tb_frame.f_code, author.tb_lasti)
    if called.tb_frame.f_globals.get("__name__") == "cutedsl.staging.python_builtins":
        return plain_error(error, author)  # of `int`, `float`, ...: Python's own words
    if frame_origin(called.tb_frame) is not Origin.INTERNAL:
        if isinstance(error, AttributeError) and called.tb_frame.f_code.co_name == "__getattr__":
            return plain_error(error, author)
        return _of_library(error, span)
    return _refusal(error, author.tb_frame, span, _name_of(called), _parameters(called))


def refused_here(error: BaseException, function: Any) -> DSLUserCodeError | None:
    """The error for a call of the public `function` from plain Python, which ended in an error of Python's while none
    of the author's code ran; None for other errors."""
    place = error.__traceback__
    while place is not None:
        if frame_origin(place.tb_frame) is Origin.AUTHOR:
            return None
        place = place.tb_next
    frame = user_frame(1)
    if frame is None:
        return None
    return _refusal(error, frame, span_at(frame.f_code, frame.f_lasti), function.__qualname__, _taken_by(function))


def misfit_of(error: TypeError, function: Any) -> DSLUserCodeError | None:
    """The error for arguments that are not the parameters of `function`; None for other errors of Python's."""
    name = _misfit(str(error))
    return None if name is None else fail(name, str(error), fix=_taken_by(function))


def _taken_by(function: Any) -> str:
    names = [name for name in inspect.signature(function).parameters if name not in ("loc", "ip", "self", "cls")]
    return f"It takes ({', '.join(names)})."


def _refusal(
    error: BaseException, frame: FrameType, span: Span | None, called: str, known: str | None
) -> DSLUserCodeError | None:
    """The error for what Python said of a call of ours in the author's `frame`."""
    text = str(error)
    if type(error) is TypeError and (misfit := _misfit(text)):
        return fail(misfit, text, span=span, fix=_of_class(called, span) or known)
    if type(error) not in _REFUSALS:
        return None
    if type(error) is TypeError and called in _OPERATORS:
        return _operation(text, span, frame)
    if missing := none_value(error, frame, span, called):
        return missing
    if isinstance(error, AttributeError) and error.name in ("spec", "n_bytes", "width"):
        kind = element_type(error.obj, called, span)
        if kind is not None:
            return kind
    last = innermost(error)
    assert last is not None
    code = last.tb_frame.f_code
    note = f"cutedsl stopped in `{code.co_qualname}` of {os.path.basename(code.co_filename)}"
    message = f"`{called}` ended in {type(error).__name__}: {text}"
    fix = known and f"{known[:-1]}; give what these mean. If that is so, please report this as a bug."
    return fail("call-refused", message, span=span, notes=(note,), fix=fix)


def _of_class(called: str, span: Span | None) -> str | None:
    """What to write where a method is called on its class; None for other calls."""
    kind, _, method = called.rpartition(".")
    node = None if span is None else expression_at(span)
    if kind and isinstance(node, ast.Call) and f".{ast.unparse(node.func)}".endswith(f".{called}"):
        return f"Make an object first: `{kind}().{method}(...)`."
    return None


def _of_library(error: BaseException, span: Span | None) -> DSLUserCodeError | None:
    """The error for a library that the author's line called with a value of the program; None for other faults."""
    if isinstance(error, AttributeError) and (member := _member(error, span)):
        return member
    text = str(error)
    if type(error) not in (*_REFUSALS, RuntimeError) or not _IN_LIBRARY.search(text):
        return None
    node = None if span is None else expression_at(span)
    name = ast.unparse(node.func) if isinstance(node, ast.Call) else "the function"
    fix = "Only Python's own values fit here: the value is known when the program runs. Write it into a tensor."
    return fail("foreign-function", f"`{name}` got a value of the program: {text}", span=span, fix=fix)


def _misfit(text: str) -> str | None:
    """The name of the error for arguments that are not those of a function's parameters."""
    return next((name for pattern, name in _MISFITS if re.search(pattern, text)), None)


def _function_of(called: TracebackType) -> Any:
    """The function behind one that only takes `loc` and `ip` from the call."""
    return called.tb_frame.f_locals.get("function")


def _name_of(called: TracebackType) -> str:
    function, code = _function_of(called), called.tb_frame.f_code
    name = getattr(function, "__qualname__", None) or code.co_qualname
    return name.removesuffix(".__init__").rstrip("_")


def _parameters(called: TracebackType) -> str | None:
    """What a function takes, where it is known; None otherwise."""
    function = _function_of(called)
    if special := _SPECIAL.get(_name_of(called).rpartition(".")[2]):
        return special
    if not callable(function):
        return None
    return _taken_by(function)


def _own_parameters(text: str, frame: FrameType) -> str | None:
    """What a function of the author takes that a wrong call names; None where it is not found in the frame."""
    path, _, name = text.partition("(")[0].rpartition(".")
    if "takes 1 positional argument but 2" in text and path and not path.endswith("<locals>"):
        return f"A method gets its object first: `def {name}(self, ...)`."
    if "takes 0 positional arguments but 1" in text and path and not path.endswith("<locals>"):
        return f"A method gets its object first: `def {name}(self)`."
    if name == "__init__" and path in _SPECIAL:
        return _SPECIAL[path]
    function = frame.f_locals.get(name, frame.f_globals.get(name))
    if not inspect.isfunction(function):
        return None
    return f"`{name}` takes ({', '.join(inspect.signature(function).parameters)})."


def innermost(error: BaseException) -> TracebackType | None:
    """Where an exception was raised."""
    place = error.__traceback__
    while place is not None and place.tb_next is not None:
        place = place.tb_next
    return place


def _attribute(error: AttributeError, span: Span | None) -> DSLUserCodeError | None:
    value: Any = error.obj
    name = str(error.name)
    kind: str = type(value).__name__
    if kind == "tuple" and len(value) == 3 and name in ("x", "y", "z"):
        fix = f"Take the parts: `x, y, z = cute.arch.thread_idx()`, or `[{'xyz'.index(name)}]`."
        return fail("no-attribute", f"a tuple of three has no `{name}`", span=span, fix=fix)
    if type(value).__module__.partition(".")[0] != "cutedsl":
        return None
    return member_error(value, name, span)


def member_error(value: object, name: str, span: Span | None = None) -> DSLUserCodeError:
    """The error for an attribute that an object of ours does not have."""
    kind = type(value).__name__
    number = NUMBERS.get(name) if hasattr(type(value), "spec") else None
    fix = number or ATTRIBUTES.get(name) if re.fullmatch(rf"{_KINDS}|TiledCopy|TiledMma", kind) else None
    fix = fix or MEMBERS.get((kind, name)) or _alike(name, value) or MEMBERS.get((kind, ""))
    return fail("no-attribute", f"{with_article(kind)} has no `{name}`", span=span, fix=fix)


def _member(error: AttributeError, span: Span | None) -> DSLUserCodeError | None:
    """The error for a member that an enum of ours does not have."""
    kind: Any = error.obj
    if not isinstance(kind, enum.EnumType) or kind.__module__.partition(".")[0] != "cutedsl":
        return None
    name = str(error.name)
    return fail("no-attribute", f"`{kind.__name__}` has no `{name}`", span=span, fix=_alike(name, kind))


def _alike(name: str, value: object) -> str | None:
    import difflib

    near = difflib.get_close_matches(name, [known for known in dir(value) if known[0] != "_"], n=1, cutoff=0.7)
    return f"Did you mean `{near[0]}`?" if near else None


def _recursion(error: RecursionError) -> DSLUserCodeError | None:
    """The error for functions of the author that call themselves while the program is compiled."""
    counts: Counter[CodeType] = Counter()
    first: dict[CodeType, TracebackType] = {}
    place = error.__traceback__
    while place is not None:
        if frame_origin(place.tb_frame) is Origin.AUTHOR:
            counts[place.tb_frame.f_code] += 1
            first.setdefault(place.tb_frame.f_code, place)
        place = place.tb_next
    if not counts:
        return None
    code, count = counts.most_common(1)[0]
    if count < 20:
        return None
    span = span_at(code, first[code].tb_lasti)
    return fail(
        "endless-recursion", f"`{code.co_name}` calls itself without an end while the program is compiled", span=span
    )
