"""Importing the cards registers them, as `game` does."""

import pbem.games.plantagenet.cards  # noqa: F401
