"""Two Provinces: a whole game, small enough to be read at once. `pbem/games/README.md` walks through it."""
