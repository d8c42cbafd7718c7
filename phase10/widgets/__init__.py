"""The host: the one widget that shows any page, and the conversation behind it."""
