"""A checkout, installed as its users have it, and what its programs cost."""

from __future__ import annotations

import json
import os
import resource
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

WITHIN = Path(__file__).resolve().parent / "within"


class Failed(Exception):
    """A tree has no such thing, or has it otherwise; with the last words of its error."""


def installed(path: Path, folder: Path) -> Path:
    """Build a checkout and install it here, so that byte code and all that a build makes are there."""
    target = folder / "installed"
    pip = [sys.executable, "-m", "pip", "install", "-q", "--no-deps", "--target", str(target)]
    _run([*pip, str(path)], [], folder)
    return target


def commit(path: Path) -> str:
    """What a checkout stands at, `+` if it was changed since; its folder's name if nobody knows."""
    git = ["git", "-C", str(path), "describe", "--always", "--exclude=*", "--dirty=+"]
    done = subprocess.run(git, capture_output=True, text=True, check=False)
    return done.stdout.strip() or path.resolve().name


class Tree:
    """A checkout, where its package is `installed`, and a folder for the homes of those who type."""

    def __init__(self, name: str, path: Path, installed: Path, homes: Path) -> None:
        self.name, self.path, self.installed, self.homes = name, path.resolve(), installed, homes
        homes.mkdir(parents=True, exist_ok=True)
        project = tomllib.loads((self.path / "pyproject.toml").read_text("utf-8"))
        module, _, name = project["project"]["scripts"]["pbem"].partition(":")
        self._main = f"import sys; from {module} import {name}; sys.exit({name}())"

    def command(self, home: Path, *words: object) -> float:
        """CPU seconds of one `pbem` command. Raises Failed if it is refused."""
        return self.python(home, "-c", self._main, *words)

    def python(self, home: Path, *words: object) -> float:
        """CPU seconds of a process."""
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        # -P: nothing comes from the folder that this program was started in.
        _run([sys.executable, "-P", *map(str, words)], [self.installed], home)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime

    def within(self, script: str, *words: object) -> Any:
        """What a script of `within/` tells as JSON. Raises Failed."""
        line = [sys.executable, str(WITHIN / script), *map(str, words)]
        told = _run(line, [self.installed, self.path], self.homes)
        return json.loads(told) if told else None


def _run(line: list[str], paths: list[Path], home: Path) -> str:
    own = {"PBEM_HOME": str(home), "PYTHONPATH": os.pathsep.join(map(str, paths))}
    environment = {**os.environ, **own}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)  # users have byte code
    done = subprocess.run(line, env=environment, capture_output=True, text=True, check=False)
    if done.returncode:
        raise Failed((done.stderr.strip().splitlines() or ["no word"])[-1])
    return done.stdout
