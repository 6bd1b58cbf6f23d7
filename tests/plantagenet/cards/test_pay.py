"""Cards of the Pay segment, and what Lords gain when a phase begins."""

from __future__ import annotations

from pbem.games.plantagenet import s3_2_pay as pay
from pbem.games.plantagenet.s3_2_pay import begin_for
from pbem.games.plantagenet.state import State
from tests.plantagenet.cards.hand import give
from tests.plantagenet.cards.turns import leave
from tests.plantagenet.field import empty, favour, put, vassal
from tests.scripted import Scripted


def north() -> State:
    state = empty()
    state.box, state.influence = 2, 0
    put(state, "northumberland_l", "bamburgh", coin=0)
    put(state, "henry_vi", "newcastle", coin=0)
    vassal(state, "henry_vi", "beaumont", box=2)
    give(state, "northumberland_l", "L14")
    return state


def test_l14_capability_percys_power_no_pay_in_the_north() -> None:
    state = north()
    Scripted(state).run(pay.pay_troops)
    assert state.lords["henry_vi"].at == "newcastle"
    Scripted(state, ["pay"]).run(pay.pay_lords)
    game = Scripted(state)
    game.run(pay.pay_vassals)
    assert game.asked == []
    assert state.vassals["beaumont"].box == 3
    assert state.influence == 0


def test_l14_capability_percys_power_only_in_the_north_and_with_him() -> None:
    state = north()
    assert pay.spared(state, "henry_vi")
    state.lords["henry_vi"].at = "york"
    assert not pay.spared(state, "henry_vi")
    state.lords["henry_vi"].at = "newcastle"
    put(state, "york", "carlisle")
    assert not pay.spared(state, "york")
    state.lords["northumberland_l"].at = "york"
    assert not pay.spared(state, "henry_vi")
    leave(state, "northumberland_l")
    assert not pay.spared(state, "henry_vi")


def test_l22_capability_stafford_estates_when_a_campaign_begins() -> None:
    state = empty()
    put(state, "buckingham", "scotland", coin=0, provender=0)
    give(state, "buckingham", "L22")
    game = Scripted(state)
    begin_for(game.table, "lancaster", "pay")
    assert state.lords["buckingham"].coin == 0
    begin_for(game.table, "lancaster", "campaign")
    assert (state.lords["buckingham"].coin, state.lords["buckingham"].provender) == (1, 1)
    leave(state, "buckingham")
    begin_for(game.table, "lancaster", "campaign")
    assert state.lords["buckingham"].coin == 0


def test_l37_capability_madame_la_grande_a_coin_near_a_friendly_channel_port() -> None:
    state = empty("III")
    state.box += 1
    put(state, "oxford", "exeter", coin=0)
    give(state, "oxford", "L37")
    game = Scripted(state)
    begin_for(game.table, "lancaster", "pay")
    assert state.lords["oxford"].coin == 0
    favour(state, "lancaster", "plymouth")
    begin_for(game.table, "lancaster", "campaign")
    assert state.lords["oxford"].coin == 0
    begin_for(game.table, "lancaster", "pay")
    assert state.lords["oxford"].coin == 1
    state.lords["oxford"].at = "plymouth"
    game.run(pay.pay_troops)
    assert state.lords["oxford"].at == "plymouth"
    leave(state, "oxford")
    begin_for(game.table, "lancaster", "pay")
    assert state.lords["oxford"].coin == 0
