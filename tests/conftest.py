"""Tests measure no time, throw the same dice each time, and sign everything at the same moment."""

from __future__ import annotations

import gc
import os
from collections.abc import Generator

import pytest
from hypothesis import settings

from tests import drawn, tiers
from tests.web.browser import browser, open_window

__all__ = ["browser", "open_window"]

# How long an example takes is the machine's affair; the same examples come each time.
settings.register_profile("quick", deadline=None, derandomize=True, max_examples=20)
settings.register_profile("slow", deadline=None, derandomize=True, max_examples=50)
drawn.stand_in()
# No test pulls the plug, and a disk takes ten milliseconds for each file that it has to finish.
os.fsync = lambda descriptor: None


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--slow", action="store_true", help="run the slow tests too")
    parser.addoption("--soak", action="store_true", help="run all cases of all tests")


def pytest_configure(config: pytest.Config) -> None:
    whole = config.getoption("--slow") or config.getoption("--soak")
    settings.load_profile("slow" if whole else "quick")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    # A test that is named on the command line runs, slow or not.
    if config.getoption("--soak") or any("::" in argument for argument in config.args):
        return
    items[:], left_out = tiers.without_soak(items)
    if not config.getoption("--slow"):
        items[:], slow = tiers.quick_tier(items)
        left_out += slow
    if left_out:
        config.hook.pytest_deselected(items=left_out)


def pytest_collection_finish() -> None:
    # Thousands of collected tests stay until the end: nothing to look through again and again.
    gc.collect()
    gc.freeze()


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report(collector: pytest.Collector) -> Generator[None, object, object]:
    with drawn.by(collector.nodeid):
        return (yield)


@pytest.hookimpl(wrapper=True)
def pytest_fixture_setup(
    fixturedef: pytest.FixtureDef[object], request: pytest.FixtureRequest
) -> Generator[None, object, object]:
    param = getattr(request, "param", "")
    with drawn.by(f"{fixturedef.baseid} {fixturedef.argname} {param}"):
        return (yield)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Generator[None, object, object]:
    with drawn.by(item.nodeid):
        return (yield)
