"""Results into words, pictures and HTML."""
