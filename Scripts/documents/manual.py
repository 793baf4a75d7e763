#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Generates the man page of a program from its own help.

usage: manual.py PROGRAM > PROGRAM.1

The program prints its commands and options as JSON with --experimental-dump-help.
"""

import json
import os
import subprocess
import sys
import time


def escaped(text):
    """Returns text escaped for roff."""
    text = text.replace("\\", "\\e").replace("-", "\\-").replace("`", "\\(ga").replace("^", "\\(ha")
    text = text.replace("'", "\\(aq").replace("~", "\\(ti")
    return "\\&" + text if text.startswith(".") else text


def is_heading(line):
    return line.isupper() and not line.startswith(" ")


def blocks(text):
    """Splits a text into ('heading' | 'paragraph' | 'lines', lines)."""
    kind, lines = None, []
    for line in text.split("\n") + [""]:
        if not line.strip():
            new = None
        elif is_heading(line):
            new = "heading"
        else:
            new = "lines" if line.startswith(" ") else "paragraph"
        if new != kind or new == "heading":
            if kind:
                yield kind, lines
            lines = []
        kind = new
        if new:
            lines.append(line)


def prose(text, heading):
    """Returns a help text as roff; its headings use the macro `heading`."""
    out = []
    for kind, lines in blocks(text):
        if kind == "heading":
            out.append(f'{heading} "{escaped(lines[0])}"')
        elif kind == "paragraph":
            out += [".PP"] + [escaped(line) for line in lines]
        else:
            out += [".PP", ".nf"] + [escaped(line) for line in lines] + [".fi"]
    return out


def name(option):
    dash = "-" if option["kind"] == "short" else "--"
    return f"\\fB{escaped(dash + option['name'])}\\fR"


def label(argument):
    value = f"\\fI{escaped(argument.get('valueName', ''))}\\fR"
    if argument["kind"] == "positional":
        return value + (" ..." if argument["isRepeating"] else "")
    names = ", ".join(name(option) for option in sorted(
        argument["names"], key=lambda option: option["kind"] != "short"))
    return names + (f" {value}" if argument["kind"] == "option" else "")


def description(argument):
    text = argument.get("abstract", "")
    values, default = argument.get("allValues", []), argument.get("defaultValue")
    facts = ["values: " + ", ".join(values)] if values else []
    facts += [f"default: {default}"] if default else []
    return text + (f" ({'; '.join(facts)})" if facts else "")


def arguments(command):
    out = []
    for argument in command.get("arguments", []):
        if argument.get("shouldDisplay", True):
            out += [".TP", label(argument), escaped(description(argument))]
    return out


def synopsis(command, path):
    shown = [a for a in command.get("arguments", []) if a.get("shouldDisplay", True)]
    words = [f"\\fB{escaped(path)}\\fR"] + ["[\\fIoptions\\fR]"]
    for argument in shown:
        if argument["kind"] == "positional":
            words.append(label(argument) if not argument["isOptional"] else f"[{label(argument)}]")
        elif not argument["isOptional"]:
            words.append(label({**argument, "names": [argument["preferredName"]]}))
    return " ".join(words)


def commands(command, path):
    """Yields all commands without subcommands, with their full names."""
    subcommands = [c for c in command.get("subcommands", []) if c["commandName"] != "help"]
    if command.get("arguments") and not subcommands:
        yield path, command
    for inner in subcommands:
        yield from commands(inner, f"{path} {inner['commandName']}")


def page(root, version, day):
    title = root["commandName"]
    all_commands = list(commands(root, title))
    out = [f'.TH {escaped(title.upper())} 1 "{day}" "{title} {version}" "User Commands"', ".SH NAME"]
    abstract = root["abstract"].rstrip(".")
    out.append(escaped(f"{title} - {abstract[0].lower()}{abstract[1:]}"))
    out.append(".SH SYNOPSIS")
    for path, command in all_commands:
        out += [synopsis(command, path), ".br"]
    if root.get("discussion"):
        out.append(".SH DESCRIPTION")
        out += prose(root["discussion"], ".SH")
    out.append(".SH COMMANDS")
    for path, command in all_commands:
        out += [f'.SS "{escaped(path)}"', ".PP", escaped(command["abstract"])]
        out += arguments(command)
        out += prose(command.get("discussion", ""), ".PP\n.B")
    # Groups of commands, such as 'store', explain what their commands have in common.
    for group in root["subcommands"]:
        if group.get("subcommands") and group.get("discussion"):
            out.append(f".SH {escaped(group['commandName'].upper())}S")
            out += prose(group["discussion"], ".SS")
    return "\n".join(line for line in out) + "\n"


def main():
    if len(sys.argv) != 2:
        sys.exit("usage: manual.py PROGRAM")
    program = os.path.abspath(sys.argv[1])

    def ask(option):
        return subprocess.run([program, option], check=True, capture_output=True, text=True).stdout

    root = json.loads(ask("--experimental-dump-help"))["command"]
    seconds = int(os.environ.get("SOURCE_DATE_EPOCH", time.time()))
    day = time.strftime("%Y-%m-%d", time.gmtime(seconds))
    sys.stdout.write(page(root, ask("--version").strip(), day))


main()
