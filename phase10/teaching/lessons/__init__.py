"""Probability with cards: fourteen lessons as data, with exact figures, simulation and items."""
