"""The map as a picture: of the wanted width, with nothing in the file but the image."""

from __future__ import annotations

import struct
import sys

import pytest

from pbem.drawing.png import png
from pbem.drawing.svg import draw
from pbem.errors import NoRenderer
from pbem.reports.context import map_of
from tests.reports import samples

LIBRARIES = ("resvg_py", "PIL.Image")


def chunks(data: bytes) -> list[tuple[str, bytes]]:
    assert data.startswith(b"\x89PNG\r\n\x1a\n")
    found, at = [], 8
    while at < len(data):
        (size,) = struct.unpack(">I", data[at : at + 4])
        found.append((data[at + 4 : at + 8].decode(), data[at + 8 : at + 8 + size]))
        at += size + 12
    return found


def test_a_picture_has_its_width_and_no_metadata() -> None:
    for library in LIBRARIES:
        pytest.importorskip(library, reason="pictures need pip install 'pbem[png]'")
    made = chunks(png(draw(map_of(samples.battle("public"))), 600))
    assert {name for name, _ in made} <= {"IHDR", "PLTE", "IDAT", "IEND", "sRGB", "gAMA", "pHYs"}
    assert struct.unpack(">I", made[0][1][:4]) == (600,)


def test_small_print_is_left_out_where_nobody_could_read_it() -> None:
    for library in LIBRARIES:
        pytest.importorskip(library, reason="pictures need pip install 'pbem[png]'")
    small = '<rect class="small" width="90" height="30" fill="red"/>'
    bare, printed = (
        f'<svg viewBox="0 0 200 60" xmlns="http://www.w3.org/2000/svg">{part}</svg>'
        for part in ("", small)
    )
    assert png(printed, 119) == png(bare, 119)
    assert png(printed, 120) != png(bare, 120)


@pytest.mark.parametrize("library", LIBRARIES)
def test_without_the_renderer_the_message_says_how_to_get_it(
    library: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, library, None)
    with pytest.raises(NoRenderer, match=r"pbem\[png\]"):
        png("<svg/>")
