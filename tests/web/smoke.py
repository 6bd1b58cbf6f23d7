"""smoke.py PBEM GAME.toml: an installed `pbem play` shows a page to who has its secret, and ends when it is told.

Uses the standard library alone, so it runs where there is no checkout.
"""

from __future__ import annotations

import re
import signal
import subprocess
import sys
import urllib.parse
import urllib.request
from pathlib import Path


def asked(url: str, data: bytes | None = None, **headers: str) -> tuple[str, str]:
    """The text, and the cookie that came with it. Raises HTTPError."""
    with urllib.request.urlopen(urllib.request.Request(url, data, headers)) as reply:
        cookie = reply.headers["set-cookie"] or ""
        return reply.read().decode(), cookie.partition(";")[0]


def found(pattern: str, text: str) -> str:
    match = re.search(pattern, text)
    if match is None:
        sys.exit(f"no {pattern} in: {text}")
    return match[1]


def main(pbem: str, save: str) -> None:
    words = [pbem, "play", save, "--no-browser"]
    with subprocess.Popen(words, stdout=subprocess.PIPE, text=True) as program:
        said = ""
        while program.stdout and (line := program.stdout.readline()):
            said += line
            if ".html" in line:
                break
        way_in = Path(found(r"(\S+\.html)", said)).read_text("utf-8")
        secret, enter = found(r'value="([^"]+)"', way_in), found(r'action="([^"]+)"', way_in)
        text, cookie = asked(enter, f"secret={secret}".encode(), Origin="null")
        at = urllib.parse.urljoin(enter, found(r'url=([^"]+)', text))
        page, _ = asked(at, Cookie=cookie)
        for file in re.findall(r'(?:href|src)="(desk/[^"]+)"', page):
            shipped, _ = asked(urllib.parse.urljoin(at, file), Cookie=cookie)
            print(f"{file}: {len(shipped)}")
        print(found(r"<title>([^<]+)</title>", page))
        program.send_signal(signal.SIGINT)
        sys.exit(program.wait(60) or (0 if ",desk.js" in page and "<svg" in page else 1))


if __name__ == "__main__":
    main(*sys.argv[1:])
