"""Richard III: The Wars of the Roses (Columbia Games, 2009), one file a rulebook section."""
