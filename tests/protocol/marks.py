"""Why a test may be left out."""

from __future__ import annotations

import os
import shutil

import pytest

MUST = "PBEM_SSH_KEYGEN_TESTS"
"""Set to `must` where a missing ssh-keygen is a fault, not a reason to skip."""


def may_skip() -> bool:
    """Is ssh-keygen missing where it need not be there?"""
    return shutil.which("ssh-keygen") is None and os.environ.get(MUST) != "must"


needs_ssh_keygen = pytest.mark.skipif(may_skip(), reason="ssh-keygen is not installed")
