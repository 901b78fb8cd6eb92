"""Arguments that are tensors: what they compile to, and what is none."""

from __future__ import annotations

import math
from collections.abc import Iterable

from cutedsl.driver.arguments.number_fixes import is_decimal
from cutedsl.driver.arguments.specs import (
    Argument,
    TensorSpec,
    runs_backwards,
)
from cutedsl.errors import fail
from cutedsl.errors.article import with_article
from cutedsl.execution.arrays.runtime_tensor import RuntimeTensor
from cutedsl.lang.tensors.tensor import Tensor
from cutedsl.staging.numeric import as_numeric
from cutedsl.staging.numpy_numbers import is_numpy_number
from cutedsl.staging.operators import is_numeric, literal_of


def refuse_tensor(annotation: object, value: object, where: Argument) -> None:
    """Refuses what is not an array for a parameter annotated as a Tensor. Errors: argument-type."""
    if annotation is Tensor and value is not None:
        got = with_article(type(value).__name__)
        raise fail("argument-type", f"{where} is annotated as a Tensor, got {got}", fix=_fix(value, where.name))


def _fix(value: object, name: str) -> str:
    """What to pass for a Tensor, or how to annotate what was passed."""
    if type(value).__module__.partition(".")[0] == "jax":
        return "In what JAX traces call `cutedsl.jax.call(function, out=...)`."
    if isinstance(value, tuple) and all(type(part) is int for part in value):
        return f"Annotate a shape as `{name}: cute.Shape`; a tensor is an array: `np.zeros({value}, np.float32)`."
    if isinstance(value, list | tuple | range):
        return "Pass an array: `np.array(values, np.float32)`, `torch.tensor(values)`."
    if isinstance(value, bytes | bytearray):
        return f"Pass an array of its bytes: `np.frombuffer({name}, np.uint8)`."
    number = _number(value)
    if number is not None:
        kind = type(as_numeric(value if is_numeric(value) else number)).__name__
        shown = (
            repr(number) if math.isfinite(number) else repr(number).replace("inf", "np.inf").replace("nan", "np.nan")
        )
        return f"Annotate a number as `{name}: {kind}`; a tensor is an array, such as `np.array([{shown}])`."
    if isinstance(value, memoryview) or (hasattr(type(value), "__array__") and not is_numpy_number(value)):
        return f"Pass an array: `np.asarray({name})`."
    if isinstance(value, Iterable) and not isinstance(value, str | dict):
        return f"Pass an array: `np.array(list({name}), np.float32)`."
    return "Pass a NumPy array, a torch tensor, or any array with `__dlpack__`."


def _number(value: object) -> int | float | None:
    """The number of Python's that a value is or stands for."""
    match float(value) if is_decimal(value) else literal_of(value.value if is_numeric(value) else value):
        case bool() as number:
            return number
        case int() as number:
            return int(number)  # of an enumeration, too
        case float() as number:
            return float(number)
        case _:
            return None


def tensor_spec(tensor: RuntimeTensor) -> TensorSpec:
    """What a tensor compiles to."""
    view = tensor.view
    backwards = runs_backwards(view.shape, view.strides)
    return TensorSpec(tensor.dtype, tensor.type_layout, tensor.align_bytes, view.device_kind, backwards=backwards)
