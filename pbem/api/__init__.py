"""What other programs lean on: `pbem.Game`, its values, their JSON and its schema. Only this room is stable."""
