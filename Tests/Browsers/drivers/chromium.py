# SPDX-License-Identifier: Apache-2.0
"""Chromium without a window, driven over pipes."""

import os
import pathlib
import shutil
import signal
import subprocess
import tempfile

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
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="gallery-chromium-"))
        commands, writing = os.pipe()
        reading, messages = os.pipe()

        # The browser reads from descriptor 3 and writes to 4. High numbers first: 3 and 4 may be in use.
        def connect():
            incoming, outgoing = os.dup(commands), os.dup(messages)
            while min(incoming, outgoing) < 5:
                incoming, outgoing = os.dup(incoming), os.dup(outgoing)
            os.dup2(incoming, 3)
            os.dup2(outgoing, 4)

        log = open(self.folder / "log", "wb")
        self.child = subprocess.Popen(
            [program, *OPTIONS, f"--user-data-dir={self.folder}/profile", *options, "about:blank"],
            preexec_fn=connect, close_fds=False, start_new_session=True, stdin=subprocess.DEVNULL,
            stdout=log, stderr=log, env={**os.environ, "HOME": str(self.folder)})
        log.close()
        os.close(commands)
        os.close(messages)
        self.tools = DevTools(reading, writing)
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
            self.tools.call("Browser.close", seconds=5)
            self.child.wait(10)
        except (DevToolsError, OSError, subprocess.TimeoutExpired):
            pass
        try:
            # The group contains nothing but the processes of this browser.
            os.killpg(self.child.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass
        self.child.wait()
        os.close(self.tools.reading)
        os.close(self.tools.writing)
        shutil.rmtree(self.folder, ignore_errors=True)
