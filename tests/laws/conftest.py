"""How hard the laws are tried: 100 examples each, or `CUTEDSL_LAW_EXAMPLES`."""

from __future__ import annotations

import os

from hypothesis import HealthCheck, settings

settings.register_profile(
    "laws",
    parent=settings.get_profile("suite"),
    max_examples=int(os.environ.get("CUTEDSL_LAW_EXAMPLES", "100")),
    suppress_health_check=[HealthCheck.filter_too_much, HealthCheck.too_slow],
)
settings.load_profile("laws")
