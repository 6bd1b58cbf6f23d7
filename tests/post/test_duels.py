"""Two posts carry a duel: invitation, answers, outcomes, keys; a lost email comes again, and a claim waits for a person."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from pbem.duel.duellist import Duellist
from pbem.home import computer
from pbem.mail.write import eml
from pbem.mail.write.eml import Enclosed
from pbem.post import duels as post
from pbem.post import sources
from pbem.protocol.hashing import digest
from pbem.round import duels
from tests.moderator.people import ANN, BOB, EVE, seated
from tests.post.office import NOON, Office, address
from tests.post.test_players import typed
from tests.says import says

OPPONENT = {"york": "lancaster", "lancaster": "york"}
IDENTITY = {"york": ANN, "lancaster": BOB, "eve": EVE}


def done(office: Office, who: str, *words: str) -> str:
    result = typed(office, who, *words, seated=False)
    assert result.exit_code == 0, result.output
    return result.output


def file(office: Office, who: str) -> Path:
    return next(path for path in office.games(who).glob("*.toml") if path.name != "game.toml")


def record(office: Office, who: str) -> Duellist:
    (path,) = (office.home(who) / "duels").glob("*.toml")
    return Duellist.load(IDENTITY[who], path.read_bytes())


def invited(office: Office) -> list[str]:
    """York founds a duel in the folder of her post, and the invitation arrives; what Lancaster's player reads."""
    path = office.games("york") / "duel.toml"
    done(
        office, "york", "new", "warriors", "standard_1455", "--duel", "--lancaster",
        address("lancaster"), "-o", str(path),
    )  # fmt: skip
    office.run("york")
    assert office.carry("york") == ["lancaster"]
    return office.run("lancaster")


def joined(office: Office) -> None:
    """Both play, and each knows where the other gets email."""
    (words,) = invited(office)
    for command in words.split("`")[1::2]:
        done(office, "lancaster", *command.split()[1:])
    while any(exchanged(office)):
        pass


def exchanged(office: Office) -> tuple[int, int]:
    """One pass of each post, with what each has sent brought to the other."""
    counts = []
    for who in OPPONENT:
        office.run(who)
        counts.append(len(office.carry(who)))
    return counts[0], counts[1]


def asked(office: Office) -> str:
    return next(who for who in OPPONENT if record(office, who).decides)


def answer(office: Office, who: str) -> str:
    player = record(office, who)
    line = player.ledger.request(who).options[0].line
    return done(office, who, "orders", str(file(office, who)), "--line", line)


def sent_by(who: str, data: bytes) -> bytes:
    mail = eml.email_to(None, "", "Again")
    mail["From"] = address(who)
    return eml.finished(mail, "Again\n", enclosed=[Enclosed("game.toml", data)])


@pytest.fixture
def office(tmp_path: Path) -> Office:
    return Office(tmp_path, seated())


def test_a_duel_is_played_by_two_posts(office: Office) -> None:
    joined(office)
    assert record(office, "york").ledger.begun
    assert not list((office.home("lancaster") / computer.POST / computer.INVITATIONS).glob("*"))
    for _ in range(4):
        who = asked(office)
        assert says(answer(office, who), "cli.duels.next_line", word="post")
        while any(exchanged(office)):
            pass
        heads = sorted((record(office, one).ledger.heads for one in OPPONENT), key=len)
        assert heads[1][: len(heads[0])] == heads[0]
        assert office.states("york").get("taken", 0)
    assert record(office, "york").ledger.n >= 6
    assert office.left("york") == office.left("lancaster") == []


def test_each_question_is_announced_once_and_both_compare_codes(office: Office) -> None:
    invited(office)
    news = {"york": [], "lancaster": []}
    (invitation,) = (office.home("lancaster") / computer.POST / computer.INVITATIONS).glob("*")
    done(office, "lancaster", "addresses", str(invitation), "york", address("york"))
    done(office, "lancaster", "join", str(invitation), "--as", "lancaster")
    for _ in range(6):
        for who in OPPONENT:
            news[who] += office.run(who)
            office.carry(who)
    assert says(news["york"][0], "round.duels.COMPARE", word="telephone")
    who = asked(office)
    questions = [words for words in news[who] if "pbem orders" in words]
    assert len(questions) == 1
    assert len({*news[who]}) == len(news[who])


def test_an_email_that_is_lost_goes_again_after_a_week(office: Office) -> None:
    joined(office)
    who = asked(office)
    answer(office, who)
    before = record(office, OPPONENT[who]).ledger.n
    office.run(who)
    (lost,) = (office.outgoing(who) / "new").iterdir()
    lost.unlink()
    assert exchanged(office) == (0, 0)
    office.now = NOON + post.WEEK - 1
    assert exchanged(office) == (0, 0)
    office.now = NOON + post.WEEK + 1
    while any(exchanged(office)):
        pass
    assert record(office, OPPONENT[who]).ledger.n > before


def test_an_old_email_is_answered_with_what_its_sender_lacks(office: Office) -> None:
    joined(office)
    who = asked(office)
    old = record(office, OPPONENT[who]).email()
    answer(office, who)
    office.run(who)
    assert office.carry(who) == [OPPONENT[who]]
    shutil.rmtree(office.mailbox(OPPONENT[who]) / "new")
    (office.mailbox(OPPONENT[who]) / "new").mkdir()
    again = sent_by(OPPONENT[who], old)
    office.put(who, again)
    office.run(who)
    assert office.carry(who) == []
    office.now += post.HOUR + 1
    office.put(who, again.replace(b"Again", b"Once more"), "2")
    office.run(who)
    assert office.carry(who) == [OPPONENT[who]]


def test_new_secret_numbers_wait_for_a_person(office: Office) -> None:
    joined(office)
    who = asked(office)
    other = OPPONENT[who]
    own = file(office, other)
    for path in (office.home(other) / "duels").iterdir():
        path.unlink()
    answer(office, who)
    office.run(who)
    office.carry(who)
    done(office, other, "adopt", str(own), "--yes")
    head = record(office, who).ledger.head
    office.run(other)
    office.carry(other)
    news = office.run(who)
    assert says(news[-1], "post.duels.CLAIM", ..., ...)
    assert record(office, who).ledger.head == head
    assert office.filed(who, sources.PERSON) or office.states(who)["person"] == 1


def test_a_stranger_changes_nothing_and_gets_no_answer(office: Office) -> None:
    joined(office)
    before = [digest(file(office, who).read_bytes()) for who in OPPONENT]
    duel = duels.founded(EVE, "warriors", "standard_1455", "york", {}, None, {})
    for n, data in enumerate((duel.email(), record(office, "york").email())):
        office.put("york", sent_by("eve", data), f"stranger-{n}")
    news = office.run("york")
    assert office.carry("york") == []
    assert [digest(file(office, who).read_bytes()) for who in OPPONENT] == before
    assert len(news) == 1
    assert says(news[0], "post.duels.INVITED", word="founder")


def test_a_stranger_does_not_become_the_opponents_address(office: Office) -> None:
    joined(office)
    genesis = record(office, "york").ledger.game
    with computer.sitting_as(office.home("york")):
        computer.addresses(genesis).unlink()
    for n, who in enumerate(OPPONENT):
        office.put("york", sent_by("eve", record(office, who).email()), f"replay-{n}")
    office.run("york")
    with computer.sitting_as(office.home("york")):
        assert not computer.addresses(genesis).is_file()


def test_a_record_that_is_damaged_stops_no_other_game(office: Office) -> None:
    joined(office)
    (path,) = (office.home("york") / "duels").glob("*.toml")
    data = path.read_bytes()
    path.write_bytes(data[: len(data) // 2])
    entries = office.entries("york")
    office.put("gm", office.sealed("york", "ready"))
    office.run("gm")
    office.carry("gm")
    office.run("york")
    assert office.entries("york") > entries


def test_letters_of_the_opponent_are_left_alone(office: Office) -> None:
    joined(office)
    office.put("york", office.email(address("lancaster"), "See you on Friday!"), "friday")
    news = office.run("york")
    assert office.carry("york") == []
    assert not news, news


def test_an_email_without_an_answer_is_repeated_only_so_often(office: Office) -> None:
    joined(office)
    who = asked(office)
    answer(office, who)
    for _ in range(post.REPEATS + 3):
        office.run(who)
        office.now += post.WEEK + 1
    assert len(list((office.outgoing(who) / "new").iterdir())) == post.REPEATS + 1


def test_after_the_end_nothing_more_is_sent(office: Office) -> None:
    joined(office)
    who = asked(office)
    done(office, who, "resign", str(file(office, who)), "--yes")
    while any(exchanged(office)):
        pass
    assert record(office, "york").ledger.result == record(office, "lancaster").ledger.result
    for _ in range(3):
        office.now += post.WEEK + 1
        assert exchanged(office) == (0, 0)
    done(office, "york", "audit", str(file(office, "york")))


def test_nothing_is_sent_in_a_duel_against_a_robot(office: Office) -> None:
    path = office.games("york") / "duel.toml"
    done(
        office, "york", "new", "warriors", "standard_1455", "--duel", "--lancaster", "robot",
        "-o", str(path),
    )  # fmt: skip
    answer(office, "york")
    assert office.run("york") == []
    assert office.out_states("york") == {}


def test_the_opponents_file_beside_ones_own_is_not_taken_for_it(office: Office) -> None:
    joined(office)
    who = asked(office)
    own, other = file(office, who), OPPONENT[who]
    answer(office, who)
    office.run(who)
    office.carry(who)
    office.run(other)
    if record(office, other).decides:
        answer(office, other)
    (own.parent / "a.toml").write_bytes(record(office, other).email())
    while any(exchanged(office)):
        pass
    assert own.read_bytes() == record(office, who).email()
    assert record(office, who).order is None


def test_a_damaged_file_is_for_a_person_and_waits_for_nothing(office: Office) -> None:
    joined(office)
    who = asked(office)
    data = record(office, OPPONENT[who]).email().replace(b'"', b"'", 40)
    office.put(who, sent_by(OPPONENT[who], data), "damaged")
    news = office.run(who)
    assert office.states(who).get("person") == 1
    assert "placed" not in office.states(who)
    assert [says(words, "errors.SaveTampered", word="sender") for words in news] == [True]
    assert office.carry(who) == []
