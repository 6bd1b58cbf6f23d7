"""What one pass of a post costs where emails of many games wait: seconds of processor time per email, and memory.

`python -m tests.post.load FOLDER GAMES` makes the games in a folder that does not exist yet, with three or four emails of
each. The same again applies them with the real post, in a copy of that folder, and prints the figures.
"""

from __future__ import annotations

import os
import resource
import shutil
import sys
from pathlib import Path

from pbem.home import computer
from pbem.mail import addresses
from pbem.mail.addresses import AddressRow, Book
from pbem.post import at_work, once, sources
from pbem.post.config import Config, Limits, Source, Way
from tests.moderator.people import GM, PLAYERS, Post, invited, joined

HEAD = "From: {sender}\r\nTo: gm@example.org\r\nSubject: Hello\r\nMessage-ID: <{id}@example.org>\r\n\r\n"
MANY = 10**9
LIMITS = Limits(out_day=MANY, strangers_day=MANY)


def made(folder: Path, count: int) -> int:
    """Games, address books and emails in a folder; how many emails."""
    emails = 0
    for name in ("games", "home"):
        (folder / name).mkdir(parents=True)
    for box in ("in", "out"):
        sources.make_maildir(folder / box)
    GM.save(folder / "home" / "identity.toml", "")
    for n in range(count):
        post = joined(Post(invited(nonce=n.to_bytes(32, "big")).dumps(), n))
        (folder / "games" / f"game{n}.toml").write_bytes(post.save)
        rows = {
            side: AddressRow(
                f"{side}{n}@example.org", who.public.fingerprint, True, slip=1, post=True
            )
            for side, who in PLAYERS.items()
        }
        genesis = post.look().ledger.game
        with computer.sitting_as(folder / "home"):
            addresses.write(computer.addresses(genesis), Book(rows))
        texts = [
            ("york", post.sent("york", "ready")),
            ("york", post.look("york").say("say", 0, "Good luck.").to_text()),
            ("lancaster", post.look("lancaster").say("say", 0, "You too.").to_text()),
        ]
        if n % 3 == 0:
            texts.append(("york", "I am on holiday next week.\r\n"))
        for at, (side, text) in enumerate(texts):
            head = HEAD.format(sender=f"{side}{n}@example.org", id=f"{n}-{at}")
            (folder / "in" / "new" / f"{n:04}-{at}").write_text(head + text)
            emails += 1
    return emails


def passed(folder: Path) -> None:
    """One pass of the GM's post."""
    config = Config(
        "gm@example.org",
        str(folder / "games"),
        (Source("maildir", str(folder / "in")),),
        Way("maildir", str(folder / "out")),
        (),
        LIMITS,
    )
    with (
        computer.sitting_as(folder / "home"),
        at_work.working(config, lambda: GM, print) as context,
    ):
        passes = 0
        while passes == 0 or context.journal.incoming("fetched"):  # sorting has its limit
            once.run(context)
            passes += 1
        print(
            passes,
            "passes",
            dict(context.journal.counts("email_in")),
            dict(context.journal.counts("email_out")),
        )


def used() -> float:
    """Seconds of processor time of this process and of those that it has started."""
    both = (resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return sum(one.ru_utime + one.ru_stime for one in both)


def figures(folder: Path, count: int) -> None:
    """Apply a copy of what lies in a folder, and print what that has cost."""
    work = folder.with_name(f"{folder.name}-work")
    shutil.rmtree(work, ignore_errors=True)
    shutil.copytree(folder, work)
    emails = len(os.listdir(work / "in" / "new"))
    before = used()
    passed(work)
    seconds, peak = used() - before, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    each = seconds / emails * 1000
    print(f"{emails} emails of {count} games: {each:.1f} ms an email, peak {peak:.0f} MB")


def main() -> None:
    folder, count = Path(sys.argv[1]), int(sys.argv[2])
    if folder.exists():
        figures(folder, count)
    else:
        print(made(folder, count), "emails of", count, "games")


if __name__ == "__main__":
    main()
