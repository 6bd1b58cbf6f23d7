"""A duel at the command line: two homes, and one line that says what to do next."""

from __future__ import annotations

import hashlib
import re
import shlex
import tempfile
from pathlib import Path

import pytest

from pbem.protocol import bodies
from pbem.protocol import save as savefile
from pbem.protocol.bodies import DuelOrder
from pbem.protocol.entry import Entry
from tests.drawn import kept
from tests.duel.people import FOUNDED, Person, seated, turn
from tests.says import says, sentence

from .console import Console


@kept
def halfway() -> dict[str, bytes]:
    """The files of two people some entries into their game, by their path."""
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch)
        ann, bob = seated(folder)
        for _ in range(3):
            turn(ann, bob)
            turn(bob, ann)
        return {
            str(path.relative_to(folder)): path.read_bytes()
            for path in folder.rglob("*")
            if path.is_file()
        }


@pytest.fixture
def people(tmp_path: Path) -> tuple[Person, Person]:
    """Ann and Bob, whose files are those of `halfway`."""
    ann, bob = Person(tmp_path / "ann", "ann"), Person(tmp_path / "bob", "bob")
    for name, data in halfway().items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
    return ann, bob


def asked(people: tuple[Person, Person]) -> tuple[Person, Person]:
    """Who is asked, and the other."""
    ann, bob = people
    return (ann, bob) if ann.line() else (bob, ann)


def last(out: str) -> str:
    """The line that says what to do next."""
    return out.rstrip("\n").rpartition("\n")[2]


def test_two_homes_have_the_same_entries_and_both_verify_them(
    people: tuple[Person, Person],
) -> None:
    ann, bob = people
    bob.done("apply", "game.toml", bob.gets(ann.file))
    ann.done("apply", "game.toml", ann.gets(bob.file))
    logs = [savefile.read_duel(one.file.read_bytes())[0].entries for one in people]
    assert len(logs[0]) > 6
    assert logs[0] == logs[1]
    for one in people:
        assert "In order." in one.done("verify", "game.toml")
        assert "tables" not in one.done("verify", "game.toml")
    assert "GM" not in ann.done("verify", "game.toml").replace("no GM", "")
    assert {path.name for path in bob.folder.glob("people/*/duels")} == {"duels"}


def test_the_last_line_says_what_to_send_and_what_it_brings(people: tuple[Person, Person]) -> None:
    one, other = asked(people)
    assert last(one.done("apply", "game.toml")).startswith("You are asked: ")
    signed = one.type("orders", "game.toml", "--line", one.line())
    assert last(signed.out).startswith("Signed. Send game.toml to")
    assert "your " in last(signed.out)
    assert says(one.type("show", "game.toml").said, "home.opening.ANSWERED")
    again = one.type("orders", "game.toml", "--line", one.line() or "pass")
    assert again.code == 0
    assert again.out.startswith("You have answered. Send game.toml to")
    came = last(other.done("apply", "game.toml", other.gets(one.file)))
    assert came.startswith(("You are asked: ", "Send game.toml to"))


def test_an_outbox_gets_the_same_email_byte_for_byte(people: tuple[Person, Person]) -> None:
    one, other = asked(people)
    one.done("apply", "game.toml", "--outbox", "out")
    one.done("orders", "game.toml", "--line", one.line())
    (email,) = (one.folder / "out").iterdir()
    assert email.suffix == ".eml"
    data = email.read_bytes()
    email.unlink()
    told = one.done("apply", "game.toml")
    assert last(told).startswith(f"Send {email} to ")
    assert email.read_bytes() == data
    other.done("apply", "game.toml", other.gets(email, "mail.eml"))
    assert len(other.duel.entries) == len(one.duel.entries) + 1


def test_emails_may_come_twice_late_damaged_and_from_another_game(
    people: tuple[Person, Person], tmp_path: Path
) -> None:
    one, other = asked(people)
    old = other.gets(one.file, "old.toml")
    one.done("orders", "game.toml", "--line", one.line())
    new = other.gets(one.file, "new.toml")
    broken = other.folder / "broken.toml"
    broken.write_bytes(new.read_bytes().replace(b"standard_1455", b"standard_1456"))
    stranger = Person(tmp_path / "eve", "ann")
    stranger.done(*FOUNDED[:4], "--lancaster", stranger.console.file("c", one_card(other)))
    foreign = other.gets(stranger.file, "foreign.toml")
    note = other.folder / "note.txt"
    note.write_text("See you on Sunday.")
    done = other.type("apply", "game.toml", new, old, broken, foreign, note, new)
    assert done.code == 2
    assert len(other.duel.entries) == len(one.duel.entries) + 1
    for name in ("broken.toml", "foreign.toml", "note.txt"):
        assert f"{name}: refused." in done.said
    assert "old.toml: nothing new." in done.said
    assert last(done.out).startswith(("You are asked: ", "Send game.toml to"))
    same = other.file.read_bytes()
    assert other.type("apply", "game.toml", old, new).code == 0
    assert other.file.read_bytes() == same


def test_a_forged_outcome_is_refused_by_name_and_changes_nothing(
    people: tuple[Person, Person],
) -> None:
    one, other = asked(people)
    one.done("orders", "game.toml", "--line", one.line())
    other.done("apply", "game.toml", other.gets(one.file))
    player, n = other.duel, len(one.duel.entries)
    body = player.entries[n].body
    lie = bodies.replace(body, record=bodies.replace(body.record, state_hash="0" * 64))
    entries = (*player.entries[:n], Entry.signed(other.identity, lie, player.ledger.game))
    header = {"game": player.ledger.game}
    forged = one.folder / "forged.toml"
    forged.write_bytes(savefile.write(header, {}, entries, other.identity, True))
    before = one.file.read_bytes()
    done = one.type("apply", "game.toml", forged)
    assert done.code == 2
    assert "forged.toml: refused." in done.said
    assert f"ntry {n}" in done.said
    assert one.file.read_bytes() == before
    checked = one.type("verify", forged)
    assert checked.code == 2
    assert f"ntry {n}" in checked.err
    one.done("apply", "game.toml", one.gets(other.file))
    assert len(one.duel.entries) > n


def one_card(person: Person) -> str:
    return person.done("identity", "show")


def test_an_email_saved_in_the_place_of_ones_own_file_is_applied(
    people: tuple[Person, Person],
) -> None:
    one, other = asked(people)
    one.done("orders", "game.toml", "--line", one.line())
    count = len(one.duel.entries)
    other.gets(one.file, "game.toml")
    shown = other.type("show", "game.toml")
    assert says(shown.said, "home.opening.remember", "game.toml", word="date")
    assert other.type("orders", "game.toml", "--blank").code == 2
    other.done("apply", "game.toml")
    assert len(other.duel.entries) == count + 1


def test_a_second_machine_of_a_player_signs_nothing(
    people: tuple[Person, Person], tmp_path: Path
) -> None:
    one, _ = asked(people)
    laptop = Person(tmp_path / "laptop", one.who)
    laptop.gets(one.file, "game.toml")
    for words in (("apply", "game.toml"), ("orders", "game.toml", "--line", one.line())):
        refused = laptop.type(*words)
        assert refused.code == 2
        assert says(refused.said, "duel.refusals.RecordLost")
    assert laptop.type("show", "game.toml").code == 0


def test_an_older_file_of_ones_own_never_replaces_the_record(
    people: tuple[Person, Person],
) -> None:
    one, other = asked(people)
    old = one.file.read_bytes()
    one.done("orders", "game.toml", "--line", one.line())
    signed = one.file.read_bytes()
    (one.folder / "a.toml").write_bytes(old)  # not the copy that counts, though its name is shorter
    waiting = one.done("list", ".")
    assert f"{other.identity.name} ({other.duel.side}, the outcome)" in waiting
    assert one.identity.name not in waiting
    one.file.write_bytes(old)
    assert one.type("orders", "game.toml", "--line", one.line()).out.startswith("You have answered")
    one.done("apply", "game.toml")
    assert one.file.read_bytes() == signed
    other.done("apply", "game.toml", other.gets(one.file))


def test_the_founder_lets_in_only_whom_the_card_names(tmp_path: Path) -> None:
    ann, bob = Person(tmp_path / "ann", "ann"), Person(tmp_path / "bob", "bob")
    card = ann.console.file("eve.card", ann.console.type("eve", "identity", "show").out)
    ann.done(*FOUNDED, "--lancaster", card)
    bob.gets(ann.file, "game.toml")
    bob.done("join", "game.toml", "--as", "lancaster")
    refused = ann.type("apply", "game.toml", ann.gets(bob.file))
    assert refused.code == 2
    assert says(refused.said, "duel.refusals.NotYours", "Robert")
    assert not ann.duel.ledger.begun


def test_to_join_twice_makes_the_same_reply(tmp_path: Path) -> None:
    ann, bob = Person(tmp_path / "ann", "ann"), Person(tmp_path / "bob", "bob")
    card = ann.console.file("bob.card", one_card(bob))
    ann.done(*FOUNDED, "--lancaster", card, "--outbox", "out")
    (invitation,) = (ann.folder / "out").iterdir()
    bob.gets(invitation, "mail.eml")
    bob.done("join", "mail.eml", "--as", "lancaster", "-o", "one.toml")
    bob.done("join", "mail.eml", "--as", "lancaster", "-o", "two.toml")
    assert (bob.folder / "one.toml").read_bytes() == (bob.folder / "two.toml").read_bytes()
    wrong = bob.type("join", "mail.eml", "--as", "york")
    assert wrong.code == 2
    assert says(wrong.said, "cli.duels.join", "lancaster", word="free")


@pytest.mark.parametrize(
    ("game", "why"),
    [
        ("plantagenet henry", sentence("games.plantagenet.secrets.HELD")),
        ("plantagenet towton --option hidden_mats", sentence("games.plantagenet.secrets.BEHIND")),
        ("richard_iii kingmaker", sentence("games.richard_iii.veil.BLOCKS")),
        ("plantagenet_1450 towton", sentence("games.plantagenet_1450.s6_cards.DEPLOYED")),
        ("plantagenet_1450 end", sentence("games.plantagenet_1450.s6_cards.DEALT")),
    ],
)
def test_a_game_with_secrets_says_why_it_needs_a_gm(tmp_path: Path, game: str, why: str) -> None:
    console = Console(tmp_path)
    card = console.file("bob.card", console.type("bob", "identity", "show").out)
    refused = console.type("ann", "new", *game.split(), "--duel", "--lancaster", card)
    assert refused.code == 2
    assert "needs a GM" in refused.said
    assert why in refused.said
    open_games = '"Towton, 1461" or "Bosworth, 22 August 1485" or Warriors of England'
    assert says(refused.said, "duel.refusals.NeedsGm")
    assert open_games in refused.said
    assert not console.save.exists()


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("--gm", "robot"), sentence("cli.new.command", word="leave")),
        (("--option", "pace=7d"), sentence("cli.new.found_duel", "pace", word="clock")),
        (("--york", "robot"), sentence("cli.new.found_duel", word="Offer")),
    ],
)
def test_what_a_duel_has_not(tmp_path: Path, words: tuple[str, ...], told: str) -> None:
    console = Console(tmp_path)
    refused = console.type("ann", *FOUNDED, "--lancaster", "robot", *words)
    assert refused.code == 2
    assert told in refused.said
    assert not console.save.exists()


@pytest.mark.parametrize("verb", ["say", "rule", "dispute", "over", "clock", "holiday"])
def test_a_command_for_a_gm_says_that_there_is_none(
    people: tuple[Person, Person], verb: str
) -> None:
    words = {
        "say": ("game.toml", "Hello."),
        "rule": ("game.toml", "--uphold", "3", "--reason", "A slip."),
        "dispute": ("game.toml", "--entry", "3", "--text", "No."),
        "clock": ("game.toml", "--read"),
        "holiday": ("game.toml", "--from", "2027-01-01", "--to", "2027-01-02"),
    }
    refused = people[0].type(verb, *words.get(verb, ("game.toml",)))
    assert refused.code == 2
    assert says(refused.said, "errors.Duel")


def test_a_folder_lists_a_duel_and_who_owes_what_since_when(
    people: tuple[Person, Person],
) -> None:
    one, _ = asked(people)
    listed = one.done("list", ".")
    assert re.search(rf"waits for \w+ \({one.duel.side}, ", listed)
    due = one.done("due", ".")
    assert f"{one.duel.side}" in due
    assert "since entry" in due


def test_to_resign_ends_a_duel_on_both_machines(people: tuple[Person, Person]) -> None:
    one, other = asked(people)
    assert one.type("resign", "game.toml", "--yes").code == 0
    assert "resigns" in other.done("apply", "game.toml", other.gets(one.file))
    over = one.done("apply", "game.toml", one.gets(other.file))
    assert last(over).startswith(sentence("cli.duels.next_line", word="over"))
    assert one.duel.ledger.result == other.duel.ledger.result
    assert one.duel.entries == other.duel.entries
    assert one.type("orders", "game.toml", "--line", "pass").code == 2
    checked = one.done("verify", "game.toml")
    assert "In order." in checked
    assert "Careful" not in checked
    assert "play on" not in checked
    assert "your key" not in one.done("report", "game.toml")


@pytest.mark.parametrize("answer", ["agree", "no"])
def test_a_draw_is_proposed_and_answered(people: tuple[Person, Person], answer: str) -> None:
    one, other = asked(people)
    assert "your proposal" in last(one.done("draw", "game.toml"))
    came = last(other.done("apply", "game.toml", other.gets(one.file)))
    assert "proposes a draw. Answer with: pbem orders game.toml --line agree" in came
    assert other.type("show", "game.toml").code == 0
    assert last(other.done("orders", "game.toml")) == came
    signed = last(other.done("orders", "game.toml", "--line", answer))
    assert signed.startswith("Signed. Send game.toml to")
    told = last(one.done("apply", "game.toml", one.gets(other.file)))
    assert says(told, "cli.duels.next_line", word="over" if answer == "agree" else "asked")
    assert (one.duel.ledger.result is not None) is (answer == "agree")


def test_a_step_is_taken_back_together(people: tuple[Person, Person]) -> None:
    one, other = asked(people)
    entry = len(one.duel.entries) - 2
    one.done("takeback", "game.toml", "--entry", str(entry), "--text", "A slip.")
    came = last(other.done("apply", "game.toml", other.gets(one.file)))
    assert says(came, "ledger.story.proposed", entry, word="take")
    other.done("takeback", "game.toml", "--agree", str(other.duel.ledger.n))
    one.done("apply", "game.toml", one.gets(other.file))
    assert one.duel.ledger.cases.rewinds
    assert "In order." in one.done("verify", "game.toml")


def test_what_a_gm_would_rule_is_proposed(people: tuple[Person, Person]) -> None:
    one, other = asked(people)
    one.done("rule", "game.toml", "--result", other.duel.side, "--reason", "I have to go.")
    came = last(other.done("apply", "game.toml", other.gets(one.file)))
    assert f'{other.duel.side} has won. In their words: "I have to go."' in came
    report = other.done("report", "game.toml")
    assert "I have to go." in " ".join(report.split())
    assert "to join" not in report
    other.done("orders", "game.toml", "--line", "agree")
    one.done("apply", "game.toml", one.gets(other.file))
    assert one.duel.ledger.result is not None


def test_a_robot_answers_until_its_player_is_asked(tmp_path: Path) -> None:
    ann = Person(tmp_path / "ann", "ann")
    assert last(ann.done(*FOUNDED, "--lancaster", "robot")).startswith("You are asked: ")
    for _ in range(2):
        assert "You are asked: " in last(ann.done("orders", "game.toml", "--line", ann.line()))
    robot = tmp_path / "ann" / "game.robots" / "lancaster"
    logs = [
        savefile.read_duel(path.read_bytes())[0].entries for path in (ann.file, robot / "game.toml")
    ]
    assert len(logs[0]) >= 7
    assert all(one == other for one, other in zip(*logs, strict=False))
    ann.done("takeback", "game.toml", "--entry", str(len(logs[0]) - 1))
    assert ann.duel.ledger.cases.rewinds
    ann.done("resign", "game.toml", "--yes")
    assert "Lancaster wins" in last(ann.done("apply", "game.toml"))


@pytest.mark.parametrize("loses", ["asked", "other"])
def test_whoever_has_lost_their_record_goes_on_with_new_secret_numbers(
    people: tuple[Person, Person], loses: str
) -> None:
    one, other = asked(people) if loses == "asked" else asked(people)[::-1]
    for mine, theirs in ((one, other), (other, one)):
        theirs.done("apply", "game.toml", theirs.gets(mine.file))
    for path in one.folder.glob("people/*/duels/*.toml"):
        path.unlink()
    one.gets(other.file, "game.toml")
    lost = one.type("apply", "game.toml")
    assert lost.code == 2
    assert "`pbem adopt GAME.toml`" in lost.said
    assert one.type("adopt", "game.toml").code != 0  # nobody is there to be asked
    told = last(one.done("adopt", "game.toml", "--yes"))
    assert says(told, "round.duels.brings", word="record")
    same = one.file.read_bytes()
    one.done("adopt", "game.toml", "--yes")
    assert one.file.read_bytes() == same, "a claim is final"
    for words in ("verify game.toml", "orders game.toml --line pass"):
        assert "You have answered" not in str(one.type(*words.split()))
    assert says(one.type("draw", "game.toml").said, "duel.refusals.ClaimWaits")
    came = other.gets(one.file)
    if loses == "other":
        other.gets(one.file, "game.toml")
        refused = other.type("apply", "game.toml")
        assert (refused.code, says(refused.said, "cli.duels._refuse", word="type")) == (2, True)
        other.done("apply", "game.toml", "game.toml.bak", "--insist")
    else:
        assert says(
            last(other.done("apply", "game.toml", came)), "round.duels.brings", word="numbers for"
        )
    one.done("apply", "game.toml", one.gets(other.file))
    assert one.duel.entries == other.duel.entries
    assert not one.duel.claims
    assert "In order." in one.done("verify", "game.toml")
    turn(*asked(people))


LOOKS = (
    "show game.toml",
    "report game.toml --since 1",
    "legal game.toml",
    "stats game.toml",
    "doctor game.toml",
    "audit game.toml",
    "audit .",
    "verify .",
    "replay game.toml --html replay.html",
    "map game.toml -o map.svg",
    "note game.toml Remember.",
    "show game.toml --json",
    "orders game.toml --blank",
)


def test_whatever_looks_at_a_game_looks_at_a_duel(people: tuple[Person, Person]) -> None:
    one, _ = asked(people)
    before = one.file.read_bytes()
    for words in LOOKS:
        done = one.type(*words.split())
        assert done.code == 0, f"{words}: {done.err}"
    tried = one.type("try", "game.toml", "--line", one.line())
    assert tried.code == 0, tried.err
    assert one.file.read_bytes() == before


def test_a_die_of_a_duel_can_be_checked_by_hand(people: tuple[Person, Person]) -> None:
    one, _ = people
    entry = next(entry for entry in one.duel.entries[1:] if entry.body.record.rolls)
    told = one.done("explain", "game.toml", "--entry", str(entry.n))
    for roll, text in zip(
        entry.body.record.rolls, re.findall(r"printf .* \| sha256sum", told), strict=True
    ):
        pieces = shlex.split(text.partition("|")[0])[1:]
        fields = pieces[0].replace("\\n", "\n") % tuple(pieces[1:])
        limit = 256 - 256 % roll.sides
        first = hashlib.sha256(fields.encode()).digest()
        byte = next(byte for byte in first if byte < limit)
        assert byte % roll.sides + 1 == roll.value
    assert "GM" not in told


def test_a_folder_of_games_sorts_the_emails_of_duels_too(people: tuple[Person, Person]) -> None:
    one, other = asked(people)
    one.done("orders", "game.toml", "--line", one.line())
    other.gets(one.file, "inbox/came.toml")
    done = other.type("apply", ".", "inbox")
    assert done.code == 0, done.err
    assert "game.toml:" in done.out
    assert len(other.duel.entries) == len(one.duel.entries) + 1
    again = other.type("apply", ".")
    assert again.code == 0, again.err
    assert last(again.out) == last(done.out)


def test_without_a_card_both_are_told_to_compare_their_codes(tmp_path: Path) -> None:
    ann, bob = Person(tmp_path / "ann", "ann"), Person(tmp_path / "bob", "bob")
    ann.done(*FOUNDED, "--lancaster", "bob@example.org", "--outbox", "out")
    (invitation,) = (ann.folder / "out").iterdir()
    assert b"bob@example.org" in invitation.read_bytes()
    joined = bob.type("join", bob.gets(invitation, "mail.eml"), "--as", "lancaster")
    assert ann.identity.public.fingerprint in joined.said.replace(" ", "")
    applied = ann.type("apply", "game.toml", ann.gets(bob.file))
    assert bob.identity.public.fingerprint in applied.said.replace(" ", "")


def test_policies_are_sealed_and_answers_on_the_way_are_not(people: tuple[Person, Person]) -> None:
    one, other = asked(people)
    blank = one.done("orders", "game.toml", "--blank")
    assert "[script]" not in blank
    written = blank.replace("orders = '''\n", f"orders = '''\n{one.line()}\n", 1)
    written = written.replace('# default = "pass"', 'intrigue = "no"').replace(
        'default = "ask"', 'default = "ask"\nlevy = "levy all; ask"', 1
    )
    one.console.file("my.toml", written)
    one.done("orders", "game.toml", "my.toml")
    order = one.duel.order
    assert order is not None
    assert isinstance(order.body, DuelOrder)
    assert order.body.answers == (("intrigue", "no"),)
    assert [row.kind for row in order.body.policies] == ["default", "levy"]
    data = one.file.read_bytes()
    assert b"levy all" not in data
    other.done("apply", "game.toml", other.gets(one.file))
    one.done("apply", "game.toml", one.gets(other.file))
    assert 'levy = "levy all; ask"' in one.done("orders", "game.toml", "--blank")
    assert 'levy = "levy all; ask"' not in other.done("orders", "game.toml", "--blank")
