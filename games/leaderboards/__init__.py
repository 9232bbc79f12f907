"""Standing across matches: handicaps, ratings, seasons' days, scoring, places and draws.

Pure arithmetic, module by module: no Django, no settings, no clock and no global random. What
time it is, who played and in which order come in as arguments; moments are aware datetimes.
Lowest wins everywhere, and strokes may be below zero.
"""
