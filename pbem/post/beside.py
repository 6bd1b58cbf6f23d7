"""The post at work for another command: one pass, or passes beside an open desk. Nothing happens without `post.toml`."""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Callable
from types import TracebackType

from pbem.errors import PbemError, RunBusy
from pbem.home import computer
from pbem.post import at_work, config, once
from pbem.protocol.keys import Identity

PAUSE = 15.0
"""Seconds between two passes beside a desk."""
Say = Callable[[str], None]


def fetch_and_send(identity: Identity, say: Say, echo: Say, did: Say | None = None) -> None:
    """Make one pass of the post. What goes wrong is said and raises nothing; `pbem post` does the rest later.

    Args:
        say: takes sentences about the pass.
        echo: takes news. `did`: takes what came and what was sent.
    """
    if computer.post_outbox() is None:
        return
    try:
        with at_work.working(config.read_config(), lambda: identity, say) as context:
            once.run(context)
            if did is not None:
                for words in context.done:
                    did(words)
            once.tell(context, echo)
    except RunBusy:
        say("Another `pbem post` is running on this computer. It fetches and sends your email.")
    except (PbemError, OSError, sqlite3.Error) as error:
        say(f"Some of your email was not fetched or sent. `pbem post` will do the rest. {error}")


class Beside:
    """Fetches before, while and after something else is done: `with Beside(...)`."""

    def __init__(self, identity: Identity, say: Say, echo: Say, pause: float = PAUSE) -> None:
        self._last: set[str] = set()
        self._identity, self._say, self._echo, self._pause = identity, say, echo, pause
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._work, daemon=True)

    def __enter__(self) -> None:
        if computer.post_outbox() is not None:
            self._pass()
            self._thread.start()

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._over.set()
        if self._thread.is_alive():
            self._thread.join()
            self._pass()

    def _work(self) -> None:
        while not self._over.wait(self._pause):
            self._pass()

    def _pass(self) -> None:
        sentences_said: set[str] = set()

        def say(sentence: str) -> None:
            if sentence not in sentences_said | self._last:
                self._say(sentence)
            sentences_said.add(sentence)

        fetch_and_send(self._identity, say, self._echo)
        self._last = sentences_said
