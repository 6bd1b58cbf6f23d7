"""Why a test may be left out."""

from __future__ import annotations

import shutil

import pytest

needs_ssh_keygen = pytest.mark.skipif(
    not shutil.which("ssh-keygen"), reason="ssh-keygen is not installed"
)
