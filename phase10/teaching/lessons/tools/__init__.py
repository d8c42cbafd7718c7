"""Interactives of the lessons: what a learner sets, and the exact numbers that follow from it."""
