"""What can be looked up, tried and checked beside a seat."""
