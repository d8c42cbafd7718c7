"""The pages as static files: Python runs in the browser, and no server program is needed."""
