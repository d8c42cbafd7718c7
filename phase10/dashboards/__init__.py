"""The pages: they connect solver, advice and views; they do not compute."""
