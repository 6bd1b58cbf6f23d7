"""The page of a player's seat."""
