"""What a log holds beside orders: disputes and rulings, people and their seats, time, the end."""
