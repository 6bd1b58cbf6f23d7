"""What this machine keeps for a person: keys, pins, sent orders, notes, the homes of robots. It prints and asks
nothing: the command line and the desk in the browser do, each in its own way."""
