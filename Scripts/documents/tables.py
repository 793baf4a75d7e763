# SPDX-License-Identifier: Apache-2.0
"""Finds tables that were cut off in documents and documentation comments.

A table has a header, a line of dashes and at least one row. Lines that are indented by four spaces, or
between fences, are code or a picture.
"""

import itertools
import re

from .find_snippets import FENCE, comments, documents

ROW = re.compile(r" {0,3}\|.*\|\s*$")
SEPARATOR = re.compile(r"\s*\|(\s*:?-+:?\s*\|)+\s*$")


def prose(lines):
    """Yields the numbered lines of a text, those of code blocks as empty ones."""
    is_code = False
    for number, line in lines:
        is_fence = FENCE.match(line) is not None
        yield number, "" if is_code or is_fence else line
        is_code ^= is_fence


def mistakes():
    """Yields an error for each table that is none."""
    for path, lines, *_ in [*documents(), *comments()]:
        for is_table, rows in itertools.groupby(prose(lines), lambda row: ROW.match(row[1]) is not None):
            if is_table:
                rows = list(rows)
                if len(rows) < 3 or not SEPARATOR.match(rows[1][1]):
                    yield f"{path}:{rows[0][0]}: error: the table has no rows below a header and a line of dashes"
