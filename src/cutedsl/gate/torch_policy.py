"""Which of torch's operators a candidate may use: those that make, lay out and move memory, and none that compute."""

from __future__ import annotations

from typing import Final

_KINDS: Final = {
    "alloc": "empty empty_like empty_strided new_empty new_empty_strided empty_permuted",
    "fill": """zeros zeros_like new_zeros ones ones_like new_ones full full_like new_full fill fill_ zero_ arange eye
        scalar_tensor linspace lift_fresh lift_fresh_copy tril_indices triu_indices""",
    "copy": """clone copy_ copy _to_copy contiguous cat stack constant_pad_nd repeat repeat_interleave view_copy
        permute_copy transpose_copy t_copy expand_copy slice_copy select_copy unsqueeze_copy squeeze_copy _reshape_copy
        tensor as_tensor hstack vstack dstack column_stack tile atleast_1d atleast_2d atleast_3d broadcast_tensors
        resize_ _foreach_copy_ pin_memory _pin_memory set_ detach_copy alias_copy split_copy unbind_copy""",
    "read": "_local_scalar_dense is_nonzero equal _is_all_true _is_any_true allclose",
    "metadata": "is_pinned is_same_size sym_size sym_stride sym_numel record_stream _has_same_storage_numel",
}
"""`alloc`: memory whose values nobody may rely on; `fill`: constants; `copy`: values as they are, at another place or
in another type; `read`: values brought to the host."""
_KIND_OF: Final = {name: kind for kind, names in _KINDS.items() for name in names.split()}


def kind_of(name: str) -> str:
    """What an operator does: `alloc`, `fill`, `copy`, `read`, `metadata` or `compute`.

    >>> kind_of("empty_like"), kind_of("mm")
    ('alloc', 'compute')
    """
    return _KIND_OF.get(name, "compute")
