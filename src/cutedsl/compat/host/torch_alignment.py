"""Addresses of tensors that a program asks a GPU for, where it runs on the CPU: aligned as torch's GPU allocator does.

torch aligns memory of the CPU to 64 bytes. Programs check that a GPU's buffers lie at multiples of 128 and more.
"""

from __future__ import annotations

from typing import Any, Final

ALIGNMENT: Final = 512
"""Bytes; torch's allocator for GPUs gives out blocks that begin at multiples of it."""


def align(torch: Any, tensor: Any, function: str) -> None:
    """Moves the memory of a new tensor, which no other tensor shares, to a multiple of `ALIGNMENT`.

    `function` made the tensor; what `empty` and its kin made has no elements to keep. Nothing is moved under a dispatch
    mode, which watches memory, or makes tensors that have none.
    """
    if torch._C._len_torch_dispatch_stack():
        return
    with torch._C.DisableTorchFunction(), torch.no_grad():
        try:
            memory = tensor.untyped_storage()
            size, address = memory.nbytes(), memory.data_ptr()
        except (RuntimeError, NotImplementedError):  # a tensor that stands for one
            return
        if not size or address % ALIGNMENT == 0:
            return
        room = torch.empty(size + ALIGNMENT, dtype=torch.uint8)
        start = -room.data_ptr() % ALIGNMENT
        moved = torch.from_numpy(room.numpy()[start : start + size])  # its storage begins at the slice
        if "empty" not in function:
            moved.copy_(torch.empty(0, dtype=torch.uint8).set_(memory))
        tensor.set_(moved.untyped_storage(), tensor.storage_offset(), tensor.size(), tensor.stride())
