# SPDX-License-Identifier: Apache-2.0
"""Finds the Swift snippets of all documents and of all documentation comments.

A snippet is a fence that begins with ```swift. What looks like Swift and stands in no such fence is a
mistake, and so is a fence without a language: nobody would compile it.
"""

import dataclasses
import pathlib
import re
import subprocess

ROOT = pathlib.Path(__file__).resolve().parent.parent
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
    """The text of a fence, and where its first line stands."""

    path: pathlib.Path
    line: int
    text: str
    # The library whose comment it stands in, None for a document.
    library: str | None
    # The folder whose sources have it word for word, None for a snippet of its own.
    taken_from: str | None

    def __str__(self):
        return f"{self.path}:{self.line}"

    @property
    def is_manifest(self):
        """Whether it is a `Package.swift`, which other programs run."""
        return "import PackageDescription" in self.text

    @property
    def is_program(self):
        """Whether it does something when it is run, as the file `main.swift` of a package."""
        return any(STATEMENT.match(line) for line in self.text.splitlines()) and not self.is_manifest


def tracked(*patterns):
    """Returns the files of the repository, new ones too, that match, by their paths in it."""
    command = ["git", "ls-files", "--cached", "--others", "--exclude-standard", "--", *patterns]
    listing = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    paths = sorted(set(map(pathlib.Path, listing.stdout.splitlines())))
    return [path for path in paths if (ROOT / path).is_file()]


def documents():
    """Gives each document as its path, its lines with their numbers, no library, and where they are from."""
    for path in tracked("*.md"):
        text = (ROOT / path).read_text()
        source = TAKEN_FROM.search(text)
        yield path, list(enumerate(text.splitlines(), 1)), None, source and source.group(1)


def comments():
    """Gives each documentation comment of a library in the same way, without its slashes."""
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
    """Gives the snippets of a text, and notes what is wrong in it."""
    fence, body, before, is_told = None, [], "", False
    for number, line in lines:
        mark = FENCE.match(line)
        if fence is None and mark:
            fence, body = (number, mark.group(1), mark.group(2)), []
            if not mark.group(2):
                mistakes.append(f"{path}:{number}: error: a fence does not name its language")
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
            mistakes.append(f"{path}:{number}: error: this looks like Swift, and stands in no ```swift fence")
            is_told = True
    if fence:
        mistakes.append(f"{path}:{fence[0]}: error: a fence does not end")


def is_code(before):
    """Whether an indented line behind one that is not is code, and not the rest of a list's item."""
    return not before.strip() or not re.match(r"\s*([-*]|\d+\.) ", before)


def find():
    """Returns all snippets, and what is wrong."""
    snippets, mistakes = [], []
    for text in [*documents(), *comments()]:
        snippets += snippets_in(*text, mistakes)
    return snippets, mistakes
