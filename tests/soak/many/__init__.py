"""Many finished games, some of them dishonest, and what `pbem verify FOLDER` makes of them."""
