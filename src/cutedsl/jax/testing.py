"""Arrays for trying kernels out."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any


def create_tensor(
    shape: Sequence[int],
    dtype: Any,
    key: Any,
    *,
    minval: float = -2.0,
    maxval: float = 2.0,
    fill_value: float | None = None,
    fill_arange: bool = False,
) -> Any:
    """An array of random whole numbers from `minval` to `maxval`, or of one number, or of 0, 1, 2, ...

    Whole numbers are exact in every type, so that sums of them can be compared. Source: ours; the name and the first
    three arguments are those of public programs.

    Example:
        >>> import jax, jax.numpy as jnp
        >>> print(create_tensor((2, 2), jnp.float32, jax.random.key(0), fill_arange=True))
        [[0. 1.]
         [2. 3.]]
    """
    import jax
    import jax.numpy as jnp

    if fill_value is not None:
        return jnp.full(shape, fill_value, dtype)
    if fill_arange:
        return jnp.arange(jnp.prod(jnp.asarray(shape))).reshape(shape).astype(dtype)
    drawn = jax.random.randint(key, shape, int(minval), int(maxval) + 1)
    return drawn.astype(dtype)
