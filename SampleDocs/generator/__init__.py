# SPDX-License-Identifier: Apache-2.0
"""Draws the sample documents.

Each kind of document is a module with a function `files()` that gives pairs of
a file name and the bytes of the file. All randomness is seeded, so that a
second run with the same Pillow, numpy and fonts gives the same bytes.
"""
