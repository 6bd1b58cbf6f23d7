"""What `tests.benchmarks.speed` runs in each tree that it compares: only what all of them know."""
