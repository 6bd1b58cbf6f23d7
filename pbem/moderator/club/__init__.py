"""Many games in one folder."""
