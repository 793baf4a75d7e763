# SPDX-License-Identifier: Apache-2.0
"""The tokens of a JavaScript module, without comments."""

import re
from dataclasses import dataclass

PATTERN = re.compile(
    r"""(?P<space>[\s]+|//[^\n]*|/\*.*?\*/)
    |(?P<name>\#?(?:[^\W\d]|\$)[\w$]*)
    |(?P<number>(?:0[xXbBoO][\da-fA-F_]+|(?:\d[\d_]*\.?[\d_]*|\.\d[\d_]*)(?:[eE][+-]?\d+)?)n?)
    |(?P<string>"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*')
    |(?P<punctuation>>>>=|\.\.\.|===|!==|\*\*=|<<=|>>=|>>>|&&=|\|\|=|\?\?=|=>|==|!=|<=|>=|&&|\|\||\?\?|\?\.(?!\d)
      |\+\+|--|\+=|-=|\*=|/=|%=|&=|\|=|\^=|<<|>>|\*\*|[{}()\[\];,<>+\-*/%&|^!~?:=.@])""",
    re.VERBOSE | re.DOTALL)
EXPRESSION = re.compile(r"/(?:[^/\\\[\n]|\\.|\[(?:[^\]\\\n]|\\.)*\])+/[a-z]*")
TEXT = re.compile(r"(?:[^`\\$]|\\.|\$(?!\{))*", re.DOTALL)

KEYWORDS = frozenset(
    "await break case catch class const continue debugger default delete do else export extends false finally for function if "
    "import in instanceof let new null of return static super switch this throw true try typeof var void while with yield async "
    "get set".split())
# Words that are names where no keyword can stand.
CONTEXTUAL = frozenset("async get of set static let".split())


class SourceError(ValueError):
    """The source has a form that the tool does not know."""


@dataclass
class Token:
    """`kind` is name, number, string, expression, template or punctuation."""

    kind: str
    text: str
    newline: bool  # whether a line ends before it

    def __eq__(self, other):
        return self is other if isinstance(other, Token) else self.text == other


def begins_expression(tokens):
    """Whether a slash after these tokens begins a regular expression, not a division."""
    if not tokens:
        return True
    last = tokens[-1]
    if last.kind == "name":
        return last.text in KEYWORDS - CONTEXTUAL - {"this", "super", "null", "true", "false"}
    if last.kind == "template":
        return last.text.endswith("${")
    return last.kind == "punctuation" and last.text not in (")", "]", "}")


def tokens_of(source):
    """Splits a module. The parts of a template are tokens that end with `${` or begin with `}`."""
    tokens, position, newline = [], 0, False
    braces = []  # for each open brace, whether it belongs to a template
    while position < len(source):
        character = source[position]
        if character == "`" or character == "}" and braces and braces[-1]:
            if character == "}":
                braces.pop()
            text, position, is_open = template_part(source, position)
            tokens.append(Token("template", text, newline))
            if is_open:
                braces.append(True)
            newline = False
            continue
        match = PATTERN.match(source, position)
        kind = match.lastgroup if match else None
        if character == "/" and kind != "space" and begins_expression(tokens):
            match, kind = EXPRESSION.match(source, position), "expression"
        if not match:
            raise SourceError(f"unknown text: {source[position:position + 30]!r}")
        position = match.end()
        if kind == "space":
            newline = newline or "\n" in match.group()
            continue
        if match.group() == "{":
            braces.append(False)
        elif match.group() == "}":
            braces.pop()
        tokens.append(Token(kind, match.group(), newline))
        newline = False
    return tokens


def template_part(source, position):
    """The part of a template that begins here, its end, and whether an expression follows."""
    end = TEXT.match(source, position + 1).end()
    if source.startswith("${", end):
        return source[position:end + 2], end + 2, True
    if source.startswith("`", end):
        return source[position:end + 1], end + 1, False
    raise SourceError("a template has no end")


def partners(tokens):
    """For the index of each bracket, that of the one that closes or opens it."""
    partner, open_brackets = {}, []
    for index, token in enumerate(tokens):
        if token.kind == "template":
            opens, closes = token.text.endswith("${"), token.text.startswith("}")
        else:
            opens, closes = (token.kind == "punctuation" and token.text in each for each in (("(", "[", "{"), (")", "]", "}")))
        if closes:
            other = open_brackets.pop()
            partner[index], partner[other] = other, index
        if opens:
            open_brackets.append(index)
    if open_brackets:
        raise SourceError("a bracket has no end")
    return partner
