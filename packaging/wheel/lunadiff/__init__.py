"""Finds the lunadiff program that this package installed."""

import os
import sysconfig


def find_lunadiff():
    """The path of the program: in the environment's own folder for scripts, or in the user's.

    Raises FileNotFoundError where there is none.
    """
    schemes = [sysconfig.get_default_scheme(), sysconfig.get_preferred_scheme("user")]
    paths = [os.path.join(sysconfig.get_path("scripts", scheme), "lunadiff") for scheme in schemes]
    for path in paths:
        if os.path.isfile(path):
            return path
    raise FileNotFoundError("there is no lunadiff in " + " or ".join(map(os.path.dirname, paths)))
