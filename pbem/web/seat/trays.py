"""Hands, mats, stacks and battle lines (`engine.picture`), drawn, and the cards that a question is about.

A battle takes the place of the map. What else belongs to the question is below it; everything is on a tab.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable

from pbem.drawing.board import Styles, board, side_styles
from pbem.engine.card_text import CardText
from pbem.engine.picture import Fight, Token, Tray, tray
from pbem.web.seat.drawer import template_markup
from pbem.web.seat.fights import fight_shown
from pbem.web.seat.highlights import concerns_about, pieces_named
from pbem.web.seat.seat import Seat

MOST_CARDS, FEW_CARDS = 24, 4
"""So many cards that are asked about are drawn beside the question; so many while other things can be done too."""
WIDE = 2
"""So many of them with what they do."""
MOST_MATS = 3
"""So many mats of those who are clicked, or of whom all choices are."""


def battle(seat: Seat) -> str:
    """The battle that is being fought, as its players know it, in the place of the map."""
    fight = fight_shown(seat)
    markup = board(fight, seat.stand.document.sides, live=True)
    return template_markup("battle", drawn=markup, below_map=below_map(seat, fight))


def subjects(seat: Seat) -> str:
    """The pieces that the question names though none of its choices does, as `warwick york`: a Lord whose unit failed
    Protection, or who intercepts; nobles who are forced out. On the map a name that a place or a side has too is a
    Lord's among Lords alone; but whatever is a place's own, as `Pembroke's Vassals`, is a Lord's."""
    if seat.asked is None or seat.arrived:
        return ""
    stand, rules = seat.stand, seat.game.ledger.rules
    spaces = stand.picture.spaces
    places = {space.name for space in spaces}
    sides = {side.name for side in rules.sides.values()}
    pieces = {
        spelling: piece.id
        for space in spaces
        for piece in space.pieces
        for name in (piece.name, rules.words.piece_name(piece.id))
        for spelling in ((f"{name}'s", name) if name in places - sides else (name,))
    }
    boards = (one for one in stand.trays if one.is_battle)
    fighters = {name: id for one in boards for id, name in one.pieces.items()}
    on_table = {piece.id for space in spaces for piece in space.pieces} | set(fighters.values())
    ids = {**pieces, **fighters}
    question = without_cards(seat.asked.question, seat.names.cards.values(), ids)
    shared = places.union(sides).difference(fighters)
    return " ".join(pieces_named(question, ids, seat.concerns, on_table, shared))


def hexes_named(question: str, ids: Iterable[str]) -> str:
    """The hexes that a question names, as `place:1125 place:1224`: from where to where somebody crosses a river."""
    return " ".join(f"place:{id}" for id in ids if f"({id})" in question)


def without_cards(question: str, cards: Iterable[str], pieces: Collection[str]) -> str:
    """A question without the names of cards in which a piece is named: Warwick's Propaganda is nothing that he does."""
    for card in (half for names in cards for half in names.split(" / ")):
        if card not in pieces and any(piece and piece in card for piece in pieces):
            question = question.replace(card, "")
    return question


def below_map(seat: Seat, fight: Fight) -> bool:
    """Is the map shown first, although there is a battle: while places are asked about or the game is over?

    While it is being fought, only if each choice that is about a place or piece names a place, or if none is about a
    piece of the board. A game without a map has nothing else to show than the board.
    """
    if not fight.trays or seat.stand.picture.is_bare:
        return False
    if fight.ends and seat.game.result is not None:
        return True
    about = [[what for what in one.about if not what.startswith("card:")] for one in seat.concerns]
    places = [any(what.startswith("place:") for what in some) for some in about if some]
    on_board = {f"piece:{token.piece}" for one in fight.trays for token in one.tokens}
    return any(places) and (
        bool(fight.ends) or all(places) or not any(on_board & {*some} for some in about)
    )


def trays_near_question(seat: Seat) -> str:
    """What belongs to the question, below it."""
    trays = () if seat.arrived else trays_near(seat)
    card_trays = () if seat.arrived else _asked(seat, trays)
    return template_markup("tray", asked=card_trays, trays=trays, sides=_sides(seat))


def hand(seat: Seat) -> str:
    """All of it; what a card does is told where it is pointed at or tapped."""
    return template_markup("hand", trays=seat.stand.trays, sides=_sides(seat))


def shown(seat: Seat) -> tuple[object, ...]:
    """What `hand` draws."""
    return seat.stand.trays, seat.stand.document.sides


def _sides(seat: Seat) -> Styles:
    """How sides are drawn, as on the rest of the page."""
    return side_styles(seat.stand.document.sides)


def trays_near(seat: Seat) -> tuple[Tray, ...]:
    """Whatever is always near, and the mats of those of whom the choices are, in their order, but who is drawn
    already; before all else, unless nobody was clicked and there are choices about cards."""
    near = [one for one in seat.stand.trays if one.near]
    pieces_shown = {token.piece for one in near for token in one.tokens}
    first = [one for one in near if not one.is_battle]
    actors = [what for what in _who(seat) if what[6:] not in pieces_shown]
    ranks = [
        [
            n
            for n, what in enumerate(actors)
            if what in (f"piece:{tray.piece}", f"place:{tray.place}")
        ]
        for tray in seat.stand.trays
    ]
    mats = [
        (rank[0], n, tray)
        for n, (rank, tray) in enumerate(zip(ranks, seat.stand.trays, strict=True))
        if rank and not tray.near
    ]
    few = [tray for _, _, tray in sorted(mats)[:MOST_MATS]]
    cards = any(what.startswith("card:") for one in seat.concerns for what in one.about)
    return (*first, *few) if cards and not seat.on else (*few, *first)


def _who(seat: Seat) -> Collection[str]:
    """Who was clicked; else of whom all choices are, if these are few."""
    if seat.on:
        return seat.on
    about = (what for one in seat.concerns for what in one.about)
    actors = tuple(dict.fromkeys(what for what in about if what.startswith("piece:")))
    return actors if len(actors) <= MOST_MATS else ()


def _asked(seat: Seat, near_trays: Iterable[Tray]) -> tuple[Tray, ...]:
    """The cards that choices are about and that are not drawn already."""
    battles = (one for one in seat.stand.trays if one.is_battle)
    cards_shown = {token.card for one in (*near_trays, *battles) for token in one.tokens}
    about = [one.about for one in concerns_about(seat.concerns, seat.on)]
    cards = [[what[5:] for what in some if what.startswith("card:")] for some in about]
    new = [id for id in dict.fromkeys(id for some in cards for id in some) if id not in cards_shown]
    if len(new) > (MOST_CARDS if all(cards) else FEW_CARDS):
        return ()
    texts = {card.id: card for card in seat.game.ledger.rules.cards()}
    wide = len(new) <= WIDE
    return tray("", *(_card(id, texts.get(id), wide) for id in new), near=True)


def _card(id: str, text: CardText | None, wide: bool) -> Token:
    """One that is asked about, with what it does as far as there is room."""
    if text is None:
        return Token("card", id, card=id)
    halves = (f"{half.kind}, {half.name}: {half.text}" for half in text.halves)
    return Token("card", text.names, card=id, notes=(id, *halves) if wide else (id,))
