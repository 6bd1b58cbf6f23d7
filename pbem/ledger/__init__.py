"""What a game's log adds up to: one frozen value, and the one function that takes a step."""
