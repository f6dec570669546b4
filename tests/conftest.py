"""How much the property tests try: the same cases every time in CI, new ones on a developer's machine."""

from __future__ import annotations

import os

from hypothesis import HealthCheck, settings

settings.register_profile(
    "here",
    max_examples=25,
    stateful_step_count=40,
    database=None,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
)
settings.register_profile("ci", settings.get_profile("here"), derandomize=True)
settings.register_profile("long", settings.get_profile("here"), max_examples=1_000, stateful_step_count=80)
settings.load_profile(os.environ.get("FIELDKIT_HYPOTHESIS") or ("ci" if os.environ.get("CI") else "here"))
