"""Kinds of cheating that `verify` sees without a secret, and one that only the audit does; each has its own file
in tests/cheats."""

from __future__ import annotations

import hashlib
from collections.abc import Callable

from pbem.ledger.chances import GmChance
from pbem.protocol import envelope
from pbem.protocol import save as savefile
from pbem.protocol.bodies import Decided, Envelope, Mailed, replace
from pbem.protocol.keys import Identity
from tests.moderator.people import ANN, GM
from tests.soak.club.game import Played

CECILY = Identity(bytes([15]) * 32, "Cecily")
"""Who sits in no game."""
Cheat = Callable[[Played, Envelope], bool]
"""Logs a mail dishonestly; False if this one gives no occasion."""
Ending = Callable[[Played], bytes]
"""Ends a game and gives the bytes of its save."""


def honest_end(game: Played) -> bytes:
    game.end()
    return game.gm.dumps()


# -- at an order -----------------------------------------------------------------------------------


def change_a_die(game: Played, mail: Envelope) -> bool:
    rolls = game.taken(Mailed(order=mail)).record.rolls
    if not rolls:
        return False
    other = replace(rolls[-1], value=rolls[-1].value % rolls[-1].sides + 1)
    game.log(Mailed(order=mail), rolls=(*rolls[:-1], other))
    return True


class Loaded(GmChance):
    """A die falls as the GM likes, and all that follows from it is computed."""

    def roll(self, label: str, sides: int) -> int:
        value = super().roll(label, sides) % sides + 1
        rolls = self.draft.notes.rolls
        rolls[-1] = replace(rolls[-1], value=value)
        return value


def load_the_dice(game: Played, mail: Envelope) -> bool:
    if not game.taken(Mailed(order=mail)).record.rolls:
        return False
    game.log(Mailed(order=mail), how=Loaded)
    return True


def correct_the_position_in_secret(game: Played, mail: Envelope) -> bool:
    if game.gm.ledger.veiled:
        return False  # a secret position is proven at the audit
    game.log(Mailed(order=mail), state_hash=hashlib.sha256(mail.sig.encode()).hexdigest())
    return True


def correct_a_hidden_position(game: Played, mail: Envelope) -> bool:
    if not game.gm.ledger.veiled:
        return False
    game.log(Mailed(order=mail), state_hash=hashlib.sha256(mail.sig.encode()).hexdigest())
    return True


def decide_for_somebody(game: Played, mail: Envelope) -> bool:
    game.log(Mailed(order=mail), instead=Mailed(order=envelope.sign(CECILY, mail.body)))
    return True


def answer_with_another_link(game: Played, mail: Envelope) -> bool:
    record = game.taken(Mailed(order=mail)).record
    game.log(Mailed(order=mail), link=hashlib.sha256(record.link.encode()).hexdigest())
    return True


def carry_out_another_line(game: Played, mail: Envelope) -> bool:
    opened = game.taken(Mailed(order=mail)).record.opened
    if not opened:
        return False
    game.log(Mailed(order=mail), opened=(replace(opened[0], text="pass"), *opened[1:]))
    return True


def skip_a_line(game: Played, mail: Envelope) -> bool:
    opened = game.taken(Mailed(order=mail)).record.opened
    if not opened:
        return False
    game.log(Mailed(order=mail), opened=opened[1:])
    return True


def claim_a_policy_that_never_was(game: Played, mail: Envelope) -> bool:
    record = game.taken(Mailed(order=mail)).record
    if game.gm.ledger.veiled or not record.decisions:
        return False
    more = Decided("york", "muster-99", "norfolk: done", "policy")
    game.log(Mailed(order=mail), decisions=(*record.decisions, more))
    return True


def ask_the_wrong_side(game: Played, mail: Envelope) -> bool:
    asked = game.taken(Mailed(order=mail)).record.questions
    if not asked:
        return False
    game.log(
        Mailed(order=mail), questions=(replace(asked[0], number=asked[0].number + 1), *asked[1:])
    )
    return True


def leave_out_a_shuffle(game: Played, mail: Envelope) -> bool:
    shuffles = game.taken(Mailed(order=mail)).record.shuffles
    if game.gm.ledger.veiled or not shuffles:
        return False
    game.log(Mailed(order=mail), shuffles=shuffles[:-1])
    return True


UNSEEN = {
    "verify": ("correct_a_hidden_position",),
    "audit": ("lie_in_the_tables_of_a_save",),
}
"""What a command cannot see: one knows no key, so no hidden position, and the other looks at the log alone."""
ORDERS: tuple[Cheat, ...] = (
    change_a_die,
    load_the_dice,
    correct_the_position_in_secret,
    correct_a_hidden_position,
    decide_for_somebody,
    answer_with_another_link,
    carry_out_another_line,
    skip_a_line,
    claim_a_policy_that_never_was,
    ask_the_wrong_side,
    leave_out_a_shuffle,
)

# -- at the end ------------------------------------------------------------------------------------


def sign_the_end_for_a_silent_player(game: Played) -> bytes:
    game.end({"lancaster": CECILY})
    return game.gm.dumps()


def lie_in_the_tables_of_a_save(game: Played) -> bytes:
    game.end()
    return savefile.write({"pbem": 2, "now": "York wins."}, {}, game.gm.save.entries, GM)


def sign_the_save_for_the_gm(game: Played) -> bytes:
    game.end()
    return savefile.write({"pbem": 2}, {}, game.gm.save.entries, ANN)


def change_a_byte(game: Played) -> bytes:
    data = bytearray(honest_end(game))
    place = data.rindex(b"body = '''") + 30
    data[place] ^= 1
    return bytes(data)


ENDINGS: tuple[Ending, ...] = (
    sign_the_end_for_a_silent_player,
    lie_in_the_tables_of_a_save,
    sign_the_save_for_the_gm,
    change_a_byte,
)
