"""Maps, boards, counters and graphs, drawn from what a game says of its pictures."""
