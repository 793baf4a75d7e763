#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Compiles every Swift snippet of the documentation as it is printed, each alone, and runs programs.

- A snippet of a document is a whole file: it imports and declares all that it uses.
- A snippet of a documentation comment is one too, but for the import of its own library.
- A snippet that does something outside of its declarations is a program. It is run in a folder with
  two scans, `scan-1.jpg` and `scan-2.jpg`, and has to end well within 20 seconds.
- A snippet of a document that only declares something stands in a test, word for word.
- A document that says `<!-- Swift as in FOLDER -->` takes its snippets from the sources in that folder,
  which are compiled and run elsewhere: they stand there word for word, wherever their lines begin.

usage: snippets.py [PATH...]    only the snippets of these files; after `swift build`
"""

import concurrent.futures
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

from built_libraries import BuiltLibraries, manifest_flags
from find_snippets import ROOT, find, tracked

# Fewer than these mean that the search is broken.
LEAST_COUNTS = {"README.md": 4, ".docc/": 20, ".swift": 15}
# What a careful package asks for. SE-0444 wants the import of all that is used.
LANGUAGE = [
    "-swift-version", "6", "-warnings-as-errors", "-enable-upcoming-feature", "ExistentialAny",
    "-enable-upcoming-feature", "MemberImportVisibility"]
SCANS = {"scan-1.jpg": "SampleDocs/phone/orientation1.jpg", "scan-2.jpg": "SampleDocs/camera/letter.jpg"}


def run(command, **options):
    """Runs a command, and returns what it prints if it fails."""
    try:
        result = subprocess.run(
            command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
            text=True, errors="replace", **options)
    except subprocess.TimeoutExpired as error:
        return f"it did not end within {error.timeout} seconds"
    return None if result.returncode == 0 else result.stdout or f"exit status {result.returncode}"


def check(snippet, import_flags, link_flags, work):
    """Compiles a snippet, runs it if it is a program, and returns what is wrong."""
    folder = pathlib.Path(tempfile.mkdtemp(dir=work))
    start = f"import {snippet.library}\n" if snippet.library else ""
    source = folder / "main.swift"
    source.write_text(f'{start}#sourceLocation(file: "{snippet.path}", line: {snippet.line})\n{snippet.text}')
    if snippet.is_manifest:
        return run(["swiftc", *manifest_flags(), "-typecheck", str(source)], cwd=folder)
    command = ["swiftc", *LANGUAGE, *import_flags, str(source)]
    if not snippet.is_program:
        # Data races are found in SIL.
        return run([*command, "-parse-as-library", "-emit-sil", "-o", os.devnull], cwd=folder)
    trouble = run([*command, "-Onone", *link_flags, "-o", "snippet"], cwd=folder)
    if trouble:
        return trouble
    for name, scan in SCANS.items():
        shutil.copy(ROOT / scan, folder / name)
    trouble = run([folder / "snippet"], cwd=folder, timeout=20)
    return trouble and f"{snippet}: error: the program failed: {trouble}"


def stands_in(snippet, patterns):
    """Returns whether a source has a snippet: all of its lines but imports, wherever they begin."""
    def lines(text):
        rows = (row.strip().removeprefix("private ") for row in text.splitlines())
        return [row for row in rows if row and not row.startswith("import ")]

    wanted = "\n" + "\n".join(lines(snippet.text)) + "\n"
    sources = ((ROOT / path).read_text() for path in tracked(*patterns))
    return any(wanted in "\n" + "\n".join(lines(source)) + "\n" for source in sources)


def misplaced(snippet):
    """Returns what is wrong if a snippet is not where it is compiled or tested too."""
    if snippet.taken_from and not stands_in(snippet, [f"{snippet.taken_from}/*.swift"]):
        return f"{snippet}: error: no source in {snippet.taken_from} has this"
    runs = snippet.is_program or snippet.is_manifest
    if not (runs or snippet.library or snippet.taken_from) and not stands_in(
            snippet, ["Tests/*.swift"]):
        return f"{snippet}: error: no test has this, so nothing calls it"
    return None


def too_few(snippets):
    """Names the kinds of files of which fewer snippets were found than there are."""
    for kind, least in LEAST_COUNTS.items():
        count = sum(kind in str(snippet.path) for snippet in snippets)
        if count < least:
            yield f"snippets: error: {count} in files like {kind}, and there are {least} at least"


def main(paths):
    snippets, mistakes = find()
    mistakes += too_few(snippets)
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
    print(f"snippets: {len(snippets)} found, {len(alone)} compiled, {programs} of them run, {len(mistakes)} wrong")
    return 1 if mistakes or not snippets else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
