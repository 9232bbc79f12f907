"""People: sign-up, log-in, guests, and the end of an account. Knows nothing of the games."""
