"""Operators of torch that a candidate holds by its own names, however it came by them: a later call may use them."""

from __future__ import annotations

import types
from collections import deque
from collections.abc import Collection, Iterator, Mapping
from typing import Any, Final

from cutedsl.gate.source import TENSOR_METHODS, is_operator
from cutedsl.gate.state import parts
from cutedsl.gate.torch_policy import kind_of

_DEPTH: Final = 4
_MOST: Final = 2000
_FUNCTIONS: Final = (types.BuiltinFunctionType, types.FunctionType, types.MethodDescriptorType)


def held_operators(roots: Mapping[str, Any], imported: Collection[str]) -> Iterator[tuple[str, str]]:
    """Names and operators that compute, of what `roots` reach; not of `imported` names, whose uses the text shows."""
    seen: set[int] = set()
    todo = deque((name, value, 0) for name, value in roots.items() if name not in imported)
    while todo and len(seen) < _MOST:
        name, value, depth = todo.popleft()
        if id(value) in seen:
            continue
        seen.add(id(value))
        operator = _computes(value)
        if operator:
            yield name, operator
        elif depth < _DEPTH:
            todo.extend((name + step, inner, depth + 1) for step, inner in parts(value))


def _computes(value: Any) -> str:
    """The operator that a function of torch's is, or that code made from a text calls; empty for all else."""
    if isinstance(value, types.FunctionType) and value.__code__.co_filename.startswith("<string"):
        return _named_in(value.__code__)
    of_torch = str(getattr(value, "__module__", None) or type(getattr(value, "__self__", None)).__module__)
    overload = type(value).__module__ == "torch._ops"
    if not overload and not (isinstance(value, _FUNCTIONS) and (of_torch.startswith("torch") or _of_tensors(value))):
        return ""
    name = str(getattr(value, "__name__", "")).partition(".")[0]
    return name if kind_of(name) == "compute" and is_operator(name) else ""


def _named_in(code: types.CodeType) -> str:
    """An operator that code names: a method that only tensors have, or anything of torch's that computes."""
    names = (*code.co_names, *(_named_in(one) for one in code.co_consts if isinstance(one, types.CodeType)))
    by_torch = "torch" in names
    found = (
        one for one in names if one in TENSOR_METHODS or (by_torch and kind_of(one) == "compute" and is_operator(one))
    )
    return next(found, "")


def _of_tensors(value: Any) -> bool:
    """Whether a function is one of torch's own tables of functions, or a method of tensors."""
    owner = getattr(value, "__self__", None) or getattr(value, "__objclass__", None)
    return "torch" in str(getattr(owner, "__module__", "") or "") or str(owner).startswith("<class 'torch")
