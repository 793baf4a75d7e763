# SPDX-License-Identifier: Apache-2.0
"""The checks, each with a time limit in seconds."""

from checks import plain


def all_checks():
    """The checks of each browser by name."""
    return {
        "chromium": {
            "plain": (plain.check, 30),
        },
        "firefox": {},
        "webkit": {},
    }
