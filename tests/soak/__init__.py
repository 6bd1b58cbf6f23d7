"""Scripts that play new seeds for hours; nobody waits for them, and no test run starts them."""
