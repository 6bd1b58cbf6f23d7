"""Worlds that may not be the true one: tries, the turn ahead, branches, a game judged by playing it on."""

GAMES = 100
"""How often a turn is played ahead if nobody says."""
