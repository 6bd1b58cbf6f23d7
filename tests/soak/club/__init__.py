"""A year of a club: finished games of all rule sets, some dishonest, and what `verify` and `audit` make of them."""
