# SPDX-License-Identifier: Apache-2.0
"""What the braces and names of a module are: blocks, objects, classes; properties, keys, references."""

from tokens import CONTEXTUAL, KEYWORDS, SourceError, partners

HEADERS = frozenset(["if", "for", "while", "switch", "with"])
BEFORE_BLOCKS = frozenset(["else", "try", "do", "finally"])
BEFORE_OBJECTS = KEYWORDS - CONTEXTUAL - BEFORE_BLOCKS - {"this", "super"}


class Roles:
    """`braces[i]` is block, body, class, object or list for the brace with the index i; `names[i]` is reference, property, key,
    shorthand, keyword or specifier for the name with the index i."""

    def __init__(self, tokens):
        self.tokens = tokens
        self.partner = partners(tokens)
        self.braces, self.names = {}, {}
        for index, token in enumerate(tokens):
            if token.text == "{" and token.kind == "punctuation":
                self.braces[index] = self.brace(index)
        self.parents = self.innermost()
        for index, token in enumerate(tokens):
            if token.kind == "name":
                self.names[index] = self.name(index)

    def text(self, index):
        return self.tokens[index].text if 0 <= index < len(self.tokens) and self.tokens[index].kind != "string" else ""

    def brace(self, index):
        """The kind of an opening brace, by what is before it."""
        before = self.tokens[index - 1] if index else None
        if before is None or before.kind == "punctuation" and before.text in (";", "{", "}"):
            return "block"
        if before.text == "=>":
            return "body"
        if before.text == ")":
            opening = self.partner[index - 1]
            return "body" if self.is_expression_of_function(opening) else "block"
        if before.text == ":":
            return "block" if self.is_case(index - 1) else "object"
        if before.kind == "name" and before.text in ("import", "export"):
            return "list"
        if before.kind == "name" and before.text in BEFORE_BLOCKS | {"static"}:
            return "block"
        if before.kind == "name" and before.text not in BEFORE_OBJECTS or before.text in (")", "]"):
            return self.class_before(index)
        return "object"

    def is_expression_of_function(self, opening):
        """Whether the list of parameters that begins here is that of a function that is a value."""
        start = opening - 1 if self.text(opening - 1) == "function" else opening - 2
        return self.text(start) == "function" and self.text(start - 1) not in ("", ";", "}", "{", "export", "default", "async")

    def is_case(self, colon):
        index = colon - 1
        while index >= 0 and self.text(index) not in (";", "{", "}", ",", "?", "("):
            if self.text(index) in ("case", "default"):
                return True
            index = self.partner[index] - 1 if self.text(index) in (")", "]") else index - 1
        return False

    def class_before(self, index):
        while index > 0 and self.text(index) not in (";", "}"):
            index -= 1
            if self.text(index) == "class":
                return "class"
        raise SourceError(f"an unknown brace near {self.tokens[index].text!r}")

    def innermost(self):
        """The index of the innermost opening bracket around each token."""
        parents, stack = [], [-1]
        for index, token in enumerate(self.tokens):
            partner = self.partner.get(index)
            if partner is not None and (partner < index or token.text.startswith("}")):
                stack.pop()
            parents.append(stack[-1])
            if partner is not None and (partner > index or token.text.endswith("${")):
                stack.append(index)
        return parents

    def name(self, index):
        """The role of a name."""
        text, parent = self.text(index), self.parents[index]
        before, after = self.text(index - 1), self.text(index + 1)
        if before in (".", "?."):
            return "property"
        kind = self.braces.get(parent)
        if kind == "class" and self.is_member(index, parent) or kind == "object" and self.begins_entry(index, parent):
            if after in ("(", ":") or kind == "class" and after in ("=", ";", "}"):
                return "key"
            if kind == "object" and text not in ("get", "set", "async"):
                return "shorthand"
            return "keyword"
        if kind == "list" or text == "as" and self.is_import(index):
            return "specifier"
        if text in KEYWORDS - CONTEXTUAL or text in CONTEXTUAL and self.is_keyword(index):
            return "keyword"
        if after == ":" and before in ("", ";", "{", "}") and kind in (None, "block", "body"):
            raise SourceError(f"the label {text}")
        return "reference"

    def is_keyword(self, index):
        """Whether a word that can be a name is none here: another name or a pattern follows, or a function."""
        after = self.tokens[index + 1] if index + 1 < len(self.tokens) else None
        if after is None or after.newline:
            return False
        follows = after.kind in ("name", "string", "template", "number") or after.text in ("[", "{")
        return follows or self.text(index) == "async" and after.text == "("

    def is_import(self, index):
        while index >= 0 and self.text(index) != ";":
            if self.text(index) == "import":
                return True
            index -= 1
        return False

    def begins_entry(self, index, parent):
        start = index - 1
        while self.text(start) in ("get", "set", "async", "*") and start > parent:
            start -= 1
        return start == parent or self.text(start) == "," and self.parents[start] == parent

    def is_member(self, index, parent):
        """Whether a name in the braces of a class is that of a member, or a word before it: it is in no initial value."""
        at = index - 1
        while at > parent:
            if self.partner.get(at, at) < at:
                # The body of a method ends a member; a list of values does not.
                if self.tokens[at].text == "}" and self.braces.get(self.partner[at]) == "block":
                    return True
                at = self.partner[at]
            elif self.text(at) == ";":
                return True
            elif self.text(at) == "=":
                return False
            at -= 1
        return True
