#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Checks which folders of Viewer use each other, against the table of ARCHITECTURE.md.

A row of the table names a folder and the folders that its files may use, all of them above it, so that there are
no cycles. Each path to another folder counts, also those of types in comments, of styles and of icons. The table is
exact: it names nothing that is not used. The scripts beside the folders may use all of them.

    Scripts/viewer/layers.py           checks the folders
    Scripts/viewer/layers.py --show    prints each use of another folder, with its files
"""
import argparse
import pathlib
import re
import sys
from collections import defaultdict

ROOT = pathlib.Path(__file__).resolve().parents[2]
VIEWER = ROOT / "Viewer"
LEFT_OUT = ("compact", "tests")
ROW = re.compile(r"^\| `(\w+)/` \|.*\| ([^|]*) \|$", re.M)
# A path relative to its file, or one below the folder of all files, which a script knows from its page.
RELATIVE = re.compile(r"""["'`](\.\.?/[^"'`\s]+)["'`]""")
ABSOLUTE = re.compile(r"""\$\{[\w.]+\}([a-z]+/[\w.-]+\.\w+)""")


def table(text):
    """Returns the folders that each folder may use, in the order of the rows of the section on the viewer."""
    section = text.partition("\n## Viewer\n")[2].partition("\n## ")[0]
    return {folder: re.findall(r"`(\w+)/`", used) for folder, used in ROW.findall(section)}


def uses(path):
    """Yields the files that a file names, relative to Viewer."""
    text = path.read_text()
    for name in RELATIVE.findall(text):
        # What follows a value is a name in the folder before it.
        target = (path.parent / name.partition("$")[0]).resolve()
        if "$" not in name and not target.is_file():
            raise FileNotFoundError(f"{path.relative_to(VIEWER)} names {name}, which does not exist")
        yield target.relative_to(VIEWER)
    yield from (pathlib.PurePath(name) for name in ABSOLUTE.findall(text))


def edges(folders):
    """Returns a dictionary: folder -> used folder -> names of the files that use it."""
    found = {folder: defaultdict(set) for folder in folders}
    for folder in folders:
        for path in sorted((VIEWER / folder).iterdir()):
            if path.suffix not in (".js", ".css"):
                continue
            for used in uses(path):
                # A file beside the folders belongs to the one named ".".
                other = used.parts[0] if used.parts[0] in folders else "."
                if other != folder:
                    found[folder][other].add(path.name)
    return found


def violations(rows, found):
    for folder in sorted(found.keys() - rows.keys()):
        yield f"{folder}/ is missing in the table"
    for folder in sorted(rows.keys() - found.keys()):
        yield f"{folder}/ is in the table, and does not exist"
    order = list(rows)
    for folder in rows.keys() & found.keys():
        allowed = set(rows[folder])
        for other, files in found[folder].items():
            if other not in allowed:
                yield f"{folder}/ uses {other}/, which the table does not allow ({', '.join(sorted(files))})"
        for other in allowed - found[folder].keys():
            yield f"{folder}/ does not use {other}/, although the table says so"
        for other in allowed & rows.keys():
            if order.index(other) >= order.index(folder):
                yield f"{other}/ must be above {folder}/, which uses it"


def main():
    parser = argparse.ArgumentParser(description="Checks which folders of Viewer use each other.")
    parser.add_argument("--show", action="store_true", help="print the uses")
    options = parser.parse_args()
    folders = sorted(path.name for path in VIEWER.iterdir() if path.is_dir() and path.name not in LEFT_OUT)
    try:
        found = edges(folders)
    except FileNotFoundError as error:
        sys.exit(f"viewer/layers: {error}")
    if options.show:
        for folder, used in found.items():
            for other, files in sorted(used.items()):
                print(f"{folder} -> {other}: {', '.join(sorted(files))}")
        return 0
    problems = sorted(violations(table((ROOT / "ARCHITECTURE.md").read_text()), found))
    for problem in problems:
        print(f"viewer/layers: {problem}", file=sys.stderr)
    print(f"viewer/layers: {len(folders)} folders, {len(problems)} problems")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
