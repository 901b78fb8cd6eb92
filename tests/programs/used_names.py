"""What public programs use of CuTe DSL (`used_names.csv`), and whether it is here: names, keywords, attributes.

`python -m tests.programs.used_names [WORK]` prints what is missing, of the list or of the programs below a folder.
`python -m benchmarks.compatibility names WORK` writes the list.
"""

from __future__ import annotations

import inspect
import re
import sys
import warnings
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

from benchmarks.compatibility.names import Use, read_uses, uses_below, uses_of
from cutedsl.errors import DSLUserCodeError
from cutedsl.errors.names.not_yet import NotYet, NotYetModule
from tests.programs.api_uses import ROOT, resolve

LIST = Path(__file__).with_name("used_names.csv")

PASSED_ON = frozenset({"cutlass.cute.compile", "cutlass.jax.cutlass_call", "cutlass.testing.JitArguments"})
"""Their keywords are those of a function of the program."""

_OWN_SUBCLASS = "of a subclass that the program has, annotated with its base"
_ANOTHER_CLASS = "the annotation names another class than the value has"
_OWN_ATTRIBUTE = "the program sets it itself"
_WRONG = "the program is wrong: NVIDIA's package has no such name either"
_MLIR = "a value of MLIR's Python bindings, which this compiler does not have"
_PRIVATE = "private parts of NVIDIA's package that a library patches where they are there"
NOT_OF_THE_LANGUAGE: Mapping[tuple[str, str], str] = {
    **{
        ("cutlass.pipeline.PipelineAsync", name): _OWN_SUBCLASS
        for name in (
            *("consumer_release_w_index", "consumer_wait_w_index_phase", "producer_acquire_w_index_phase"),
            *("producer_commit_w_index", "producer_cpasync_commit"),
        )
    },
    ("cutlass.pipeline.NamedBarrier", "arrive_w_index"): _OWN_SUBCLASS,
    ("cutlass.pipeline.NamedBarrier", "arrive_and_wait_w_index"): _OWN_SUBCLASS,
    **{
        ("cutlass.cute.Layout", name): _ANOTHER_CLASS
        for name in ("is_k_major_a", "is_k_major_b", "is_m_major_c", "is_n_major_c", "outer")
    },
    ("cutlass.cute.ThrMma", "layout"): _ANOTHER_CLASS,
    ("cutlass.cute.ThrMma", "iterator"): _ANOTHER_CLASS,
    ("cutlass.cute.Tensor", "to"): _ANOTHER_CLASS,
    ("cutlass.cute.Pointer", "_pointer"): "of the host's pointers, which have it",
    ("cutlass.testing.JitArguments", "_t"): _OWN_ATTRIBUTE,
    ("cutlass.testing.JitArguments", "_hdl"): _OWN_ATTRIBUTE,
    ("cutlass.int", ""): _WRONG,
    **{("cutlass.torch.RandomInitConfig", name): _WRONG for name in ("mean", "std", "scale")},
    ("cutlass.cute.Layout", "value"): _MLIR,
    ("cutlass.cute.Tensor", "value"): _MLIR,
    ("cutlass.cute.nvgpu.cpasync.CopyBulkTensorTileG2SOp", "_to_ir"): _MLIR,
    ("cutlass.Pointer", "subview"): _ANOTHER_CLASS,
    **{(f"cutlass.cute.tensor._Tensor.{name}", ""): _OWN_ATTRIBUTE for name in ("clone", "contiguous", "to")},
    ("cutlass.cute.CopyAtom", "_trait"): _MLIR,
    ("cutlass.base_dsl.ast_preprocessor.DSLPreprocessor", "get_session"): _PRIVATE,
    ("cutlass.cute.arch.nvvm_wrappers.prefetch", "tensormap"): _MLIR,
    ("cutlass._mlir_helpers.dialect_proxy.DialectAutoConvertProxy", ""): _PRIVATE,
    **{
        (f"cutlass._mlir_helpers.op.{name}", ""): _PRIVATE
        for name in (
            "_DSL_PACKAGE_ROOT",
            "_DSL_PACKAGE_ROOTS",
            "_is_framework_frame",
            "_is_framework_frame.cache_clear",
        )
    },
    **{
        (f"cutlass.cute.nvgpu.warp.mma.{name}", ""): _PRIVATE
        for name in (
            *("MmaFP8Trait", "_cute_nvgpu_ir", "_cute_nvgpu_ir.MmaAtomSM89Type", "_cute_nvgpu_ir.MmaAtomSM89Type.get"),
            *("_pack_shape", "make_atom"),
        )
    },
    ("cutlass.pipeline.PipelineAsync", "cta_group"): "of pipelines of Blackwell",
}
"""(name, member) of what the scan finds and programs do not take from the language, or have no counterpart here."""

REFUSED_KEYWORDS = frozenset(
    {("cutlass.cute.make_copy_atom", "memory_order"), ("cutlass.cute.make_copy_atom", "memory_scope")}
)
"""Keywords whose use is an error that names them, in `test_used_names.py`."""


@cache
def listed() -> dict[Use, int]:
    """Everything in the list, with the number of programs that use it."""
    with LIST.open(encoding="utf-8", newline="") as file:
        return read_uses(file)


def found(name: str) -> Any:
    """The object of a dotted name, or the error that refuses it by its name; `LookupError` where there is neither."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # some names are deprecated
        try:
            return resolve(name)
        except DSLUserCodeError as error:
            if error.name == "unknown-name":
                raise LookupError(name) from None
            return error
        except ModuleNotFoundError as error:  # of the package `cuda`, where it is not installed
            return error
        except AttributeError as error:
            raise LookupError(name) from error


def is_refused(value: object) -> bool:
    """Whether a name is known and its use is an error that names it."""
    return isinstance(value, NotYet | NotYetModule | DSLUserCodeError | ModuleNotFoundError)


def is_missing(use: Use) -> bool:
    """Whether a use is neither possible nor refused by name."""
    if (use.name, use.member) in NOT_OF_THE_LANGUAGE or (use.name, use.member) in REFUSED_KEYWORDS:
        return False
    try:
        value = found(use.name)
        if is_refused(value):
            return False
        match use.kind:
            case "name":
                return False
            case "keyword":
                if use.name in PASSED_ON:
                    return False
                return not _takes(value, use.member) and Use("keyword", use.name, use.member) not in tested()
            case "attribute":
                return not _has(value, use.member)
    except LookupError:
        return use.kind == "name"  # the name is reported, once


def _takes(value: Any, keyword: str) -> bool:
    """Whether a signature has a keyword; `**kwargs` is not a promise, but what a wrapper passes on is looked up."""
    while True:
        try:
            parameters = inspect.signature(value, follow_wrapped=False).parameters.values()
        except (TypeError, ValueError):
            return False
        if any(one.name == keyword and one.kind in (one.KEYWORD_ONLY, one.POSITIONAL_OR_KEYWORD) for one in parameters):
            return True
        inner = getattr(value, "__wrapped__", None)
        if inner is None or not any(one.kind is one.VAR_KEYWORD for one in parameters):
            return False
        value = inner


def _has(value: Any, attribute: str) -> bool:
    """Whether values of a class have an attribute, by the class itself, its annotations or a test that uses it."""
    if not isinstance(value, type):
        return any(use.member == attribute for use in tested() if use.kind == "attribute")
    return any(
        _class_has(cls, attribute)
        or attribute in inspect.get_annotations(cls)
        or re.search(rf"\bself\.{attribute}(: [^=]+)? = ", _source(cls))
        for cls in (*value.__mro__, *_below(value))
    )


def _class_has(cls: type, attribute: str) -> bool:
    try:
        return hasattr(cls, attribute)
    except DSLUserCodeError:  # `Numeric.width`, which the classes derived from it have
        return True


def _below(cls: type) -> Iterator[type]:
    """The classes derived from a class: what is annotated with it may be of any of them."""
    for sub in type.__subclasses__(cls):
        yield sub
        yield from _below(sub)


@cache
def _source(cls: type) -> str:
    try:
        return inspect.getsource(cls) if cls.__module__.startswith("cutedsl.") else ""
    except (OSError, TypeError):
        return ""


@cache
def tested() -> frozenset[Use]:
    """What tests and examples use; names of `cutedsl` are those of `cutlass`."""
    uses: set[Use] = set()
    for folder in ("tests", "examples"):
        for path in sorted((ROOT / folder).rglob("*.py")):
            source = path.read_text(encoding="utf-8")
            if "cutlass" in source or "cutedsl" in source:
                uses |= uses_of(source.replace("cutedsl", "cutlass"))
    return frozenset(uses)


def missing(uses: dict[Use, int]) -> Iterator[tuple[int, Use]]:
    """What is missing, the most used first."""
    for use, count in sorted(uses.items(), key=lambda item: -item[1]):
        if is_missing(use):
            yield count, use


if __name__ == "__main__":
    from cutedsl.compat.install import install
    from cutedsl.compat.settings import Settings

    install(Settings(on_cpu=False, override=True))
    for count, use in missing(dict(uses_below(Path(sys.argv[1]))) if sys.argv[1:] else listed()):
        print(f"{count:4} {use.kind:9} {use.name}{'.' if use.kind == 'attribute' else '='}{use.member}")
