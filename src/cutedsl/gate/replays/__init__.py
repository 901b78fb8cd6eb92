"""A recorded call, compiled and run again: its programs, its memory, and what it keeps there."""
