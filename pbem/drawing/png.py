"""A map as a picture, for mails and forums that show no SVG.

resvg (through resvg-py) was chosen over CairoSVG: one wheel without system libraries, and it knows
the CSS and clipping that the drawing uses. Pillow then keeps as many colours as a map has: a quarter of the bytes.
"""

from __future__ import annotations

from collections.abc import Callable
from io import BytesIO
from typing import Any

from pbem.errors import NoRenderer
from pbem.patterns import Pattern

COLOURS = 40
"""Of a picture: the flat colours of a map and the shades of its edges."""

WIDTH = Pattern(r'viewBox="0 0 ([0-9.]+) ')
READABLE = 0.6
"""Drawn smaller than this, small print is under 5 pixels high."""
NO_SMALL_PRINT = "<style>.small{display:none}</style>"


def renderer() -> tuple[Callable[..., Any], Any]:
    """The function that draws, and Pillow's `Image`. Raises NoRenderer."""
    try:
        import PIL.Image
        from resvg_py import svg_to_bytes
    except ImportError as error:
        raise NoRenderer from error
    return svg_to_bytes, PIL.Image


def png(svg: str, width: int = 1200) -> bytes:
    """The picture, `width` pixels wide; nothing but the image is in it. Raises NoRenderer.

    Small print that nobody could read is left out: on a map of hexes a third of the time goes into it.
    """
    draw, image = renderer()
    whole_width = WIDTH.compiled.search(svg)
    if whole_width and width < READABLE * float(whole_width[1]):
        svg = svg.replace("</svg>", f"{NO_SMALL_PRINT}</svg>")
    with image.open(BytesIO(bytes(draw(svg_string=svg, width=width)))) as whole:
        picture = whole.convert("RGB").quantize(
            COLOURS, method=image.Quantize.FASTOCTREE, dither=image.Dither.NONE
        )
    out = BytesIO()
    picture.save(out, "PNG", optimize=True)
    return out.getvalue()
