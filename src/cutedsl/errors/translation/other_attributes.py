"""What to write in place of attributes that arrays of NumPy and torch have, and of methods that another object has."""

from __future__ import annotations

_SAME_MEMORY = "`cute.make_tensor(x.iterator, layout)` is the same memory under another layout."
_SUM = "`x.load().reduce(cute.ReductionOp.ADD, 0.0, 0)` sums a tensor of static shape; others are summed in a loop."
_CONVERT = "Convert a number with `.to(cutlass.Float16)`, a register tensor with `x.load().to(cutlass.Float16)`."
_NEW = "Make a register tensor with `cute.make_rmem_tensor_like(x)` and copy into it; arrays in memory are arguments."
_HOST = "Do that before the call, to the array that is passed."
_RUN_TIME = "The value is only known at run time; use it as it is, or write it into a tensor argument."
_SLICE = "Only a thread's part has it: `tiled.get_slice(thread)` first."

ATTRIBUTES = {
    "T": "`cute.make_tensor(x.iterator, cute.select(x.layout, [1, 0]))` has the modes swapped.",
    "sum": _SUM,
    "mean": _SUM,
    "max": "`x.load().reduce(cute.ReductionOp.MAX, -Float32.inf, 0)` is the largest of a tensor of static shape.",
    "min": "`x.load().reduce(cute.ReductionOp.MIN, Float32.inf, 0)` is the smallest of a tensor of static shape.",
    "ndim": "`cute.rank(x)` is the number of modes.",
    "dim": "`cute.rank(x)` is the number of modes.",
    "numel": "`cute.size(x)` is the number of elements.",
    "data_ptr": "`x.iterator` points to the first element.",
    "data": "`x.iterator` points to the first element.",
    "ptr": "`x.iterator` points to the first element.",
    "itemsize": "`x.element_type.width // 8` is the size of an element in bytes.",
    "element_size": "`x.element_type.width // 8` is the size of an element in bytes.",
    "nbytes": "`cute.size(x) * x.element_type.width // 8` is the size in bytes.",
    "strides": "`x.stride` has the strides, in elements.",
    "item": _RUN_TIME,
    "numpy": _RUN_TIME,
    "tolist": _RUN_TIME,
    "zero_": "Write `x.fill(0)` for a register tensor, or a loop over the elements.",
    "fill_": "Write `x.fill(value)` for a register tensor, or a loop over the elements.",
    **dict.fromkeys(
        ("add_", "sub_", "mul_", "div_", "copy_", "relu_", "exp_", "clamp_", "abs_", "neg_"),
        "Write the operator in a loop over the elements: `x[i] = x[i] + 1.0`.",
    ),
    "real": "Numbers are real: use `x` itself.",
    "at": "Index the tensor itself: `x[i]`; `cute.arch.atomic_add(x.iterator + i, value)` adds atomically.",
    **dict.fromkeys(("permute", "transpose", "swapaxes", "t"), "`cute.select(x.layout, [1, 0])` swaps the modes of a "
                    "layout; " + _SAME_MEMORY[0].lower() + _SAME_MEMORY[1:]),
    **dict.fromkeys(("reshape", "view", "flatten", "ravel", "squeeze", "unsqueeze", "expand"), _SAME_MEMORY),
    **dict.fromkeys(("astype", "cast", "type", "to", "float", "half", "int", "double", "bfloat16", "long"), _CONVERT),
    **dict.fromkeys(("clone", "copy", "contiguous", "new_zeros", "zeros_like", "empty_like"), _NEW),
    **dict.fromkeys(("device", "cuda", "cpu", "is_cuda", "is_contiguous", "detach", "backward"), _HOST),
    **dict.fromkeys(("partition_S", "partition_D", "partition_A", "partition_B", "partition_C", "retile"), _SLICE),
}  # fmt: skip

_OF_MATH = (
    *("acos", "acosh", "asin", "asinh", "atan", "atanh", "cbrt", "cos", "cosh", "erf", "erfc", "exp", "exp2", "expm1"),
    *("isfinite", "isinf", "isnan", "log", "log10", "log1p", "log2", "rsqrt", "sin", "sinh", "sqrt", "tan", "tanh"),
    *("ceil", "floor", "trunc", "clamp"),
)
NUMBERS = {
    **{name: f"`cute.math.{name}(x)` computes it." for name in _OF_MATH},
    "clamp": "`min(max(x, low), high)` computes it.",
    "clip": "`min(max(x, low), high)` computes it.",
    "abs": "`abs(x)` computes it.",
    "round": "`round(x)` computes it.",
    "pow": "`x ** y` computes it.",
    "max": "`max(x, y)` is the larger of two.",
    "min": "`min(x, y)` is the smaller of two.",
    "relu": "`max(x, 0.0)` computes it.",
    "sigmoid": "`1.0 / (1.0 + cute.math.exp(-x))` computes it.",
    "view": "`x.bitcast(cutlass.Int32)` has the same bits.",
    **dict.fromkeys(("x", "y", "z"), "It is one number already: use it as it is."),
    **dict.fromkeys(("shape", "size", "ndim", "dim", "numel", "stride"), "It is one number; a tensor has that."),
    "dtype": "`type(x)` is the type of a number.",
    "itemsize": "`x.width // 8` is the size in bytes.",
}
"""What to write for attributes of a number."""

MEMBERS = {
    ("RuntimeTensor", ""): "Use the array that it was made from, or the parameter in @jit code.",
    ("Layout", "show"): "`cute.viz.show(layout)` draws it; `print(layout)` writes it.",
    ("Layout", "draw"): "`cute.viz.show(layout)` draws it; `print(layout)` writes it.",
    ("Layout", "strides"): "It is `stride`.",
    ("Layout", "numel"): "`cute.size(layout)` is the number of coordinates.",
    ("Layout", "ndim"): "`cute.rank(layout)` is the number of modes.",
}
"""What to write for attributes of one class; without a name for all others of it."""
