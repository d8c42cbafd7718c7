"""One hand, exactly: groupings, missing cards, odds."""
