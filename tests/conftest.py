"""Tests measure no time: how long an example of Hypothesis takes is the machine's affair."""

from __future__ import annotations

from hypothesis import settings

settings.register_profile("pbem", deadline=None)
settings.load_profile("pbem")
