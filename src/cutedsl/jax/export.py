"""`jax.export` of programs with kernels in them."""

from __future__ import annotations

from typing import Any

from cutedsl.jax.handlers import registered_names


def get_export_disabled_safety_checks() -> list[Any]:
    """What `jax.export.export(..., disabled_checks=...)` must be told to let our custom calls through.

    Law: names are made from the kernels' contents. An exported program finds its kernels again in any process that has
    lowered the same kernels once, with the same version of cutedsl.
    Source: CUTLASS's notebook `cute_dsl_jax`.
    """
    from jax.export import DisabledSafetyCheck

    return [DisabledSafetyCheck.custom_call(name) for name in registered_names()]
