"""The lanes of values: how what one thread has differs from what the next one has, found before code is written."""
