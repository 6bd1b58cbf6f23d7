"""What a machine keeps for a person: whole or not at all, for its owner alone, and never trusted when it is read."""
