"""Memory that a caller gives a program for tensor maps that its kernels make: how much, which is none here.

Source: names from public programs; the CPU keeps such maps with the kernel's own variables.
"""

from __future__ import annotations

from cutedsl.errors.frozen import frozen


@frozen
class DeviceWorkspace:
    """How much memory the calls of a program need besides their arguments."""

    size_in_bytes: int = 0


class QueryDeviceWorkspaceFunc:
    """Asks `get_aux_func` of a compiled function for the function that says how much memory a call needs."""

    def __call__(self, *args: object, **kwargs: object) -> DeviceWorkspace:
        """The memory for a call with these arguments: kernels on the CPU need none."""
        return DeviceWorkspace()
