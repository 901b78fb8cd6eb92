"""`CudaDialectJitModule`: the class of CuTe DSL's loaded machine code, which programs change when they are imported."""

from __future__ import annotations

from cutedsl.errors import fail


class CudaDialectJitModule:
    """Loaded machine code of CuTe DSL's own compiler. There is none here, so that a changed method is never called."""

    def __init__(self, *_: object, **__: object) -> None:
        raise fail(
            "not-yet",
            "not supported yet: loading what CuTe DSL's own compiler built",
            fix="Compile with `cute.compile`; `export_to_c` and `cutedsl.bundle` keep compiled programs.",
        )

    def __del__(self) -> None:
        """Nothing to release."""
