"""Tables of the walk: what is atomic, what is noise, and what types consist of whose state it cannot see."""

from __future__ import annotations

import types
from collections.abc import Callable
from typing import Any

from cutedsl.errors.frames import module_of

ATOMS = frozenset({type(None), bool, int, str, bytes, float, complex, type(Ellipsis), type(NotImplemented), range})
"""Types whose values are their text."""

OUTSIDE = frozenset(
    (
        *("random", "_random", "time", "secrets", "uuid", "datetime", "posix", "nt", "os"),
        *("io", "_io", "subprocess", "socket", "tempfile", "glob", "shutil", "mmap", "fileinput", "linecache"),
        *("gzip", "bz2", "lzma", "zipfile", "tarfile", "shelve", "dbm", "sqlite3", "urllib.request", "http.client"),
    )
)
"""Modules whose functions give something else each time, or what the machine holds."""

READING_BUILTINS = frozenset({"globals", "vars", "eval", "exec", "open", "__import__"})
"""Builtins that read what no name in the code tells."""

READING_METHODS = frozenset(
    (
        *("read_text", "read_bytes", "exists", "is_file", "is_dir", "iterdir", "rglob", "lstat", "readline"),
        *("readlines", "fetchone", "fetchall"),
    )
)
"""Methods that read files: of a path, whose class gives them no name of its module."""

READING_NAMES = frozenset(
    (
        *("load", "loadtxt", "genfromtxt", "fromfile", "memmap", "from_file", "load_file", "safe_open", "open"),
        *("connect", "urlopen", "get_data", "rand", "randn", "randint", "randperm", "initial_seed", "manual_seed"),
        *("read_csv", "read_json", "read_parquet", "read_excel", "read_feather", "read_table", "imread"),
    )
)
"""Functions of libraries that read files, a database, or a generator of random numbers, by their names."""

CLASS_NOISE = frozenset(
    (
        *("__dict__", "__weakref__", "__doc__", "__module__", "__annotations__", "__annotations_cache__"),
        *("__annotate__", "__annotate_func__", "__static_attributes__", "__firstlineno__", "_abc_impl"),
        *("__dataclass_fields__", "__orig_bases__", "__parameters__", "__match_args__", "__type_params__"),
    )
)
"""Attributes of classes that traces do not depend on."""

FUNCTION_NOISE = frozenset({"__doc__", "__annotations__", "__type_params__"})
"""Attributes of functions that traces do not depend on."""

LEAVES = (
    types.MethodDescriptorType,
    types.WrapperDescriptorType,
    types.GetSetDescriptorType,
    types.MemberDescriptorType,
    types.ClassMethodDescriptorType,
    types.MethodWrapperType,
)
"""Types of the interpreter's own methods."""

Parts = Callable[[Any], tuple[object, ...] | None]

_PARTS: dict[str, tuple[Parts, bool]] = {
    "re.Pattern": (lambda p: (p.pattern, p.flags), False),
    "logging.Logger": (lambda log: (log.name,), False),
    "functools._lru_cache_wrapper": (lambda f: (f.__wrapped__,), False),
    "functools.partial": (lambda p: (p.func, p.args, p.keywords), False),
    "functools.cached_property": (lambda p: (p.func,), False),
    **dict.fromkeys(  # before Python 3.12, and since
        ("_collections._tuplegetter", "collections._tuplegetter"), (lambda g: g.__reduce__()[1][:1], False)
    ),
    "builtins.method": (lambda m: (m.__func__, m.__self__), False),
    "builtins.staticmethod": (lambda m: (m.__func__,), False),
    "builtins.classmethod": (lambda m: (m.__func__,), False),
    "builtins.property": (lambda p: (p.fget, p.fset, p.fdel), False),
    "builtins.slice": (lambda s: (s.start, s.stop, s.step), False),
    "builtins.bytearray": (lambda b: (bytes(b),), True),
    "collections.deque": (lambda d: (tuple(d), d.maxlen), True),
    **dict.fromkeys(
        (
            "operator.itemgetter",
            "operator.attrgetter",
            "operator.methodcaller",
            "decimal.Decimal",
            "datetime.timedelta",
        ),
        (lambda value: value.__reduce__()[1:], False),
    ),
    "typing.TypeVar": (lambda v: (v.__name__,), False),
    "typing.ParamSpec": (lambda v: (v.__name__,), False),
}


def describe_type(name: str, parts: Parts, *, mutable: bool = False) -> None:
    """Says what instances of a type consist of whose state the walk cannot see; `name` is `module.qualname`.

    `parts` gives None for an instance that cannot be described. Mutable ones are read again for each guard, and their
    parts compared by value.
    """
    _PARTS[name] = (parts, mutable)


def parts_of(value: object) -> tuple[Parts, bool] | None:
    """How a type is described that the walk cannot see into, and whether its instances change; None for others."""
    for cls in type(value).__mro__:
        found = _PARTS.get(f"{module_of(cls)}.{cls.__qualname__}")
        if found is not None:
            return found
    return None
