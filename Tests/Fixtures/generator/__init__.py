# SPDX-License-Identifier: Apache-2.0
"""Makes the fixtures.

Each module of cases has a function `files()` that gives pairs of a file name
and the bytes of the file. There is no randomness: a second run with the same
tools gives the same bytes.
"""
