"""`cute.runtime`: arrays and placeholders to call and compile with."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cutedsl.execution.fake import FakeStream, FakeTensor, make_fake_compact_tensor, make_fake_stream, make_fake_tensor
from cutedsl.execution.runtime_tensor import RuntimeTensor, from_dlpack

if not TYPE_CHECKING:

    def __getattr__(name: str) -> object:
        from cutedsl.errors.not_yet import missing_name

        return missing_name("cute.runtime", name)


__all__ = [
    "FakeStream",
    "FakeTensor",
    "RuntimeTensor",
    "from_dlpack",
    "make_fake_compact_tensor",
    "make_fake_stream",
    "make_fake_tensor",
]
