"""Django's SQLite back end with a queue for writers; see ``base``."""
