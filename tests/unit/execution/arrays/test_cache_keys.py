"""`tensor.__cache_key__`: equal where one compiled program takes both tensors."""

from __future__ import annotations

import numpy as np

from cutedsl.cute.runtime import from_dlpack


def test_marked_tensors_of_other_sizes_share_a_key() -> None:
    small, large = (from_dlpack(np.zeros(shape, np.float32)) for shape in ((4, 8), (16, 24)))
    assert small.__cache_key__ != large.__cache_key__
    keys = {tensor.mark_layout_dynamic(1).__cache_key__ for tensor in (small, large)}
    assert len(keys) == 1


def test_keys_differ_where_programs_differ() -> None:
    array = np.zeros((4, 8), np.float32)
    tensors = [
        from_dlpack(array),
        from_dlpack(array.view(np.int32)),
        from_dlpack(array.T),
        from_dlpack(array[::-1]),
        from_dlpack(array, assumed_align=2),
        from_dlpack(array).mark_layout_dynamic(1),
        from_dlpack(array).mark_compact_shape_dynamic(mode=0, divisibility=2),
    ]
    assert len({tensor.__cache_key__ for tensor in tensors}) == len(tensors)
    assert from_dlpack(array.copy(), assumed_align=2).__cache_key__ == tensors[4].__cache_key__
