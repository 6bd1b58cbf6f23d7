"""The game as its GM sees it: the inbox, rulings, seats."""
