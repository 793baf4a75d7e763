#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Measures gallery-server, and prints a table. Every ratio is measured in one run.

usage: run.py [--programs DIR] [--images DIR] [--scale PART] [--rounds N] [--seconds N] [MEASUREMENT...]

Without names it makes all measurements but the soak and those that need other servers.
"""

import argparse
import pathlib
import shutil
import sys
import tempfile

import images
import malformed
import pages
import served
import served_pair
import served_reads
import soak
import streams
import wholes
import writes

MEASUREMENTS = {
    "cached": images.cached, "uncached": images.uncached, "uploads": writes.uploads,
    "latency": writes.latency, "streams": streams.streams, "lists": wholes.lists,
    "slow": streams.slow, "refused": wholes.refused, "ending": wholes.ending,
    "starting": wholes.starting, "malformed": malformed.malformed, "soak": soak.soak, "served": served.served,
    "served-pair": served_pair.pair, "served-events": served_pair.events,
    "served-trips": served_reads.trips, "served-thumbnails": served_reads.thumbnails,
    "served-opening": served_reads.opening,
}


class Run:
    """What the measurements share."""

    # nginx logs no requests here either.
    quiet = ("--log-level", "notice")

    def __init__(self, options, folder):
        self.programs = options.programs.resolve()
        self.images = pages.Pages(options.images)
        self.scale, self.rounds, self.folder = options.scale, options.rounds, folder
        self.seconds = options.seconds

    def scaled(self, count):
        return max(4, int(count * self.scale))

    def files(self, count, byte_count=0):
        """A folder with a number of pages."""
        folder = self.folder / f"pages-{count}-{byte_count}"
        if not folder.exists():
            self.images.write(folder, count, byte_count)
        return folder


def main():
    root = pathlib.Path(__file__).resolve().parents[2]
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--programs", type=pathlib.Path, default=root / ".build/release", help="the built programs")
    parser.add_argument("--images", type=pathlib.Path, default=root / "SampleDocs/contract", help="a folder of JPEG images")
    parser.add_argument("--scale", type=float, default=1, help="a part of the pages, requests and clients")
    parser.add_argument("--rounds", type=int, default=5, help="the number of pairs of runs against a peer")
    parser.add_argument("--seconds", type=float, default=900, help="the time of the soak, 900 by default")
    parser.add_argument("measurements", nargs="*", metavar="MEASUREMENT", help=", ".join(MEASUREMENTS))
    options = parser.parse_args()
    names = options.measurements or [name for name in MEASUREMENTS if name != "soak" and not name.startswith("served")]
    if unknown := [name for name in names if name not in MEASUREMENTS]:
        parser.error(f"there is no measurement {unknown[0]}")
    failures = 0
    print("| what | measured | bar |\n|---|---|---|", flush=True)
    for name in names:
        folder = pathlib.Path(tempfile.mkdtemp(prefix="gallery-bench-"))
        try:
            for row in MEASUREMENTS[name](Run(options, folder)):
                print("| " + " | ".join(row) + " |", flush=True)
        except Exception as failure:
            failures += 1
            print(f"| {name} | failed: {failure!r} | |", flush=True)
        finally:
            shutil.rmtree(folder)
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    main()
