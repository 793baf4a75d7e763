# SPDX-License-Identifier: Apache-2.0
"""Chromium without a window, driven over pipes."""

import os
import shutil

from drivers.browser_process import BrowserProcess
from drivers.chromium_page import ChromiumPage
from drivers.devtools import DevTools, DevToolsError

# Nothing but this computer is reachable, and no tab is slowed down because another one is in front of it.
OPTIONS = [
    "--headless=new", "--remote-debugging-pipe", "--no-first-run", "--no-default-browser-check", "--no-sandbox",
    "--disable-background-networking", "--disable-component-update", "--disable-default-apps", "--disable-sync",
    "--disable-extensions", "--disable-renderer-backgrounding", "--disable-background-timer-throttling",
    "--disable-backgrounding-occluded-windows", "--disable-features=Translate,MediaRouter", "--mute-audio",
    "--password-store=basic", "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost",
    "--hide-scrollbars=false", "--enable-precise-memory-info", "--js-flags=--expose-gc"]


class Chromium:
    """A browser with a profile of its own, which is removed with its block."""

    name = "chromium"

    def __init__(self, options=()):
        program = shutil.which("chromium") or shutil.which("google-chrome")
        if not program:
            raise DevToolsError("there is no chromium; run Scripts/setup.sh chromium")
        self.process, self.tools = BrowserProcess("chromium"), None
        try:
            self.start([program, *OPTIONS, f"--user-data-dir={self.process.folder}/profile", *options, "about:blank"])
        except BaseException:
            self.end()
            raise

    def start(self, command):
        """Starts the browser, which reads commands from its descriptor 3 and writes messages to 4."""
        commands, writing = os.pipe()
        reading, messages = os.pipe()
        self.tools = DevTools(reading, writing)

        # High numbers first: 3 and 4 may be in use.
        def connect():
            incoming, outgoing = os.dup(commands), os.dup(messages)
            while min(incoming, outgoing) < 5:
                incoming, outgoing = os.dup(incoming), os.dup(outgoing)
            os.dup2(incoming, 3)
            os.dup2(outgoing, 4)

        try:
            self.process.start(command, preexec_fn=connect, close_fds=False)
        finally:
            os.close(commands)
            os.close(messages)
        self.tools.call("Browser.getVersion")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.end()

    @property
    def version(self):
        return self.tools.call("Browser.getVersion")["product"]

    def page(self, width=1280, height=800, scale=1, touch=False, scripts=True):
        """A window with cookies, caches and storage of its own."""
        context = self.tools.call("Target.createBrowserContext")["browserContextId"]
        target = self.tools.call("Target.createTarget", {
            "url": "about:blank", "browserContextId": context, "newWindow": True})["targetId"]
        session = self.tools.call("Target.attachToTarget", {"targetId": target, "flatten": True})["sessionId"]
        return ChromiumPage(self.tools, target, session, context, (width, height, scale, touch, scripts))

    def end(self):
        """Ends the browser with all its processes."""
        try:
            if self.tools and not self.process.has_ended:
                self.tools.call("Browser.close", seconds=5)
                self.process.wait(10)
        except (DevToolsError, OSError):
            pass
        self.process.end()
        if self.tools:
            os.close(self.tools.reading)
            os.close(self.tools.writing)
