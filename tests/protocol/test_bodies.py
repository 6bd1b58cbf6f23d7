"""PROTOCOL 10, bodies: what each may hold, how much of it, and one spelling of each."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any, get_args

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.errors import BadText, Garbled, NotCanonical, PbemError
from pbem.protocol import bodies as b
from pbem.protocol import canonical, envelope
from pbem.protocol.entry import LIMIT
from tests.says import sentence, worded

from .small_game import GAME, GM, GM_KEY, PLAYERS, begun, order_of, played, sealed_with

LOG = begun()
SAID: dict[str, Any] = LOG.said("york")
SEEN = LOG.entries[-1].newest
KEYS = PLAYERS["york"].public_in(LOG.keys["york"])
DIGEST = 64 * "a"
ANSWER: dict[str, Any] = {**SAID, "newest": SEEN, "question": 1, "link": DIGEST}
ORDER: dict[str, Any] = {
    **ANSWER,
    "request": "muster-1",
    "revision": 1,
    "statements": tuple(8 * [DIGEST]),
    "commitment": DIGEST,
    "sealed": sealed_with("AAAA"),
}
CLAIM: dict[str, Any] = {**SAID, "keys": KEYS, "nonce": DIGEST}
CHAIR: dict[str, Any] = {**CLAIM, "author": "gm", "keys": GM.public_in(GM_KEY)}
OF_SEAT: dict[str, Any] = {"anchors": {"move": DIGEST}, "numbers": {"move": 3}}
OF_CHAIR: dict[str, Any] = {
    "anchors": {"dice": DIGEST, "deck": DIGEST},
    "numbers": {"dice": 7, "deck": 0},
}


def again(body: msgspec.Struct) -> msgspec.Struct:
    return b.decode(type(body), b.encode(body), LIMIT)


def refused(body: msgspec.Struct) -> bool:
    """Whether nobody reads this body, however its author made it."""
    try:
        again(body)
    except PbemError:
        return True
    return False


def test_every_body_of_a_game_round_trips() -> None:
    for entry in played().entries:
        assert again(entry.body) == entry.body


def spoilt(value: Any) -> Iterator[Any]:
    """A body's plain data with one thing in it of another kind, too many, missing or out of its range."""
    yield from ("?", -1, 1.5, [[]], {"?": None}, None, True)
    if isinstance(value, dict):
        yield {**value, "extra": 1}
        for key in value:
            yield {other: value[other] for other in value if other != key}
            yield from ({**value, key: other} for other in spoilt(value[key]))
    if isinstance(value, list) and value:
        yield from ([other, *value[1:]] for other in spoilt(value[0]))


MSGSPEC = re.compile(
    r"Expected|Object|malformed|codec|recursion|\$|`(str|int|array|object|bool|null)`"
)


def test_what_is_wrong_in_a_body_is_said_in_our_words() -> None:
    told = set()
    kinds = {type(entry.body.step): entry for entry in played().entries}
    for entry in kinds.values():
        plain = json.loads(b.encode(entry.body))
        texts = [json.dumps(one).encode() for one in spoilt(plain)]
        for raw in (*texts, b"", b"[", b'{"a" 1}', b'{"a":"\xff"}', texts[-1][:-9]):
            try:
                b.decode(type(entry.body), raw, LIMIT)
            except PbemError as error:
                told.add(str(error))
    assert len(told) > 100
    assert [words for words in told if MSGSPEC.search(words)] == []
    table = sentence("misread.KINDS", word="fields")
    assert any(f"`step.order.body.newest` should be {table}, not text" in words for words in told)


@pytest.mark.parametrize("kind", get_args(b.AnySaid), ids=lambda kind: kind.__name__)
def test_each_kind_of_word_has_a_type_of_its_own(kind: type[b.AnySaid]) -> None:
    more: dict[str, Any] = {
        b.Accept: {"keys": KEYS, "anchors": {"move": DIGEST}},
        b.Claim: {**CLAIM, **OF_SEAT},
        b.Ready: ANSWER,
        b.Order: ORDER,
        b.Standing: {
            "newest": SEEN,
            "counter": 1,
            "commitment": DIGEST,
            "sealed": sealed_with("AAAA"),
        },
        **{one: {"text": "why"} for one in (b.Consent, b.Holiday, b.Resign, b.Say)},
    }.get(kind, {"entry": 1, "text": "why"})
    body = kind(**{**SAID, **more})
    signed = envelope.sign(PLAYERS["york"], body)
    assert again(signed) == signed
    assert type(again(signed).body) is kind  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    "change",
    [
        {"v": 1},
        {"v": 3},
        {"game": "towton-3f9c"},
        {"game": DIGEST + "\n"},
        {"author": "York"},
        {"author": ""},
        {"head": ""},
        {"question": 0},
        {"question": -1},
        {"question": 1.0},
        {"question": 1_000_001},
        {"question": True},
        {"link": DIGEST.upper()},
        {"link": DIGEST[:-1]},
        {"revision": 0},
        {"revision": 1001},
        {"request": ""},
        {"request": 201 * "x"},
        {"statements": ()},
        {"statements": tuple(7 * [DIGEST])},
        {"statements": tuple(9 * [DIGEST])},
        {"statements": tuple(136 * [DIGEST])},
        {"commitment": ""},
        {"sealed": ()},
        {"sealed": sealed_with("AAAA")[:1]},
        {"sealed": sealed_with("AAAA")[::-1]},
        {"sealed": 2 * sealed_with("AAAA")},
        {"sealed": (b.Sealed(to="gm", data=""), b.Sealed(to="lancaster", data=""))},
        {"sealed": (b.Sealed(to="gm", data=""), b.Sealed(to="", data=""))},
        {"plan": (b.Locked(slot="plan", commitment=DIGEST),)},
        {"plan": (b.Locked(slot="plan:york:" + 61 * "x", commitment=DIGEST),)},
        {"plan": tuple(65 * [b.Locked(slot="plan:york:1:1", commitment=DIGEST)])},
        {"newest": b.Newest(n=1, sha512=DIGEST, sig="")},
    ],
    ids=repr,
)
def test_an_order_outside_its_limits_is_refused(change: dict[str, Any]) -> None:
    try:
        body = b.Order(**{**ORDER, **change})
    except ValueError:
        raw = _raw({**ORDER, **change})
    else:
        raw = msgspec.json.encode(body, order="sorted")
    with pytest.raises(Garbled):
        b.decode(b.Order, raw, LIMIT)
    assert not refused(b.Order(**ORDER))


def _raw(fields: dict[str, Any]) -> bytes:
    author = {"from": fields["author"], "type": "order"}
    rest = {name: value for name, value in fields.items() if name != "author"}
    return msgspec.json.encode({**rest, **author}, order="sorted")


def test_the_gm_signs_no_players_word() -> None:
    with pytest.raises(ValueError, match="chair"):
        b.Say(**{**SAID, "author": "gm"})


def test_a_claim_is_to_a_seat_or_to_the_chair() -> None:
    wrong: dict[str, Any]
    assert not refused(b.Claim(**CHAIR))
    assert not refused(b.Claim(**CHAIR, **OF_CHAIR))
    assert not refused(b.Claim(**CLAIM, **OF_SEAT))
    anchors, numbers = OF_CHAIR["anchors"], OF_CHAIR["numbers"]
    for wrong in (
        {"anchors": anchors},
        {"numbers": numbers},
        {"anchors": {"dice": DIGEST}, "numbers": {"dice": 0}},
        {"anchors": {**anchors, "move": DIGEST}, "numbers": {**numbers, "move": 0}},
        {"anchors": anchors, "numbers": {**numbers, "move": 0}},
        OF_SEAT,
    ):
        with pytest.raises(ValueError, match=worded("protocol.offices.check_members")):
            b.Claim(**CHAIR, **wrong)
    for wrong in ({}, OF_CHAIR, {"anchors": OF_SEAT["anchors"]}):
        with pytest.raises(ValueError, match=worded("protocol.offices.check_members")):
            b.Claim(**CLAIM, **wrong)


def test_a_link_number_has_one_spelling() -> None:
    row = b.OpenQuestion("york", 7, "muster-7", 5)
    assert (again(row), row.link_number) == (row, 5)
    assert b.OpenQuestion("york", 7, "muster-7").link_number == 7
    with pytest.raises(ValueError, match="left out"):
        b.OpenQuestion("york", 7, "muster-7", 7)


def test_an_entry_holds_what_its_type_says() -> None:
    accept, ready = order_of(LOG.entries[1]), envelope.sign(PLAYERS["york"], b.Ready(**ANSWER))
    seat = envelope.sign(PLAYERS["york"], b.Claim(**CLAIM, **OF_SEAT))
    co = envelope.sign(GM, b.Claim(**CHAIR))
    other = envelope.sign(GM, b.Claim(**CHAIR, **OF_CHAIR))
    consent = envelope.sign(PLAYERS["york"], b.Consent(**SAID, text=DIGEST))
    for good in (
        b.Joined(order=accept, ready=ready),
        b.Mailed(order=ready),
        b.Seated(order=seat, agreed=(consent,)),
        b.Chaired(order=co, role="co", reason="away"),
        b.Chaired(order=other, role="handover", reason="away"),
    ):
        assert again(good) == good
    mixed: list[tuple[type[b.EntryCause], dict[str, Any]]] = [
        (b.Joined, {"order": ready}),
        (b.Joined, {"order": accept, "ready": accept}),
        (b.Mailed, {"order": accept}),
        (b.Mailed, {"order": seat}),
        (b.Mailed, {"order": consent}),
        (b.Seated, {"order": co}),
        (b.Seated, {"order": seat, "agreed": (ready,)}),
        (b.Chaired, {"order": seat, "role": "co", "reason": ""}),
        (b.Chaired, {"order": co, "role": "handover", "reason": ""}),
        (b.Chaired, {"order": other, "role": "co", "reason": ""}),
    ]
    for kind, fields in mixed:
        with pytest.raises(ValueError, match=r"belong|chair|anchors|claim"):
            kind(**fields)


@pytest.mark.parametrize(
    "change",
    [
        {"sides": ()},
        {"sides": ("york", "york")},
        {"sides": ("york", "gm")},
        {
            "sides": ("york", "public"),
            "invited": {},
        },
        {"anchors": {"deck": 64 * "3"}},
        {"anchors": {"dice": 64 * "1", "deck": 64 * "2", "move": 64 * "3"}},
        {"sides": tuple(f"s{n}" for n in range(9))},
        {"invited": {"clarence": ""}},
        {"options": {"x": 1.5}},
        {"options": {"x": None}},
        {"options": {"x": 2**53}},
        {"options": {"x y": 1}},
        {"data": {"../x": ""}},
        {"days": 0},
        {"rules": "a b"},
        {"rules_version": 0},
        {"nonce": ""},
    ],
    ids=repr,
)
def test_a_genesis_outside_its_limits_is_refused(change: dict[str, Any]) -> None:
    step = LOG.entries[0].body.step
    fields = {name: getattr(step, name) for name in b.Genesis.__struct_fields__}
    try:
        made: Any = b.Genesis(**{**fields, **change})
    except ValueError:
        made = {**msgspec.json.decode(b.encode(step)), **change}
    with pytest.raises(Garbled):
        b.decode(b.Genesis, msgspec.json.encode(made, order="sorted", enc_hook=dict), LIMIT)


@pytest.mark.parametrize("missing", ["x25519", "anchors", "state_hash"])
def test_no_genesis_is_legal_without_what_its_stub_lacks(missing: str) -> None:
    body: dict[str, Any] = msgspec.json.decode(b.encode(LOG.entries[0].body))
    holder = {
        "x25519": body["step"]["gm"],
        "anchors": body["step"],
        "state_hash": body["record"],
    }
    del holder[missing][missing]
    with pytest.raises(Garbled, match=missing):
        b.decode(b.EntryBody, canonical.encode(body), LIMIT)


@pytest.mark.parametrize("value", [1.5, {"a": 1.5}, [None], 2**53, {"a b": 1}])
def test_a_public_change_is_plain(value: Any) -> None:
    with pytest.raises(NotCanonical):
        b.Change(path=("a",), value=value)
    raw = msgspec.json.encode({"path": ["a"], "value": value}, order="sorted")
    with pytest.raises(NotCanonical):
        b.decode(b.Change, raw, LIMIT)


def test_what_is_gone_has_no_value() -> None:
    assert b.encode(b.Change(path=("a", "b"))) == b'{"path":["a","b"]}'
    with pytest.raises(NotCanonical):
        b.decode(b.Change, b'{"path":["a"],"value":null}', LIMIT)
    empties: list[Any] = [0, False, "", [], {}]
    for empty in empties:
        change = b.Change(path=("a",), value=empty)
        assert again(change) == change


@pytest.mark.parametrize("bomb", [b"[", b'{"a":', b'{"path":["a"],"value":['])
def test_depth_bombs(bomb: bytes) -> None:
    raw = 5000 * bomb
    with pytest.raises(NotCanonical, match="deeper"):
        b.decode(b.Change, raw, len(raw))
    deep = 31 * "[" + 31 * "]"
    b.decode(b.Change, f'{{"path":["a"],"value":{deep}}}'.encode(), LIMIT)
    with pytest.raises(NotCanonical, match="deeper"):
        b.decode(b.Change, f'{{"path":["a"],"value":[{deep}]}}'.encode(), LIMIT)


texts = st.text(max_size=12)


@given(st.integers(0, 99), texts, texts)
def test_whatever_a_person_says_is_refused_or_kept_to_the_letter(
    entry: int, text: str, more: str
) -> None:
    body = b.Dispute(**SAID, entry=entry, text=text + more)
    try:
        raw = b.encode(body)
    except (BadText, UnicodeEncodeError):
        return
    assert b.decode(b.Dispute, raw, LIMIT) == body


ENTRY = begun().entries[2].raw


@given(st.data())
def test_random_damage_is_refused_or_still_canonical(data: st.DataObject) -> None:
    """Cut, doubled and spliced: what decodes has one spelling, and nothing else is raised."""
    at, to = sorted(data.draw(st.integers(0, len(ENTRY))) for _ in range(2))
    middle = data.draw(st.binary(max_size=6) | st.just(ENTRY[at:to] * 2) | st.just(b""))
    raw = ENTRY[:at] + middle + ENTRY[to:]
    try:
        body = b.decode(b.EntryBody, raw, LIMIT)
    except PbemError:
        return
    assert b.encode(body) == raw


def test_the_game_of_these_tests_is_named_by_its_genesis() -> None:
    assert LOG.entries[0].head == GAME == SAID["game"]
