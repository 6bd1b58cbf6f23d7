"""The facets of the contract: what a game may bring besides the core (`engine.ruleset`), with honest defaults."""
