"""What to do with a hand, ranked and explained as data."""
