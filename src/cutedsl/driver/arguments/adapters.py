"""Arguments of classes that people register: what they become, and classes that describe themselves."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, ClassVar, Protocol, TypeVar, runtime_checkable

from cutedsl.errors import fail
from cutedsl.staging.numeric import Numeric

C = TypeVar("C")


@runtime_checkable
class JitArgument(Protocol):
    """An argument that describes itself: C values for a call, their types, and an object made of them in a trace.

    `__c_pointers__` gives the address of each C value, `__get_mlir_types__` their types (numeric classes, `T.i32()`),
    `__new_from_mlir_values__` makes the object that the staged function sees.
    Source: CuTe DSL documentation, "JIT Argument Generation".

    >>> import ctypes
    >>> from cutedsl import Int32
    >>> class Count:
    ...     def __init__(self, count):
    ...         self.count = count
    ...     def __c_pointers__(self):
    ...         self.storage = ctypes.c_int32(self.count)  # alive as long as the object
    ...         return [ctypes.addressof(self.storage)]
    ...     def __get_mlir_types__(self):
    ...         return [Int32]
    ...     def __new_from_mlir_values__(self, values):
    ...         return Count(Int32(values[0]))
    >>> isinstance(Count(3), JitArgument)
    True
    """

    def __c_pointers__(self) -> Sequence[Any]: ...
    def __get_mlir_types__(self) -> Sequence[type[Numeric]]: ...
    def __new_from_mlir_values__(self, values: Sequence[Any]) -> Any: ...


class JitArgAdapterRegistry:
    """Which class's objects become which arguments.

    >>> @JitArgAdapterRegistry.register_jit_arg_adapter(complex)
    ... def parts(number):
    ...     return number.real, number.imag
    >>> JitArgAdapterRegistry.adapted(3 + 4j)
    (3.0, 4.0)
    >>> JitArgAdapterRegistry.unregister(complex)
    """

    jit_arg_adapter_registry: ClassVar[dict[type, Callable[[Any], Any]]] = {}
    """The adapters by their classes, for programs that look one up or put one there."""

    @classmethod
    def register_jit_arg_adapter(cls, *kinds: type) -> Callable[[C], C]:
        """Decorates a class or a function that makes an argument of an object of `kinds`. Errors: adapter-type."""
        for kind in kinds:
            if not isinstance(kind, type):
                raise fail("adapter-type", f"cannot register an adapter for {kind!r}: it is not a class")

        def register(adapter: C) -> C:
            cls.jit_arg_adapter_registry.update(dict.fromkeys(kinds, adapter))  # pyright: ignore
            return adapter

        return register

    @classmethod
    def unregister(cls, kind: type) -> None:
        """Forgets the adapter of a class."""
        cls.jit_arg_adapter_registry.pop(kind, None)

    @classmethod
    def get_registered_adapter(cls, kind: type) -> Callable[[Any], Any] | None:
        """The adapter of a class or of its nearest base that has one."""
        return next(
            (cls.jit_arg_adapter_registry[base] for base in kind.__mro__ if base in cls.jit_arg_adapter_registry), None
        )

    @classmethod
    def adapted(cls, value: object) -> Any:
        """What `value` becomes; itself where its class has no adapter."""
        if not cls.jit_arg_adapter_registry:
            return value
        adapter = cls.get_registered_adapter(type(value))
        return value if adapter is None else adapter(value)


register_jit_arg_adapter = JitArgAdapterRegistry.register_jit_arg_adapter
"""`JitArgAdapterRegistry.register_jit_arg_adapter`, by its own name."""
