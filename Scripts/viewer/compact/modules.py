# SPDX-License-Identifier: Apache-2.0
"""The modules of the viewer: what each imports and exports, and what a page loads with them."""

import posixpath
from dataclasses import dataclass, field

from roles import Roles
from tokens import SourceError, tokens_of


@dataclass
class Use:
    """An import of another module: at once or later, of some names or of all (`None`)."""

    target: str
    names: "list | None"
    is_late: bool
    place: int  # the index of the string that names the other module


@dataclass
class Module:
    """A module by its name, which is a path below the folder of all modules."""

    name: str
    source: str
    uses: list = field(default_factory=list)
    exports: list = field(default_factory=list)
    statements: list = field(default_factory=list)  # first and last token of each import and each list of exports
    marks: list = field(default_factory=list)  # the words `export` before declarations

    def __post_init__(self):
        self.tokens = tokens_of(self.source)
        self.roles = Roles(self.tokens)
        for index, token in enumerate(self.tokens):
            if token.kind == "name" and self.roles.names[index] == "keyword":
                self.read(index)

    def text(self, index):
        return self.roles.text(index)

    def read(self, index):
        word, after = self.text(index), self.text(index + 1)
        if word == "import" and after == "(":
            self.use(index + 2, None, True)
        elif word == "import" and after != ".":
            self.read_list(index, self.end_of(index))
        elif word == "export" and after in ("{", "*"):
            self.read_list(index, self.end_of(index))
        elif word == "export":
            self.marks.append(index)
            self.exports += self.declared(index + 1)

    def end_of(self, index):
        while self.text(index) != ";":
            index += 1
        return index

    def read_list(self, start, end):
        """Reads an import, or a list of exports."""
        words = [self.text(index) for index in range(start + 1, end)]
        if "as" in words and "*" not in words:
            raise SourceError(f"{self.name}: a name that is imported or exported under another one")
        self.statements.append((start, end))
        names = [word for word in words if word not in ("{", "}", ",", "from", "")]
        if self.text(start) == "export":
            self.exports += names
        if self.tokens[end - 1].kind == "string":
            self.use(end - 1, None if "*" in words else names, False)

    def use(self, place, names, is_late):
        if self.tokens[place].kind != "string":
            raise SourceError(f"{self.name}: the name of a module is no string")
        path = self.tokens[place].text[1:-1]
        self.uses.append(Use(posixpath.normpath(posixpath.join(posixpath.dirname(self.name), path)), names, is_late, place))

    def declared(self, index):
        """The names of the declaration that begins here."""
        if self.text(index) == "async":
            index += 1
        if self.text(index) not in ("const", "let", "function", "class") or self.text(index + 1) in ("{", "[", "*"):
            raise SourceError(f"{self.name}: an unknown form of export")
        return [self.text(index + 1)]


def reached(modules, start, and_late=False):
    """The modules that a module needs when it is loaded, or ever: those that run first come first."""
    found, path = [], []

    def visit(name):
        if name in path and not and_late:
            raise SourceError(f"{name} imports itself: {' > '.join(path)}")
        if name in found or name in path:
            return
        path.append(name)
        for use in modules[name].uses:
            if and_late or not use.is_late:
                visit(use.target)
        found.append(path.pop())

    visit(start)
    return found
