"""Integer arithmetic: what is known of a value, and forms of it that cost less."""
