"""Many rounds fast: whole matches among strategies, by compiled loops over rows of numbers."""
