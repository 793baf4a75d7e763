#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes the files of the viewer as the server sends them: scripts and styles compact, and everything with gzip.

usage: compact SOURCE TARGET [--check | --scripts]

--check writes nothing, and fails if TARGET is not what it would write; --scripts writes the compact scripts alone.
TARGET has the folders of SOURCE, without those of the tests and of the compact files. It gets the compact scripts and styles, and NAME.gz of each file. Whether a NAME.gz is up to date depends on what it contains,
not on its bytes: other versions of an encoder make others.
"""

import argparse
import gzip
import pathlib
import sys
import zlib

import joined
import scripts
import styles

COMPACT = (".js", ".css")
KINDS = (".js", ".css", ".svg", ".wasm")
LEFT_OUT = ("compact", "tests")
# The modules that pages load by themselves.
PAGES = ("document.js", "library.js", "plain.js")


def encoded(data):
    """The smallest gzip that there is an encoder for."""
    try:
        import zopfli.gzip
    except ImportError:
        sys.exit("compact: there is no zopfli; Scripts/viewer-assets.sh installs it")
    return zopfli.gzip.compress(data, numiterations=30)


def decoded(path):
    """What a file with gzip contains, nothing if there is none."""
    try:
        return gzip.decompress(path.read_bytes())
    except (OSError, EOFError, zlib.error):
        return None


def sources(folder):
    """The bytes of all files that browsers load, by their paths below a folder."""
    paths = sorted(path for path in folder.rglob("*") if path.suffix in KINDS)
    names = {path.relative_to(folder): path for path in paths}
    return {name.as_posix(): path.read_bytes() for name, path in names.items() if name.parts[0] not in LEFT_OUT}


def texts(files, is_joined):
    """The names and the bytes of all files as browsers get them."""
    sheets, modules = ({name: data.decode() for name, data in files.items() if name.endswith(kind)} for kind in COMPACT[::-1])
    # All style sheets share the names, and browsers get all of them from one version.
    properties = styles.short_properties(sheets.values(), modules.values())
    others = {name: data for name, data in files.items() if name not in modules}
    for name, content in {**others, **(joined.joined(modules, PAGES) if is_joined else modules)}.items():
        try:
            yield name, compact(name, content, properties)
        except ValueError as error:
            sys.exit(f"compact: {name}: {error}")


def compact(name, content, properties):
    """The bytes of a file as browsers get it."""
    if name.endswith(".js"):
        return scripts.compact(content).encode()
    if name.endswith(".css"):
        return styles.renamed(styles.compact(content.decode()), properties).encode()
    return content


def write(path, data):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("source", type=pathlib.Path)
    parser.add_argument("target", type=pathlib.Path)
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--scripts", action="store_true")
    options = parser.parse_args()
    stale, known = [], set()
    for name, data in texts(sources(options.source), not options.scripts):
        plain, compressed = options.target / name, options.target / f"{name}.gz"
        if options.scripts:
            if plain.suffix == ".js":
                write(plain, data)
            continue
        files = [compressed] + [plain] * (plain.suffix in COMPACT)
        known.update(files)
        if plain in files and (not plain.exists() or plain.read_bytes() != data):
            stale.append((plain, lambda data: data, data))
        if decoded(compressed) != data:
            stale.append((compressed, encoded, data))
    gone = [path for path in options.target.rglob("*.*") if path not in known and not options.scripts]
    if options.check:
        for path in [path for path, _, _ in stale] + gone:
            print(f"compact: {path} is not up to date", file=sys.stderr)
        sys.exit(1 if stale or gone else 0)
    for path, encode, data in stale:
        write(path, encode(data))
    for path in gone:
        path.unlink()


if __name__ == "__main__":
    main()
