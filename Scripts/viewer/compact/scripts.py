# SPDX-License-Identifier: Apache-2.0
"""Makes a JavaScript module compact: without comments and spaces, and with short names and words inside of it."""

import itertools
from collections import Counter

from roles import HEADERS, Roles
from scopes import Scopes
from tokens import KEYWORDS, tokens_of

# The letters of short names, in the order of their frequency in code: they repeat what is there anyway.
LETTERS = "etnraiosclpudhmgfbvywxkqjz"
LETTERS += LETTERS.upper() + "_$"
# A line end is needless after and before these: no statement ends there.
CONTINUING = frozenset("; { ( [ , => = + - * / % ? : && || ?? | & ^ < > <= >= === !== == != += -= *= /= ... . ?. ! ~ ??= ||= &&=".split())
CONTINUED = frozenset(") ] } . ?. , ; ? : && || ?? = => === !== == != + - * / % < > <= >= | & ^ += -= ??=".split())


def short_names():
    for length in itertools.count(1):
        for letters in itertools.product(LETTERS, repeat=length):
            name = "".join(letters)
            if name not in KEYWORDS:
                yield name


def compact(source):
    """The compact text of a module, which means the same."""
    tokens = tokens_of(source)
    roles = Roles(tokens)
    scopes = Scopes(roles)
    texts = [token.text for token in tokens]
    rename(scopes, texts)
    rename_private(tokens, texts)
    shorten_words(roles, texts)
    join_declarations(roles, texts)
    return joined(roles, texts)


def rename(scopes, texts):
    """Gives the names of inner scopes the shortest texts, the most frequent ones first."""
    slots, counts = {}, Counter()

    def assign(scope, next_slot):
        own = sorted((each for each in scope.bindings.values() if not each.is_fixed), key=lambda each: -len(each.uses))
        for binding in own:
            slots[id(binding)] = (binding, next_slot)
            counts[next_slot] += len(binding.uses)
            next_slot += 1
        for child in scope.children:
            assign(child, next_slot)

    assign(scopes.root, 0)
    taken = scopes.free | fixed_names(scopes.root)
    names = (name for name in short_names() if name not in taken)
    chosen = {slot: next(names) for slot, _ in sorted(counts.items(), key=lambda each: (-each[1], each[0]))}
    for binding, slot in slots.values():
        for index in binding.uses:
            is_shorthand = scopes.roles.names[index] == "shorthand"
            texts[index] = f"{binding.name}:{chosen[slot]}" if is_shorthand else chosen[slot]


def fixed_names(scope):
    own = {each.name for each in scope.bindings.values() if each.is_fixed}
    return own.union(*(fixed_names(child) for child in scope.children))


def rename_private(tokens, texts):
    counts = Counter(token.text for token in tokens if token.kind == "name" and token.text.startswith("#"))
    names = {name: f"#{short}" for (name, _), short in zip(counts.most_common(), short_names())}
    for index, token in enumerate(tokens):
        if token.kind == "name" and token.text in names:
            texts[index] = names[token.text]


def shorten_words(roles, texts):
    """Makes constants variables, which nobody assigns either, and writes truth values as numbers that are negated."""
    for index, token in enumerate(roles.tokens):
        if roles.names.get(index) != "keyword":
            continue
        if token.text == "const":
            texts[index] = "let"
        elif token.text in ("true", "false") and roles.text(index + 1) not in (".", "?.", "[", "(", "**"):
            texts[index] = "!0" if token.text == "true" else "!1"


def join_declarations(roles, texts):
    """Makes one declaration of those that follow each other. The word of the second one becomes empty."""
    is_open = [False]  # whether a declaration that another one can join is open, for each pair of brackets
    for index, token in enumerate(roles.tokens):
        if token.newline and index and needs_line_end(roles, index - 1, index):
            is_open[-1] = False
        if opens(token):
            is_open.append(False)
        elif closes(token):
            is_open.pop()
        elif is_declaration(roles, index):
            is_open[-1] = is_open[-1] or roles.text(index - 1) in ("", ";", "{", "}")
        elif token.text == ";" and token.kind == "punctuation":
            is_open[-1] = is_open[-1] and is_declaration(roles, index + 1)
            if is_open[-1]:
                texts[index], texts[index + 1] = ",", ""


def is_declaration(roles, index):
    return roles.names.get(index) == "keyword" and roles.tokens[index].text in ("const", "let")


def opens(token):
    if token.kind == "template":
        return token.text.startswith("`") and token.text.endswith("${")
    return token.kind == "punctuation" and token.text in ("(", "[", "{")


def closes(token):
    if token.kind == "template":
        return token.text.startswith("}") and not token.text.endswith("${")
    return token.kind == "punctuation" and token.text in (")", "]", "}")


def joined(roles, texts):
    """The texts with the line ends and spaces that they need."""
    result, last = [], -1
    for index, token in enumerate(roles.tokens):
        if not texts[index] or is_needless(roles, index):
            continue
        if last >= 0:
            result.append(separator(roles, texts, last, index))
        result.append(texts[index])
        last = index
    return "".join(result) + "\n"


def is_needless(roles, index):
    """Whether a token says nothing: a comma at the end of a list, a semicolon at the end of a block."""
    before, text, after = (roles.text(each) for each in (index - 1, index, index + 1))
    if text == "," and after in ("}", "]", ")"):
        return before not in ("[", ",")
    if text == "(" and roles.text(index + 2) == ")":
        return is_single_parameter(roles, index)
    if text == ")" and roles.text(index - 2) == "(":
        return is_single_parameter(roles, index - 2)
    if text == ";" and after == "}":
        is_header = before == ")" and roles.text(roles.partner[index - 1] - 1) in HEADERS
        return before not in (";", "else") and not is_header
    return False


def is_single_parameter(roles, opening):
    """Whether these are the parentheses around the only parameter of an arrow function."""
    return roles.text(opening + 3) == "=>" and roles.tokens[opening + 1].kind == "name" and roles.text(opening - 1) != "async"


def separator(roles, texts, last, index):
    token = roles.tokens[index]
    before, after = texts[last][-1], texts[index][0]
    is_word = lambda character: character.isalnum() or character in "_$#" or ord(character) > 127
    if token.newline and needs_line_end(roles, last, index):
        return "\n"
    if is_word(before) and is_word(after) or before == after and after in "+-/":
        return " "
    if roles.tokens[last].kind == "number" and after == ".":
        return " "
    return ""


def needs_line_end(roles, last, index):
    before, after = roles.tokens[last], roles.tokens[index]
    if before.kind == "punctuation" and before.text in CONTINUING or after.kind == "punctuation" and after.text in CONTINUED:
        return False
    if after.kind == "template" and after.text.startswith("}") or before.kind == "template" and before.text.endswith("${"):
        return False
    if before.text == ")" and before.kind == "punctuation":
        return roles.text(roles.partner[last] - 1) not in HEADERS
    if before.text == "}" and before.kind == "punctuation":
        return roles.braces[roles.partner[last]] not in ("block", "class")
    return True
