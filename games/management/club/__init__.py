"""A club in fake time: people who are prompt, asleep, on vacation or gone, and clerks that die."""
