#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Checks that the folders inside the modules form layers.

Reads which types each folder declares and which of them the files of other folders use. Folders that
use each other in a cycle fail the check. So does a folder that uses a type of a higher layer, and a
folder that Scripts/layers.txt does not list.

    Scripts/layers.py                 checks the modules of Scripts/layers.txt
    Scripts/layers.py --show MODULE   prints each use of another folder, with files and types
"""
import argparse
import pathlib
import re
import sys
from collections import defaultdict

DECLARATION = re.compile(
    r"^(?P<indent>[ ]*)(?:@\w+(?:\([^)]*\))?\s+)*"
    r"(?:(?:public|package|internal|fileprivate|private|final|indirect|nonisolated|distributed|unsafe)"
    r"(?:\([a-z]+\))?\s+)*"
    r"(?:struct|class|enum|actor|protocol|typealias)\s+(?P<name>[A-Z]\w*)",
    re.M,
)
NOISE = re.compile(r'"""(?:.|\n)*?"""|"(?:\\.|[^"\\\n])*"|/\*(?:.|\n)*?\*/|//[^\n]*')
WORD = re.compile(r"\b[A-Z]\w*")


def code_of(text):
    """Returns the text of a file without comments and string literals."""
    return NOISE.sub(" ", text)


class Module:
    def __init__(self, root):
        self.root = root
        self.words = {}
        self.owner = {}
        ambiguous = set()
        for path in sorted(root.rglob("*.swift")):
            code = code_of(path.read_text())
            self.words[path] = set(WORD.findall(code))
            for match in DECLARATION.finditer(code):
                name = match["name"]
                # A nested type is used through its outer type.
                if match["indent"]:
                    continue
                folder = self.folder(path)
                if self.owner.setdefault(name, folder) != folder:
                    ambiguous.add(name)
        for name in ambiguous:
            del self.owner[name]

    def folder(self, path):
        parent = path.parent.relative_to(self.root)
        return str(parent) if parent.parts else "."

    def edges(self):
        """Returns a dictionary: folder -> used folder -> {(file, type)}."""
        result = defaultdict(lambda: defaultdict(set))
        for path, words in self.words.items():
            here = self.folder(path)
            for word in words:
                there = self.owner.get(word)
                if there is not None and there != here:
                    result[here][there].add((path.name, word))
        return result


def cycles(edges):
    """Returns the strongly connected components of several folders (Tarjan's algorithm)."""
    index, low, stack, on_stack, found = {}, {}, [], set(), []

    def visit(node):
        index[node] = low[node] = len(index)
        stack.append(node)
        on_stack.add(node)
        for other in sorted(edges.get(node, {})):
            if other not in index:
                visit(other)
                low[node] = min(low[node], low[other])
            elif other in on_stack:
                low[node] = min(low[node], index[other])
        if low[node] == index[node]:
            group = []
            while True:
                top = stack.pop()
                on_stack.discard(top)
                group.append(top)
                if top == node:
                    break
            if len(group) > 1:
                found.append(sorted(group))

    for node in sorted(edges):
        if node not in index:
            visit(node)
    return found


def read_table(path):
    """Returns a dictionary: module -> layers, lowest first. A line is 'Module: A B < C < D'."""
    table = {}
    for number, line in enumerate(path.read_text().splitlines(), 1):
        line = line.split("#")[0].strip()
        if not line:
            continue
        module, colon, layers = line.partition(":")
        if not colon:
            sys.exit(f"{path}:{number}: expected 'Module: folder folder < folder'")
        table.setdefault(module.strip(), []).extend(
            layer.split() for layer in layers.split("<") if layer.strip())
    return table


def violations(module, edges, layers):
    rank = {folder: number for number, layer in enumerate(layers) for folder in layer}
    folders = {module.folder(path) for path in module.words}
    for folder in sorted(folders - set(rank)):
        yield f"{folder} is missing in the table"
    for folder in sorted(set(rank) - folders):
        yield f"{folder} is in the table and not in the module"
    for here, used in sorted(edges.items()):
        for there, causes in sorted(used.items()):
            if here in rank and there in rank and rank[there] > rank[here]:
                file, name = sorted(causes)[0]
                yield f"{here}/{file} uses {name} of {there}, a layer above ({len(causes)} uses)"


def main():
    parser = argparse.ArgumentParser(description="Checks the layers inside the modules.")
    parser.add_argument("--show", metavar="MODULE", help="print the edges of one module")
    options = parser.parse_args()
    scripts = pathlib.Path(__file__).resolve().parent
    sources = scripts.parent / "Sources"
    if options.show:
        module = Module(sources / options.show)
        for folder, used in sorted(module.edges().items()):
            for other, causes in sorted(used.items()):
                print(f"{folder} -> {other}: " + ", ".join(
                    f"{file}:{name}" for file, name in sorted(causes)[:12]))
        for group in cycles(module.edges()):
            print("cycle: " + ", ".join(group))
        return 0
    table = read_table(scripts / "layers.txt")
    problems = 0
    for name, layers in sorted(table.items()):
        module = Module(sources / name)
        edges = module.edges()
        lines = ["cycle: " + ", ".join(group) for group in cycles(edges)]
        lines += violations(module, edges, layers)
        for line in lines:
            problems += 1
            print(f"layers: {name}: {line}", file=sys.stderr)
    print(f"layers: {len(table)} modules, {problems} problems")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
