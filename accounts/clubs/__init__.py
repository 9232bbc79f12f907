"""Every write of clubs, a module a use case; each act is recorded in its deed's transaction."""
