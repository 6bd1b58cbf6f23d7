"""The public Python API: every name is there, and loads nothing before it is used."""

from __future__ import annotations

import subprocess
import sys

import pytest

import pbem


def test_every_public_name_is_there() -> None:
    for name in pbem.__all__:
        assert getattr(pbem, name).__name__ == name
    with pytest.raises(AttributeError, match="no attribute 'Games'"):
        pbem.Games  # noqa: B018


def test_importing_pbem_loads_nothing() -> None:
    code = "import sys, pbem; print(sorted(m for m in sys.modules if m.startswith('pbem')))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "['pbem']"
