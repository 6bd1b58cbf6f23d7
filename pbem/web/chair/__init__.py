"""The page of the GM."""
