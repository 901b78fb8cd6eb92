"""What the reference process knows of problems: other constants for their arguments, and what they cost."""
