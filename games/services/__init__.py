"""Every write, a module a use case.

``play`` is the path of all actions; ``ledger`` holds the locked match that it writes to. A request
that is not carried out raises ``refusals.Refused``, which has a code and a sentence.
"""
