# SPDX-License-Identifier: Apache-2.0
"""Finds the Swift snippets of all documents and documentation comments.

A snippet is a code block that begins with ```swift. Swift code in any other block, and a fence without a
language, are errors: they would not be compiled.
"""

import dataclasses
import pathlib
import re
import subprocess

ROOT = pathlib.Path(__file__).resolve().parents[2]
FENCE = re.compile(r"( *)```(.*)$")
COMMENT = re.compile(r"( *)///( ?)(.*)$")
LOOKS_LIKE_SWIFT = re.compile(
    r"^\s*(import [A-Z]|(let|var) \w+( =|:)|(public |private )?(func|struct|enum|actor|class) \w+.*\{"
    r"|for (try )?(await )?\w+ in |(try|await) |guard .* else \{|\.(package|product|stream)\()")
STATEMENT = re.compile(
    r"^(?!import |@|public |private |final |func |struct |class |actor |enum |extension |protocol "
    r"|typealias |#|//|\}|\)|\]| )\S")
TAKEN_FROM = re.compile(r"<!-- Swift as in (\S+) -->")


@dataclasses.dataclass
class Snippet:
    """The text of a code block, and the position of its first line."""

    path: pathlib.Path
    line: int
    text: str
    # The library whose comment contains it, None for a document.
    library: str | None
    # The folder whose sources contain it verbatim, None for an independent snippet.
    taken_from: str | None

    def __str__(self):
        return f"{self.path}:{self.line}"

    @property
    def is_manifest(self):
        """Whether it is a `Package.swift`, which SwiftPM runs."""
        return "import PackageDescription" in self.text

    @property
    def is_program(self):
        """Whether it has top-level statements, like a `main.swift`."""
        return any(STATEMENT.match(line) for line in self.text.splitlines()) and not self.is_manifest


def tracked(*patterns):
    """Returns the relative paths of matching files in the repository, including untracked ones."""
    command = ["git", "ls-files", "--cached", "--others", "--exclude-standard", "--", *patterns]
    listing = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    paths = sorted(set(map(pathlib.Path, listing.stdout.splitlines())))
    return [path for path in paths if (ROOT / path).is_file()]


def documents():
    """Yields each document: its path, its numbered lines, no library, and the folder of its snippets."""
    for path in tracked("*.md"):
        text = (ROOT / path).read_text()
        source = TAKEN_FROM.search(text)
        yield path, list(enumerate(text.splitlines(), 1)), None, source and source.group(1)


def comments():
    """Yields each documentation comment of a library in the same form, without its slashes."""
    for path in tracked("Sources/*.swift", "Examples/*.swift"):
        library = path.parts[1] if path.parts[0] == "Sources" else None
        comment = []
        for number, line in enumerate((ROOT / path).read_text().splitlines() + [""], 1):
            found = COMMENT.match(line)
            if found:
                comment.append((number, found.group(3)))
            elif comment:
                yield path, comment, library, None
                comment = []


def snippets_in(path, lines, library, source, mistakes):
    """Yields the snippets of a text, and appends its errors to `mistakes`."""
    fence, body, before, is_told = None, [], "", False
    for number, line in lines:
        mark = FENCE.match(line)
        if fence is None and mark:
            fence, body = (number, mark.group(1), mark.group(2)), []
            if not mark.group(2):
                mistakes.append(f"{path}:{number}: error: the code block names no language")
        elif fence and mark and not mark.group(2):
            if fence[2] == "swift":
                text = "\n".join(row.removeprefix(fence[1]) for row in body) + "\n"
                yield Snippet(path, fence[0] + 1, text, library, source)
            fence = None
        elif fence:
            body.append(line)
        elif not line.startswith("    "):
            before, is_told = line, False
        elif LOOKS_LIKE_SWIFT.match(line) and is_code(before) and not is_told:
            mistakes.append(f"{path}:{number}: error: Swift code outside a ```swift block")
            is_told = True
    if fence:
        mistakes.append(f"{path}:{fence[0]}: error: the code block is not closed")


def is_code(before):
    """Whether an indented line after the unindented line `before` is code, not part of a list item."""
    return not before.strip() or not re.match(r"\s*([-*]|\d+\.) ", before)


def find():
    """Returns all snippets and all errors."""
    snippets, mistakes = [], []
    for text in [*documents(), *comments()]:
        snippets += snippets_in(*text, mistakes)
    return snippets, mistakes
