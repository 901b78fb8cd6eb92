"""Errors of the kernel library's operations."""

from __future__ import annotations

from cutedsl.errors.catalogue.entry import Entry

ENTRIES: tuple[Entry, ...] = (
    Entry(
        name="ops-array",
        base=TypeError,
        title="An argument of an operation is not an array",
        why="The operations of cutedsl.ops take torch tensors and NumPy arrays, and return the same type.",
        fix="Pass a torch tensor or a NumPy array.",
        wrong="ops.softmax([1.0, 2.0])",
        right="ops.softmax(np.array([1.0, 2.0], np.float32))",
    ),
    Entry(
        name="ops-dtype",
        base=TypeError,
        title="An operation does not take this element type",
        why="Nothing is converted silently: the result would have another type, or other digits, than asked for.",
        fix="Convert the array.",
        wrong="ops.softmax(np.zeros(4))   # float64",
        right="ops.softmax(np.zeros(4, np.float32))",
    ),
    Entry(
        name="ops-shape",
        base=ValueError,
        title="The arrays of an operation do not fit together",
        why="Every shape follows from that of the first array.",
        fix="Pass an array of the shape that is named.",
        wrong="ops.rms_norm(x, weight[:-1])",
        right="ops.rms_norm(x, weight)",
    ),
    Entry(
        name="ops-device",
        base=ValueError,
        title="The arrays of an operation are on several devices",
        why="A kernel runs on one device and accesses only its memory.",
        fix="Move the arrays to one device.",
        wrong='ops.softmax(x.cuda(), out=torch.empty(4, device="cpu"))',
        right="ops.softmax(x.cuda())",
    ),
    Entry(
        name="ops-axis",
        base=ValueError,
        title="No such axis",
        why="Axes count from 0, or from -1 at the end.",
        fix="Name an axis of the array.",
        wrong="ops.softmax(x, axis=2)   # x has two axes",
        right="ops.softmax(x, axis=1)",
    ),
    Entry(
        name="ops-number",
        base=TypeError,
        title="Argument must be a number",
        why="Lengths, places and small constants are Python's or NumPy's numbers: programs are remembered by them.",
        fix="Pass a number; `.item()` makes one of a tensor with one element.",
        wrong='ops.rms_norm(x, eps="1e-6")',
        right="ops.rms_norm(x, eps=1e-6)",
    ),
    Entry(
        name="ops-size",
        base=ValueError,
        title="Axis is too long",
        why="The elements of one axis are counted in 32 bits; how far apart they lie in memory is not limited.",
        fix="Split the array along that axis, or give it another shape.",
        wrong="ops.softmax(x)   # x of shape (1, 2147483648)",
        right="ops.softmax(x.reshape(-1, 4096))",
    ),
    Entry(
        name="ops-function",
        base=TypeError,
        title="A function passed to an operation returns the wrong kind of value",
        why="An `epilogue` takes and gives a vector of float32, and a function of elements gives one number for each "
        "result; a function without `return` gives None.",
        fix="Return the value that is to be stored.",
        wrong="def halved(x):\n    x * 0.5\n\nops.softmax(x, epilogue=halved)",
        right="def halved(x):\n    return x * 0.5\n\nops.softmax(x, epilogue=halved)",
    ),
    Entry(
        name="no-derivative",
        base=ValueError,
        title="Cannot differentiate",
        why="The derivative of a function of numbers is found from its operations, along its first argument only. "
        "There are rules for arithmetic, comparisons, `where` and the functions of `cute.math`.",
        fix="Write the function without loops, branches on the number and memory; pass `tensor.detach()` for a tensor "
        "that it reads.",
        wrong="def steep(score, b, h, q_idx, kv_idx):\n    return score.bitcast(Int32).to(Float32)",
        right="def steep(score, b, h, q_idx, kv_idx):\n    return score * score",
    ),
    Entry(
        name="gemm-config",
        base=ValueError,
        title="No kernel for this tile configuration",
        why="A warp group multiplies 64 rows at a time, 8 to 256 columns in steps of 8, at most 128 sums a thread.",
        fix="Choose `tile_m` as a multiple of 64 for each warp group that shares a tile, or leave `config` out.",
        wrong="ops.GemmConfig(tile_m=96)",
        right="ops.GemmConfig(tile_m=128)",
    ),
)
