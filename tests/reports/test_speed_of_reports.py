"""A report with its map is rendered in less than 150 ms of CPU beyond start-up."""

from __future__ import annotations

import time

import pytest

from pbem.drawing import cells, frame, labels, layout
from pbem.drawing.templates import environment
from pbem.reports.formats import render
from tests.reports import samples

MOST = 0.150


@pytest.mark.parametrize("format", samples.FORMATS)
def test_a_report_with_its_map_takes_little_time(format: str) -> None:
    """Layouts are made anew; the templates are compiled, as at start-up."""
    context = samples.battle("york")
    render(context, format)
    took = []
    for _ in range(3):
        for cache in (labels.labels, layout._seas, frame.framed, cells.cells):
            cache.cache_clear()
        start = time.process_time()
        render(context, format)
        took.append(time.process_time() - start)
    assert min(took) < MOST, f"{min(took) * 1000:.0f} ms"
    assert format != "html" or environment.cache_info().currsize
