#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Compiler and linker flags for the libraries that SwiftPM has built for debugging.

Prints the flags that import them, one per line.
"""

import json
import os
import pathlib
import subprocess

ROOT = pathlib.Path(__file__).resolve().parents[2]
LIBRARIES = [
    "GalleryGeometry", "GalleryPages", "GalleryMotion", "GalleryModel", "GalleryCompanions",
    "GallerySharing", "PageImaging", "PageStorage", "StripRendering", "PageGallery"]
# Libraries that are documented but not linked into snippets, because of what they depend on or are for.
SERVER_LIBRARIES = ["GalleryClient", "GalleryServer", "ViewerKernel"]
SYSTEM_LIBRARIES = ["jpeg", "png16", "isal", "sqlite3", "stdc++", "m"]
if os.environ.get("PAGE_GALLERY_ENGINES"):
    SYSTEM_LIBRARIES.append("pq")


def manifest_flags():
    """Returns the flags that compile a `Package.swift`."""
    info = subprocess.run(["swift", "-print-target-info"], capture_output=True, text=True, check=True)
    resources = pathlib.Path(json.loads(info.stdout)["paths"]["runtimeResourcePath"])
    return ["-I", str(resources / "pm/ManifestAPI"), "-package-description-version", "6.2.0",
            "-swift-version", "6", "-warnings-as-errors"]


class BuiltLibraries:
    """Compiler and linker flags, taken from SwiftPM's build plan."""

    def __init__(self):
        """Reads the build plan."""
        command = ["swift", "build", "--show-bin-path"]
        path = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout
        self.build = pathlib.Path(path.strip())
        self.plan = json.loads((self.build / "description.json").read_text())
        self.commands = {each["moduleName"]: each for each in self.plan["swiftCommands"].values()
                         if each["moduleOutputPath"].startswith(str(self.build / "Modules/"))}

    @property
    def import_flags(self):
        """The flags that import the libraries and the C modules they depend on."""
        arguments = [word for name in LIBRARIES + SERVER_LIBRARIES
                     for word in self.commands[name]["otherArguments"]]
        # Headers of system libraries are where pkg-config has found them.
        words = sorted({word for word in arguments if word.startswith(("-fmodule-map-file=", "-I/usr/"))})
        flags = ["-I", str(self.build / "Modules"), "-module-cache-path", str(self.build / "ModuleCache")]
        return flags + [flag for word in words for flag in ("-Xcc", word)]

    def link(self, work):
        """Links all modules into one shared library in a folder, to link programs quickly.

        Returns the flags that link a program with it.
        """
        work = pathlib.Path(work).resolve()
        modules = set(LIBRARIES).union(*(self.plan["targetDependencyMap"][name] for name in LIBRARIES))
        objects = [path for name in sorted(modules) for path in self.objects(name)]
        (work / "objects").write_text("\n".join(f'"{path}"' for path in objects))
        subprocess.run(
            ["swiftc", "-emit-library", "-use-ld=lld", f"@{work / 'objects'}", "-o", work / "liball.so",
             *(f"-l{name}" for name in SYSTEM_LIBRARIES)], check=True)
        return ["-use-ld=lld", f"-L{work}", "-lall", "-Xlinker", f"-rpath={work}"]

    def objects(self, module):
        """Returns the object files of a module; those of a C module are all in its build folder.

        SwiftPM leaves the objects of renamed sources there: they are skipped.
        """
        if module in self.commands:
            return self.commands[module]["objects"]
        folder, sources = self.build / f"{module}.build", ROOT / "Sources" / module
        return [str(path) for path in folder.rglob("*.o")
                if not sources.is_dir() or (sources / path.relative_to(folder).with_suffix("")).exists()]


if __name__ == "__main__":
    print("\n".join(BuiltLibraries().import_flags))
