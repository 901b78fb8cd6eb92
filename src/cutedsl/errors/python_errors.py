"""Python's own errors about values of a compiled program, in the author's line: what they mean, and what to write."""

from __future__ import annotations

import enum
import inspect
import os
import re
from collections import Counter
from types import CodeType, TracebackType
from typing import Any

from cutedsl.errors.classes import DSLUserCodeError
from cutedsl.errors.fail import fail
from cutedsl.errors.frames import Origin, frame_origin, span_at
from cutedsl.errors.none_values import none_value
from cutedsl.errors.span import Span

_KINDS = r"(?:U?[Ii]nt|Float|BFloat|TFloat)\d\w*|Boolean|Tensor|CoordTensor|TensorSSA|Pointer|KernelLauncher"
_OURS = re.compile(rf"['\"]({_KINDS})['\"]|dtype of ({_KINDS})|not ({_KINDS})$")
_MISFITS = (
    (r"^\w[\w.]*\(\) missing \d+ required", "argument-missing"),
    (r"^\w[\w.]*\(\) got (?:an unexpected keyword|multiple values)", "argument-unexpected"),
    (r"^\w[\w.]*\(\) takes .* positional arguments? but", "argument-count"),
)
_REFUSALS = (TypeError, AttributeError, ValueError, KeyError, IndexError, AssertionError, OverflowError)
"""What Python says of an argument that a function of ours did not expect."""
_FIXES = (
    (r"unsupported operand.*Tensor'", "Compute with elements (`x[i] + 1`) or with register vectors (`x.load() + 1`)."),
    (r"not callable", "An element is read with brackets: `x[i]`."),
    (r"not subscriptable", "Give all indices in one pair of brackets: `x[i, j]`."),
    (r"concatenate str", 'Show values with `cute.printf("{}", x)`; texts are made while the program is compiled.'),
    (r"infer dtype", "torch cannot hold a value of the program; write it into a tensor argument."),
)
_ATTRIBUTES = {
    "T": "`cute.make_tensor(x.iterator, cute.select(x.layout, [1, 0]))` has the modes swapped.",
    "sum": "`x.load().reduce(cute.ReductionOp.ADD, 0.0, 0)` sums a tensor of static shape.",
    "max": "`x.load().reduce(cute.ReductionOp.MAX, -Float32.inf, 0)` is the largest of a tensor of static shape.",
    "astype": "Convert with `.to(Float16)`.",
    "type": "Convert with `.to(Float16)`.",
    "item": "The value is only known at run time; use it as it is.",
    "numpy": "The value is only known at run time; write it into a tensor argument.",
    "reshape": "`cute.make_tensor(x.iterator, layout)` is the same memory under another layout.",
    "view": "`cute.make_tensor(x.iterator, layout)` is the same memory under another layout.",
    "ndim": "`cute.rank(x)` is the number of modes.",
    "numel": "`cute.size(x)` is the number of elements.",
    "data_ptr": "`x.iterator` points to the first element.",
}


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
        return _attribute(error, span)
    if type(error) is TypeError and (misfit := _misfit(text)):
        return fail(misfit, text, span=span)
    if type(error) not in (TypeError, RuntimeError) or not _OURS.search(text):
        return None
    fix = next((fix for pattern, fix in _FIXES if re.search(pattern, text)), None)
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
    text, span = str(error), span_at(author.tb_frame.f_code, author.tb_lasti)
    if frame_origin(called.tb_frame) is not Origin.INTERNAL:
        return _member(error, span) if isinstance(error, AttributeError) else None
    if type(error) is TypeError and (misfit := _misfit(text)):
        return fail(misfit, text, span=span, fix=_parameters(called))
    if type(error) not in _REFUSALS:
        return None
    if missing := none_value(error, author.tb_frame, span, _name_of(called)):
        return missing
    last = innermost(error)
    assert last is not None
    code = last.tb_frame.f_code
    note = f"cutedsl stopped in `{code.co_qualname}` of {os.path.basename(code.co_filename)}"
    message = f"`{_name_of(called)}` ended in {type(error).__name__}: {text}"
    return fail("call-refused", message, span=span, notes=(note,))


def _misfit(text: str) -> str | None:
    """The name of the error for arguments that are not those of a function's parameters."""
    return next((name for pattern, name in _MISFITS if re.search(pattern, text)), None)


def _function_of(called: TracebackType) -> Any:
    """The function behind one that only takes `loc` and `ip` from the call."""
    return called.tb_frame.f_locals.get("function")


def _name_of(called: TracebackType) -> str:
    function, code = _function_of(called), called.tb_frame.f_code
    name = getattr(function, "__qualname__", None) or code.co_qualname
    return name.removesuffix(".__init__")


def _parameters(called: TracebackType) -> str | None:
    """What a function takes, where it is known; None otherwise."""
    function = _function_of(called)
    if not callable(function):
        return None
    names = [name for name in inspect.signature(function).parameters if name not in ("loc", "ip", "self", "cls")]
    return f"It takes ({', '.join(names)})."


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
    fix = _ATTRIBUTES.get(name) if re.fullmatch(_KINDS, kind) else None
    return fail("no-attribute", f"a {kind} has no `{name}`", span=span, fix=fix or _alike(name, value))


def _member(error: AttributeError, span: Span | None) -> DSLUserCodeError | None:
    """The error for a member that an enum of ours does not have."""
    kind: Any = error.obj
    if not isinstance(kind, enum.EnumType) or kind.__module__.partition(".")[0] != "cutedsl":
        return None
    name = str(error.name)
    return fail("no-attribute", f"`{kind.__name__}` has no `{name}`", span=span, fix=_alike(name, kind))


def _alike(name: str, value: object) -> str | None:
    import difflib

    near = difflib.get_close_matches(name, [known for known in dir(value) if known[0] != "_"], n=1)
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
