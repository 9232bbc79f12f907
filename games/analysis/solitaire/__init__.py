"""Golf Solitaire judged: what can be reached from a hole, with the order of the stock known."""
