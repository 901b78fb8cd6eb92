"""Errors that Python itself meets while a program is traced."""

from __future__ import annotations

from cutedsl.errors.catalogue.entry import Entry

ENTRIES = (
    Entry(
        name="python-value",
        base=ValueError,
        title="Python cannot do this with the value",
        why="Tuples, lists and strings in a kernel are Python objects; these lines run at compile time.",
        fix="Change the line as in any Python program.",
        wrong="row, col = cute.arch.thread_idx()",
        right="col, row, _ = cute.arch.thread_idx()",
    ),
    Entry(
        name="python-index",
        base=IndexError,
        title="Index out of range of a tuple or list",
        why="Tuples and lists in a kernel are Python objects; their indices are checked at compile time.",
        fix="Use an index below the length.",
        wrong="columns = x.shape[2]       # x has two modes",
        right="columns = x.shape[1]",
    ),
    Entry(
        name="python-key",
        base=KeyError,
        title="No such key in the dict",
        why="Dicts in a kernel are Python objects; their keys are looked up at compile time.",
        fix="Use a key that was added, or `.get(key, default)`.",
        wrong='scale = {"half": 0.5}\ny[i] = x[i] * scale["third"]',
        right='scale = {"half": 0.5}\ny[i] = x[i] * scale["half"]',
    ),
    Entry(
        name="captured-array",
        base=TypeError,
        title="Captured array is indexed or written",
        why="Captured values are compile-time constants. A captured array has elements only at compile time.",
        fix="Pass the array as an argument.",
        wrong="table = np.arange(4)\n@kernel\ndef k(y):\n    t, _, _ = cute.arch.thread_idx()\n    y[t] = table[t]",
        right="@kernel\ndef k(y, table):\n    t, _, _ = cute.arch.thread_idx()\n    y[t] = table[t]",
    ),
    Entry(
        name="not-a-type",
        base=TypeError,
        title="Type of NumPy, torch or Python instead of a cutedsl type",
        why="Tensors, numbers and atoms of a program have the numeric types of cutedsl.",
        fix="Write the numeric type, such as `cutlass.Float32`.",
        wrong='cute.make_rmem_tensor((4,), "float32")',
        right="cute.make_rmem_tensor((4,), cutlass.Float32)",
    ),
    Entry(
        name="unknown-import",
        base=ImportError,
        title="No such name to import",
        why="The modules of cutedsl have the names of CuTe DSL, and `docs/api.md` lists which of them work.",
        fix="Import a name that the module has: `dir(module)` lists them.",
        wrong="from cutedsl.cute import thread_idx",
        right="from cutedsl.cute import arch\nt, _, _ = arch.thread_idx()",
    ),
    Entry(
        name="unknown-module",
        base=ModuleNotFoundError,
        title="No such module",
        why="The packages of cutedsl have the modules of CuTe DSL, and `docs/api.md` lists which of them work.",
        fix="Import the package alone; `dir(package)` lists its names.",
        wrong="import cutedsl.cute.arch",
        right="from cutedsl.cute import arch",
    ),
    Entry(
        name="type-compared",
        base=TypeError,
        title="cutedsl type compared with a NumPy or torch type",
        why="The types are different objects, so that the comparison is False whatever the tensor holds.",
        fix="Compare with the numeric type, such as `cutlass.Float32`.",
        wrong='if const_expr(x.element_type == "float32"):\n    x[0] = 0.0',
        right="if const_expr(x.element_type == Float32):\n    x[0] = 0.0",
    ),
    Entry(
        name="text-of-value",
        base=TypeError,
        title="Run-time value converted to text at compile time",
        why="At compile time the text is `?`; only `cute.printf` sees the value, at run time.",
        fix="Compare and convert the value itself.",
        wrong='if str(x[0]) == "1.0":\n    y[0] = 1.0',
        right="if x[0] == 1.0:\n    y[0] = 1.0",
    ),
)
