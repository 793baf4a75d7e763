# SPDX-License-Identifier: Apache-2.0
"""Says how to compile and link against the libraries as SwiftPM has built them for debugging."""

import json
import pathlib
import subprocess

ROOT = pathlib.Path(__file__).resolve().parent.parent
LIBRARIES = ["GalleryModel", "PageImaging", "PageStorage", "StripRendering", "PageGallery"]
SYSTEM_LIBRARIES = ["jpeg", "png16", "isal", "sqlite3", "stdc++", "m"]


def manifest_flags():
    """Returns the flags that compile a `Package.swift`."""
    info = subprocess.run(["swift", "-print-target-info"], capture_output=True, text=True, check=True)
    resources = pathlib.Path(json.loads(info.stdout)["paths"]["runtimeResourcePath"])
    return ["-I", str(resources / "pm/ManifestAPI"), "-package-description-version", "6.2.0",
            "-swift-version", "6", "-warnings-as-errors"]


class BuiltLibraries:
    """The flags of the compiler, from SwiftPM's own plan of the build."""

    def __init__(self, work):
        """Reads the plan. Files for the linker go to the folder `work`."""
        command = ["swift", "build", "--show-bin-path"]
        path = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout
        self.build = pathlib.Path(path.strip())
        plan = json.loads((self.build / "description.json").read_text())
        commands = {each["moduleName"]: each for each in plan["swiftCommands"].values()
                    if not each["moduleOutputPath"].count("-tool")}
        self.import_flags = ["-I", str(self.build / "Modules")]
        self.import_flags += ["-module-cache-path", str(self.build / "ModuleCache")]
        for path in sorted(set(module_maps(commands))):
            self.import_flags += ["-Xcc", f"-fmodule-map-file={path}"]
        modules = set(LIBRARIES).union(*(plan["targetDependencyMap"][name] for name in LIBRARIES))
        objects = [path for name in sorted(modules) for path in self.objects(name, commands)]
        self.manifest_flags = manifest_flags()
        self.link_flags = self.link(objects, pathlib.Path(work).resolve())

    def link(self, objects, work):
        """Makes one library of all, so that each program is linked in no time, and returns its flags."""
        (work / "objects").write_text("\n".join(map(str, objects)))
        subprocess.run(
            ["swiftc", "-emit-library", "-use-ld=lld", f"@{work / 'objects'}", "-o", work / "liball.so",
             *(f"-l{name}" for name in SYSTEM_LIBRARIES)], check=True)
        return ["-use-ld=lld", f"-L{work}", "-lall", "-Xlinker", f"-rpath={work}"]

    def objects(self, module, commands):
        """Returns the object files of a module; those of C are all in its folder."""
        if module in commands:
            return commands[module]["objects"]
        return [str(path) for path in (self.build / f"{module}.build").rglob("*.o")]


def module_maps(commands):
    """Gives the files by which libraries find modules of C."""
    for name in LIBRARIES:
        for argument in commands[name]["otherArguments"]:
            if argument.startswith("-fmodule-map-file="):
                yield argument.removeprefix("-fmodule-map-file=")
