"""A position that is laid out by indents, such as the text one, as nested lists for other formats."""

from __future__ import annotations

from typing import Any


def lines(text: str) -> list[tuple[int, str]]:
    """Depth and text of each line; a heading has depth 0. Depths grow by at most one."""
    out: list[tuple[int, str]] = []
    stack: list[int] = [0]
    for line in text.splitlines():
        bare = line.strip()
        if not bare:
            continue
        indent = len(line) - len(line.lstrip())
        while indent < stack[-1]:
            stack.pop()
        if indent > stack[-1]:
            stack.append(indent)
        out.append((len(stack) - 1, bare))
    return out


def outline(text: str) -> Any:
    """HTML of a text that is escaped already: headings and nested lists."""
    from markupsafe import Markup

    out: list[str] = []
    depth = 0
    for level, line in lines(text):
        while depth > level:
            out.append("</li></ul>")
            depth -= 1
        if level == 0:
            out.append(f"<h3>{line.capitalize() if line.isupper() else line}</h3>")
        elif depth == level:
            out.append(f"</li><li>{line}")
        else:
            out.append(f"<ul><li>{line}")
            depth = level
    out.append("</li></ul>" * depth)
    return Markup("\n".join(out))


def indented(text: str) -> Any:
    """BBCode of a text that is escaped already: bold headings, indents that forums keep."""
    from markupsafe import Markup

    return Markup(
        "\n".join(
            "\u2003" * (level - 1) + line if level else f"\n[b]{line}[/b]"
            for level, line in lines(text)
        )
    )
