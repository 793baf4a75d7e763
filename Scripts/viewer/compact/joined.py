# SPDX-License-Identifier: Apache-2.0
"""Joins the modules of first screens: a browser takes longer for many small files than for a large one.

What only one page uses becomes part of its own script. What other pages use as well, now or later, is in
shared/PAGE of the first page that needs it at once. Modules that no first screen needs stay as they are, and import
from the joined ones: each module is loaded once.
"""

import posixpath

from modules import Module, reached
from scopes import Scopes
from tokens import SourceError


def joined(sources, pages):
    """The sources of the files that browsers get, by their names.

    `sources` are those of the modules, `pages` the names of the modules that pages load.
    """
    modules = {name: Module(name, source) for name, source in sources.items()}
    homes = homes_of(modules, pages)
    order = [name for page in pages for name in reached(modules, page)]
    files = {}
    for home in dict.fromkeys(homes.values()):
        parts = [name for name in dict.fromkeys(order) if homes[name] == home]
        if parts:
            files[home] = Joint(home, [modules[name] for name in parts], modules, homes).source()
    for name, module in modules.items():
        if homes[name] == name and name not in files:
            files[name] = rendered(module, redirected(module, name, homes))
    return files


def homes_of(modules, pages):
    """The file that contains a module, for each of them."""
    first = {page: set(reached(modules, page)) for page in pages}
    ever = {page: set(reached(modules, page, and_late=True)) for page in pages}
    homes = {}
    for name in modules:
        needed = [page for page in pages if name in first[page]]
        known = [page for page in pages if name in ever[page]]
        homes[name] = name if not needed else known[0] if len(known) == 1 else f"shared/{needed[0]}"
    return homes


def redirected(module, home, homes):
    """The texts of the tokens of a module, in which the names of other modules are those of their files."""
    texts = [token.text for token in module.tokens]
    for use in module.uses:
        path = posixpath.relpath(homes[use.target], posixpath.dirname(home) or ".")
        texts[use.place] = f'"{path}"' if path.startswith(".") else f'"./{path}"'
    return texts


def rendered(module, texts):
    """A source without comments."""
    return "".join(("\n" if token.newline else " ") + text for token, text in zip(module.tokens, texts) if text) + "\n"


class Joint:
    """Modules in one file, in the order in which they run."""

    def __init__(self, home, parts, modules, homes):
        self.home, self.parts, self.modules, self.homes = home, parts, modules, homes
        self.scopes = {part.name: Scopes(part.roles) for part in parts}
        self.own = {part.name: self.own_names(part) for part in parts}
        self.names = {}  # the names in the file, by module and name
        for part in parts:
            self.check(part)
        self.choose()

    def source(self):
        imports, exports = self.imports(), self.exported()
        lines = [f"import {{ {', '.join(names)} }} from {path};" for path, names in sorted(imports.items())]
        bodies = [self.body(part) for part in self.parts]
        return "\n".join(lines) + "".join(bodies) + (f"export {{ {', '.join(exports)} }};\n" if exports else "")

    def check(self, part):
        """Refuses what would mean something else in the joined file."""
        has_address = any(part.text(index) == "import" and part.text(index + 1) == "." for index in range(len(part.tokens)))
        if has_address and part.name.count("/") != self.home.count("/"):
            raise SourceError(f"{part.name} knows its address, and moves to {self.home}")
        if {name for name, each in self.scopes[part.name].root.bindings.items() if each.is_fixed} & set(self.own[part.name]) != set(part.exports):
            raise SourceError(f"{part.name}: an unknown form of export")
        for use in part.uses:
            if not use.is_late and use.names is None:
                raise SourceError(f"{part.name} imports all names of {use.target}")
            if not use.is_late and part.text(self.start_of(part, use.place)) == "export":
                raise SourceError(f"{part.name} exports names of {use.target}")

    def start_of(self, part, place):
        return next(start for start, end in part.statements if start <= place <= end)

    def own_names(self, part):
        """The names that a module declares, without those that it imports."""
        imported = {name for use in part.uses if not use.is_late for name in use.names or []}
        return [name for name in self.scopes[part.name].root.bindings if name not in imported]

    # Names.

    def exported(self):
        """The names that other files need. All names of a module that is imported later."""
        found = []
        for module in self.modules.values():
            for use in module.uses:
                if self.homes[use.target] == self.home and (use.is_late or self.homes[module.name] != self.home):
                    found += self.modules[use.target].exports if use.names is None else use.names
        return sorted(set(found))

    def imports(self):
        """The names from other files, by their paths."""
        found = {}
        for part in self.parts:
            texts = redirected(part, self.home, self.homes)
            for use in part.uses:
                if not use.is_late and self.homes[use.target] != self.home:
                    names = found.setdefault(texts[use.place], [])
                    names += [name for name in use.names if name not in names]
        return found

    def choose(self):
        """Gives each declared name one of its own. Names that other files know stay as they are."""
        free = set().union(*(scopes.free for scopes in self.scopes.values()))
        imported = [name for names in self.imports().values() for name in names]
        fixed = self.exported()
        taken = free | set(imported)
        if len(imported) != len(set(imported)) or taken & set(fixed):
            raise SourceError(f"{self.home}: a name has two meanings: {sorted(taken & set(fixed)) or sorted(imported)}")
        self.words = {token.text for part in self.parts for token in part.tokens if token.kind == "name"}
        for is_fixed in (True, False):
            for part in self.parts:
                for name in self.own[part.name]:
                    if (name in fixed and name in part.exports) == is_fixed:
                        self.names[part.name, name] = self.chosen(name, taken, is_fixed)
                        taken.add(self.names[part.name, name])

    def chosen(self, name, taken, is_fixed):
        if name not in taken:
            return name
        if is_fixed:
            raise SourceError(f"{self.home}: two modules export {name}")
        number = 2
        while f"{name}{number}" in taken or f"{name}{number}" in self.words:
            number += 1
        return f"{name}{number}"

    def meaning(self, part, name):
        """The name in the file of a name at the top of a module."""
        for use in part.uses:
            if not use.is_late and name in use.names:
                return self.names.get((use.target, name), name)
        return self.names[part.name, name]

    # Texts.

    def body(self, part):
        """The text of a module without imports and exports."""
        texts = redirected(part, self.home, self.homes)
        for binding in self.scopes[part.name].root.bindings.values():
            name = self.meaning(part, binding.name)
            for index in binding.uses if name != binding.name else []:
                texts[index] = f"{binding.name}: {name}" if part.roles.names[index] == "shorthand" else name
        for start, end in part.statements:
            texts[start:end + 1] = [""] * (end + 1 - start)
        for index in part.marks:
            texts[index] = ""
        return rendered(part, texts)
