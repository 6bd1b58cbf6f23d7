"""Before a game: the list, invitations, robots, lessons."""
