"""Many games: standings, leagues, work over folders."""
