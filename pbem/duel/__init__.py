"""A game without a GM, as one of its two players: what came in, what follows, and the next email."""
