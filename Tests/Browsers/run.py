#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Checks the viewer in browsers. Scripts/browsers.sh installs what it needs, and calls it.

usage: run.py [--screenshots DIR] [--list] [NAME...]

A name is that of a browser (chromium), of a check (walk), or of a check in a browser (firefox/smoke).
"""

import argparse
import pathlib
import shutil
import signal
import sys
import tempfile
import time
import traceback

from checks import all_checks
from drivers.chromium import Chromium
from drivers.firefox import Firefox
from drivers.webkit import WebKit
from fixtures.server import Server

BROWSERS = {"chromium": Chromium, "firefox": Firefox, "webkit": WebKit}


class Run:
    """What a check gets: a browser, a server, a temporary folder."""

    def __init__(self, browser, server, folder, screenshots):
        self.browser, self.server, self.folder, self.screenshots = browser, server, folder, screenshots

    def equal(self, found, expected, what):
        if found != expected:
            raise AssertionError(f"{what}: {found!r}, expected {expected!r}")

    def true(self, value, what):
        if not value:
            raise AssertionError(what)

    def note(self, text):
        print(f"browsers:   {text}", flush=True)

    def screenshot(self, page, name):
        if self.screenshots:
            page.screenshot(self.screenshots / f"{name}.png")


class CheckTimeout(BaseException):
    """The end of a check's time: no handler of errors that a check awaits catches it."""


def interrupt(*_):
    raise CheckTimeout("the check took too long")


def perform(name, check, browser, server, screenshots):
    """Runs one check with its time limit, and returns whether it passed."""
    function, seconds = check
    folder = pathlib.Path(tempfile.mkdtemp(prefix="gallery-check-"))
    begin = time.monotonic()
    signal.alarm(seconds)
    try:
        function(Run(browser, server, folder, screenshots))
    except (Exception, CheckTimeout) as failure:
        signal.alarm(0)
        traceback.print_exc(limit=-3, file=sys.stdout)
        print(f"browsers: {name}: FAILED after {time.monotonic() - begin:.1f} s: {failure}", flush=True)
        return False
    finally:
        signal.alarm(0)
        shutil.rmtree(folder, ignore_errors=True)
    print(f"browsers: {name}: passed in {time.monotonic() - begin:.1f} s", flush=True)
    return True


def perform_all(browser_name, checks, screenshots):
    """Runs the checks of a browser with one server, and returns the results."""
    results = []
    with Server() as server:
        for name, check in checks.items():
            # A browser of its own for each check: what one leaves behind changes no other one.
            try:
                browser = BROWSERS[browser_name]()
            except Exception as failure:
                print(f"browsers: {browser_name}/{name}: FAILED: the browser did not start: {failure}", flush=True)
                results.append(False)
                continue
            with browser:
                results.append(perform(f"{browser_name}/{name}", check, browser, server, screenshots))
    return results


def selected(names):
    """The checks of each browser that have one of the names; all without a name."""
    everything = all_checks()
    known = set(everything).union(*everything.values(), *(
        {f"{browser}/{name}" for name in named} for browser, named in everything.items()))
    if unknown := [name for name in names if name not in known]:
        raise ValueError(f"there is no browser and no check {unknown[0]}; --list prints all")
    return {
        browser: {name: check for name, check in named.items()
                  if not names or {browser, name, f"{browser}/{name}"} & set(names)}
        for browser, named in everything.items()}


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--screenshots", type=pathlib.Path, help="a folder for screenshots")
    parser.add_argument("--list", action="store_true", help="print the names, and end")
    parser.add_argument("names", nargs="*", metavar="NAME")
    options = parser.parse_args()
    try:
        checks = selected(options.names)
    except ValueError as failure:
        parser.error(str(failure))
    if options.list:
        print("\n".join(f"{browser}/{name}" for browser in checks for name in checks[browser]))
        return
    if options.screenshots:
        options.screenshots.mkdir(parents=True, exist_ok=True)
    signal.signal(signal.SIGALRM, interrupt)
    # Whoever ends the run ends its browsers and servers with it.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    results = []
    for browser, named in checks.items():
        if named:
            results += perform_all(browser, named, options.screenshots)
    passed = sum(results)
    print(f"{passed} passed, {len(results) - passed} failed")
    sys.exit(0 if results and all(results) else 1)


if __name__ == "__main__":
    main()
