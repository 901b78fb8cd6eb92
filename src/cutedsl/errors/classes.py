"""The exception classes: the reference's names, each also a builtin."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from cutedsl.errors.diagnostic import Diagnostic
from cutedsl.errors.render import render
from cutedsl.errors.span import Span


class DSLBaseError(Exception):
    """Every exception that cutedsl raises. Source: CuTe DSL's class of that name."""


class DSLRuntimeError(DSLBaseError, RuntimeError):
    """A failure of cutedsl or of the machine below it. Source: CuTe DSL's class of that name."""


class DSLNotImplemented(DSLRuntimeError, NotImplementedError):
    """Something the language has, and this version does not."""


class DSLCudaRuntimeError(DSLRuntimeError):
    """A failure that the GPU driver reported; `error_code` is its number, as in `cudaError_t` (0: it has none)."""

    error_code: int = 0


class DSLWarning(UserWarning):
    """Every warning that cutedsl gives."""


class DSLOptimizationWarning(DSLWarning):
    """The program is right, and slower than it could be."""


class DSLUserCodeError(DSLRuntimeError):
    """A mistake in the author's program; `str(error)` is the whole report, as plain text.

    Raised as `raise fail("name", ...)`, never built directly. What is raised is a subclass that also inherits
    the builtin its catalogue entry names, so `except TypeError` works. It can be pickled.
    """

    def __init__(self, report: Diagnostic) -> None:
        super().__init__(report.message)
        self.report = report
        self.name: str = report.name
        self.message: str = report.message
        self.span: Span | None = report.span
        self.notes: tuple[str, ...] = report.notes
        self._text: str | None = None

    def __str__(self) -> str:
        # Rendered once, when first asked: the working directory and the sources may change later.
        if self._text is None:
            self._text = render(self.report)
        return self._text

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.name!r}, {self.message!r})"

    def __reduce__(self) -> tuple[type[DSLUserCodeError], tuple[Diagnostic], dict[str, object]]:
        # The text travels along: another process has no notebook cells to quote.
        return type(self), (self.report,), {**self.__dict__, "_text": str(self)}


class DSLUserCodeTypeError(DSLUserCodeError, TypeError):
    """An author's mistake about types."""


class DSLUserCodeValueError(DSLUserCodeError, ValueError):
    """An author's mistake about values."""


class DSLUserCodeIndexError(DSLUserCodeError, IndexError):
    """An author's mistake about coordinates."""


class DSLUserCodeImportError(DSLUserCodeError, ImportError):  # pyright: ignore[reportIncompatibleVariableOverride]
    """An author's mistake about what a module holds."""


class DSLUserCodeModuleError(DSLUserCodeError, ModuleNotFoundError):  # pyright: ignore[reportIncompatibleVariableOverride]
    """An author's mistake about which modules there are."""


class DSLUserCodeKeyError(DSLUserCodeError, KeyError):
    """An author's mistake about a dict's keys."""


class DSLUserCodeNameError(DSLUserCodeError, NameError):  # pyright: ignore[reportIncompatibleVariableOverride]
    """An author's mistake about names."""


class DSLUserCodeAttributeError(DSLUserCodeError, AttributeError):  # pyright: ignore[reportIncompatibleVariableOverride]
    """An author's mistake about attributes."""


class DSLUserCodeZeroDivisionError(DSLUserCodeError, ZeroDivisionError):
    """A division by zero in the author's program."""


class DSLUserCodeNotImplementedError(DSLUserCodeError, DSLNotImplemented):
    """A use of something that this version does not have."""


class DSLUserCodeCudaError(DSLUserCodeError, DSLCudaRuntimeError):
    """A failure that the GPU driver reported, at a line of the author's program."""


CLASS_OF_BASE: Mapping[type[Exception], type[DSLUserCodeError]] = MappingProxyType(
    {
        RuntimeError: DSLUserCodeError,
        TypeError: DSLUserCodeTypeError,
        ValueError: DSLUserCodeValueError,
        IndexError: DSLUserCodeIndexError,
        KeyError: DSLUserCodeKeyError,
        ImportError: DSLUserCodeImportError,
        ModuleNotFoundError: DSLUserCodeModuleError,
        NameError: DSLUserCodeNameError,
        AttributeError: DSLUserCodeAttributeError,
        ZeroDivisionError: DSLUserCodeZeroDivisionError,
        NotImplementedError: DSLUserCodeNotImplementedError,
        DSLCudaRuntimeError: DSLUserCodeCudaError,
    }
)
"""The class raised for each `base` that a catalogue entry may name."""
