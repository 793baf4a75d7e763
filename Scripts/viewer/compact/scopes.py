# SPDX-License-Identifier: Apache-2.0
"""The scopes of a module, what each declares, and what each name refers to."""

from dataclasses import dataclass, field

from roles import HEADERS
from tokens import SourceError


@dataclass
class Binding:
    """A declared name; `is_fixed` if other modules or the browser know it by this name."""

    name: str
    scope: "Scope"
    is_fixed: bool = False
    uses: list = field(default_factory=list)


@dataclass
class Scope:
    """The tokens from `start` to `end`."""

    start: int
    end: int
    parent: "Scope | None" = None
    bindings: dict = field(default_factory=dict)
    children: list = field(default_factory=list)


class Scopes:
    """The tree of scopes. `free` has the names that a browser provides."""

    def __init__(self, roles):
        self.roles, self.tokens, self.partner = roles, roles.tokens, roles.partner
        ranges = [(index, self.partner[index]) for index in roles.braces]
        self.functions = self.find_functions()
        ranges += [(start, end) for start, end, _, _ in self.functions] + self.loops()
        self.root = self.tree(sorted(set(ranges), key=lambda each: (each[0], -each[1])))
        self.free = set()
        self.declare()
        self.resolve()

    def text(self, index):
        return self.roles.text(index)

    def tree(self, ranges):
        root = current = Scope(-1, len(self.tokens))
        for start, end in ranges:
            while current.end < start or current.end < end:
                current = current.parent
            child = Scope(start, end, current)
            current.children.append(child)
            current = child
        return root

    def find_functions(self):
        """The start, the end, and the first and last token of the parameters of each function and `catch`."""
        found = []
        for index, token in enumerate(self.tokens):
            if token.text == "=>" and token.kind == "punctuation":
                first = self.partner[index - 1] if self.text(index - 1) == ")" else index - 1
                found.append((first, self.end_of_value(index + 1), first, index - 1))
            elif token.text == "{" and self.text(index - 1) == ")":
                first = self.partner[index - 1]
                if self.text(first - 1) not in HEADERS or self.roles.names.get(first - 1) == "key":
                    found.append((first, self.partner[index], first, index - 1))
        return found

    def end_of_value(self, index):
        """The last token of the expression or block that begins here."""
        if index in self.roles.braces:
            return self.partner[index]
        questions = 0
        while index < len(self.tokens):
            text = self.text(index)
            if text in (",", ";") or self.partner.get(index, index) < index or self.closes_template(index):
                return index - 1
            questions += (text == "?") - (text == ":")
            if questions < 0:
                return index - 1
            index = self.skip(index) + 1
        return index - 1

    def closes_template(self, index):
        return self.tokens[index].kind == "template" and self.tokens[index].text.startswith("}")

    def skip(self, index):
        """The token that ends what begins here: of a bracket its partner, of a template its last part."""
        while self.partner.get(index, index) > index:
            index = self.partner[index]
            if not self.tokens[index].text.endswith("${"):
                break
        return index

    def loops(self):
        found = []
        for index, token in enumerate(self.tokens):
            if token.text == "for" and self.roles.names.get(index) == "keyword":
                opening = index + (2 if self.text(index + 1) == "await" else 1)
                found.append((index, self.end_of_statement(self.partner[opening] + 1)))
        return found

    def end_of_statement(self, index):
        while self.text(index) != ";":
            if self.roles.braces.get(index) == "block":
                return self.partner[index]
            index = self.skip(index) + 1
        return index

    # Declarations.

    def scope_at(self, index):
        scope = self.root
        while inner := next((each for each in scope.children if each.start <= index <= each.end), None):
            scope = inner
        return scope

    def bind(self, index, scope, is_fixed=False):
        name = self.text(index)
        binding = scope.bindings.setdefault(name, Binding(name, scope))
        binding.is_fixed = binding.is_fixed or is_fixed

    def declare(self):
        for start, end, first, last in self.functions:
            scope = self.scope_at(start)
            if self.text(first) == "(":
                self.bind_list(first + 1, last, scope)
            else:
                self.bind(first, scope)
        for index, token in enumerate(self.tokens):
            if token.kind != "name" or self.roles.names[index] not in ("keyword", "reference"):
                continue
            if token.text in ("const", "let", "var") and self.roles.names[index] == "keyword":
                self.bind_declaration(index)
            elif token.text in ("function", "class") and self.roles.names.get(index + 1) == "reference":
                self.bind(index + 1, self.scope_at(index), self.is_exported(index))
            elif token.text == "import" and self.text(index + 1) not in ("(", "."):
                self.bind_import(index)
            elif token.text == "export" and self.text(index + 1) == "{" and self.text(self.partner[index + 1] + 1) != "from":
                self.bind_exports(index + 1)

    def is_exported(self, index):
        return self.text(index - 1) in ("export", "default") or self.text(index - 1) == "async" and self.text(index - 2) == "export"

    def bind_import(self, index):
        while self.text(index) != ";":
            if self.tokens[index].kind == "name" and self.text(index) not in ("import", "from", "as"):
                self.bind(index, self.root, True)
            index += 1

    def bind_exports(self, opening):
        """Keeps the names of a list of exports."""
        for index in range(opening + 1, self.partner[opening]):
            if self.text(index) == "as":
                raise SourceError("an export under another name")
            if self.text(index) != ",":
                self.bind(index, self.root, True)

    def bind_declaration(self, index):
        scope, is_fixed = self.scope_at(index), self.is_exported(index)
        while True:
            index = self.bind_pattern(index + 1, scope, is_fixed) + 1
            if self.text(index) == "=":
                index = self.end_of_value(index + 1) + 1
            if self.text(index) != ",":
                return

    def bind_list(self, index, end, scope, is_fixed=False):
        """Declares the names of a list of patterns, some of which have initial values."""
        while index < end:
            if self.text(index) not in (",", "..."):
                index = self.bind_pattern(index, scope, is_fixed)
            elif self.text(index) == "...":
                index = self.bind_pattern(index + 1, scope, is_fixed)
            if self.text(index + 1) == "=":
                index = self.end_of_value(index + 2)
            index += 1

    def bind_pattern(self, index, scope, is_fixed):
        """Declares the names of a pattern, and returns its last token."""
        if self.text(index) in ("[", "{"):
            self.bind_list(index + 1, self.partner[index], scope, is_fixed)
            return self.partner[index]
        if self.roles.names.get(index) == "key":
            return self.bind_pattern(index + 2, scope, is_fixed)
        if self.roles.names.get(index) not in ("reference", "shorthand"):
            raise SourceError(f"an unknown pattern at {self.text(index)!r}")
        self.bind(index, scope, is_fixed)
        return index

    # References.

    def resolve(self):
        self.uses_of(self.root, iter_references(self.roles))

    def uses_of(self, root, references):
        for index in references:
            scope, name = self.scope_at(index), self.text(index)
            while scope and name not in scope.bindings:
                scope = scope.parent
            if scope:
                scope.bindings[name].uses.append(index)
            else:
                self.free.add(name)


def iter_references(roles):
    return (index for index, role in roles.names.items() if role in ("reference", "shorthand") and not roles.text(index).startswith("#"))
