"""A map as a picture, for mails and forums that show no SVG.

resvg (through resvg-py) was chosen over CairoSVG: one wheel without system libraries, and it knows
the CSS and clipping that the drawing uses.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from pbem.errors import NoRenderer


def renderer() -> Callable[..., Any]:
    """The function that makes pictures. Raises NoRenderer."""
    try:
        from resvg_py import svg_to_bytes
    except ImportError as error:
        raise NoRenderer from error
    made: Callable[..., Any] = svg_to_bytes
    return made


def png(svg: str, width: int = 1200) -> bytes:
    """The picture, `width` pixels wide; nothing but the image is in it. Raises NoRenderer."""
    return bytes(renderer()(svg_string=svg, width=width))
