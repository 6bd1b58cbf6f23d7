"""What a log proves: at once to anybody (`verdict`), and after the end with all keys (`audit`)."""
