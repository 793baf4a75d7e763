#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Checks that every Swift example of the README and of the documentation stands in a test.

A line counts without the space around it and without `private`; blank lines and imports do not count.
"""

import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent


def lines(text):
    stripped = (line.strip().removeprefix("private ") for line in text.splitlines())
    return [line for line in stripped if line and not line.startswith(("import ", "@testable "))]


def contains(test, example):
    starts = (place for place, line in enumerate(test) if line == example[0])
    return any(test[start:start + len(example)] == example for start in starts)


def main():
    tests = [lines(path.read_text()) for path in sorted((ROOT / "Tests").rglob("*.swift"))]
    articles = [ROOT / "README.md", *sorted((ROOT / "Sources").glob("*/*.docc/*.md"))]
    count, missing = 0, []
    for article in articles:
        for block in re.findall(r"^```swift\n(.*?)^```", article.read_text(), re.M | re.S):
            count += 1
            example = lines(block)
            if not any(contains(test, example) for test in tests):
                missing.append(f"{article.relative_to(ROOT)}: no test has: {example[0]}")
    for line in missing:
        print(line, file=sys.stderr)
    print(f"examples: {count - len(missing)} of {count} stand in a test")
    return 1 if missing else 0


if __name__ == "__main__":
    sys.exit(main())
