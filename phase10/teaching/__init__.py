"""Learning the game: the course of levels, the quiz, the rules as data, and what a learner did."""
