#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Compiles each Swift snippet of the documentation on its own, and runs the programs among them.

- A snippet of a document is a whole file: it imports and declares everything that it uses.
- A snippet of a documentation comment is too, except for the import of its own library.
- A snippet with top-level statements is a program. It runs in a folder with two scans, `scan-1.jpg` and
  `scan-2.jpg`, and must succeed within two minutes.
- A snippet of a document that only declares something must also appear verbatim in a test.
- A document with `<!-- Swift as in FOLDER -->` takes its snippets verbatim, except for indentation, from
  the sources in that folder, which are compiled and run elsewhere.

Also fails if a table in a document or a documentation comment was cut off.

usage: snippets.py [PATH...]    checks only the snippets of these files; run `swift build` first
"""

import concurrent.futures
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

from documents.built_libraries import BuiltLibraries, manifest_flags
from documents.find_snippets import ROOT, find, tracked
from documents.tables import mistakes as cut_off_tables

# Fewer snippets than these mean that the search is broken.
LEAST_COUNTS = {"README.md": 4, ".docc/": 20, ".swift": 15}
# The settings of a strict package. SE-0444 requires the import of every module that is used.
LANGUAGE = [
    "-swift-version", "6", "-warnings-as-errors", "-enable-upcoming-feature", "ExistentialAny",
    "-enable-upcoming-feature", "MemberImportVisibility"]
SCANS = {"scan-1.jpg": "SampleDocs/phone/orientation1.jpg", "scan-2.jpg": "SampleDocs/camera/letter.jpg"}


def run(command, **options):
    """Runs a command; returns its output if it fails."""
    try:
        result = subprocess.run(
            command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
            text=True, errors="replace", **options)
    except subprocess.TimeoutExpired as error:
        return f"it did not finish within {error.timeout} seconds"
    return None if result.returncode == 0 else result.stdout or f"exit status {result.returncode}"


def check(snippet, import_flags, link_flags, work):
    """Compiles a snippet, and runs it if it is a program; returns the error, if any."""
    folder = pathlib.Path(tempfile.mkdtemp(dir=work))
    start = f"import {snippet.library}\n" if snippet.library else ""
    source = folder / "main.swift"
    source.write_text(f'{start}#sourceLocation(file: "{snippet.path}", line: {snippet.line})\n{snippet.text}')
    if snippet.is_manifest:
        return run(["swiftc", *manifest_flags(), "-typecheck", str(source)], cwd=folder)
    command = ["swiftc", *LANGUAGE, *import_flags, str(source)]
    if not snippet.is_program:
        # The compiler detects data races when it emits SIL.
        return run([*command, "-parse-as-library", "-emit-sil", "-o", os.devnull], cwd=folder)
    trouble = run([*command, "-Onone", *link_flags, "-o", "snippet"], cwd=folder)
    if trouble:
        return trouble
    for name, scan in SCANS.items():
        shutil.copy(ROOT / scan, folder / name)
    trouble = run([folder / "snippet"], cwd=folder, timeout=120)
    return trouble and f"{snippet}: error: the program failed: {trouble}"


def stands_in(snippet, patterns):
    """Returns whether a source contains a snippet, ignoring imports and indentation."""
    def lines(text):
        rows = (row.strip().removeprefix("private ") for row in text.splitlines())
        return [row for row in rows if row and not row.startswith("import ")]

    wanted = "\n" + "\n".join(lines(snippet.text)) + "\n"
    sources = ((ROOT / path).read_text() for path in tracked(*patterns))
    return any(wanted in "\n" + "\n".join(lines(source)) + "\n" for source in sources)


def misplaced(snippet):
    """Returns an error if a snippet is missing in the sources or tests that must contain it."""
    if snippet.taken_from and not stands_in(snippet, [f"{snippet.taken_from}/*.swift"]):
        return f"{snippet}: error: no source in {snippet.taken_from} contains this snippet"
    runs = snippet.is_program or snippet.is_manifest
    if not (runs or snippet.library or snippet.taken_from) and not stands_in(
            snippet, ["Tests/*.swift"]):
        return f"{snippet}: error: no test contains this snippet, so it is never called"
    return None


def too_few(snippets):
    """Yields an error for each kind of file with fewer snippets than expected."""
    for kind, least in LEAST_COUNTS.items():
        count = sum(kind in str(snippet.path) for snippet in snippets)
        if count < least:
            yield f"snippets: error: {count} found in files like {kind}; expected at least {least}"


def main(paths):
    snippets, mistakes = find()
    mistakes += [*too_few(snippets), *cut_off_tables()]
    if paths:
        snippets = [snippet for snippet in snippets if str(snippet.path) in paths]
    mistakes += filter(None, map(misplaced, snippets))
    alone = [snippet for snippet in snippets if not snippet.taken_from]
    with tempfile.TemporaryDirectory() as work:
        libraries = BuiltLibraries()
        flags = libraries.import_flags, libraries.link(work)
        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            mistakes += filter(None, pool.map(lambda each: check(each, *flags, work), alone))
    for mistake in mistakes:
        print(mistake.rstrip(), file=sys.stderr)
    programs = sum(snippet.is_program for snippet in alone)
    print(f"snippets: {len(snippets)} found, {len(alone)} compiled, {programs} of them run, {len(mistakes)} errors")
    return 1 if mistakes or not snippets else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
