"""The one round of a GM: a pile of emails applied, and everything that follows from it. It never prints or asks."""
