"""What Phase 10 is: cards, phases, rules, positions."""
