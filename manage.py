#!/usr/bin/env python
"""Runs Django's commands, among them ``serve``, which starts the site."""

import os
import sys

from django.core.exceptions import ImproperlyConfigured
from django.core.management import execute_from_command_line

if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "golfsite.settings")
    try:
        execute_from_command_line(sys.argv)
    except ImproperlyConfigured as error:
        # A mistyped variable deserves its sentence, not the way through Django's own code.
        sys.exit(f"The site is not set up rightly: {error}")
