"""Check the guide's Python chapter in mypy's strict mode, against a pbem that is installed.

python -m tests.guide.typed ENVIRONMENT/bin/python

mypy comes from the environment that runs this module. Without `pbem/py.typed` in the other one,
mypy knows no type of pbem, and the check fails.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from pathlib import Path

from tests.guide.pages import blocks


def main(interpreter: str) -> int:
    """Return mypy's exit code. `interpreter`: the Python in whose environment pbem is installed."""
    python = Path(interpreter).absolute()
    with tempfile.TemporaryDirectory() as folder:
        for number, example in enumerate(blocks("python", "python"), 1):
            (Path(folder) / f"example_{number}.py").write_text(example, encoding="utf-8")
        words = ("--strict", "--config-file=", "--cache-dir=.cache", "--python-executable", python)
        checked = subprocess.run(
            (sys.executable, "-m", "mypy", *words, "."), cwd=folder, check=False
        )
    return checked.returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
