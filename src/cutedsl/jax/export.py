"""`jax.export` of programs that call kernels."""

from __future__ import annotations

from typing import Any

from cutedsl.jax.handlers import registered_names


def get_export_disabled_safety_checks() -> list[Any]:
    """The value for `jax.export.export(..., disabled_checks=...)` that permits our custom calls.

    Law: names are made from the kernels' contents. An exported program finds its kernels again in any process that has
    lowered the same kernels once, with the same version of cutedsl.
    Source: CUTLASS's notebook `cute_dsl_jax`.
    """
    from jax.export import DisabledSafetyCheck

    return [DisabledSafetyCheck.custom_call(name) for name in registered_names()]
