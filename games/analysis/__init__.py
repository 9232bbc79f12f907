"""Computing about the game: pure, from rulesets and observations, never from the site's rows."""
