"""What came by email, from its bytes to order lines."""
