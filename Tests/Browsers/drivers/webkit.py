# SPDX-License-Identifier: Apache-2.0
"""WebKitGTK, driven by WebKitWebDriver, in a screen that is only memory."""

import http.client
import json
import os
import pathlib
import shutil
import signal
import socket
import subprocess
import tempfile
import time

from drivers.actions import Actions
from drivers.page import Page, PageError


class WebKit:
    """One window. WebDriver does not report the console: the browser writes it to its output."""

    name = "webkit"

    def __init__(self):
        for program in ["WebKitWebDriver", "Xvfb"]:
            if not shutil.which(program):
                raise PageError(f"there is no {program}; run Scripts/setup.sh webkit2gtk-driver xvfb")
        self.folder = self.screen = self.driver = self.session = None
        try:
            self.start()
        except BaseException as failure:
            log = self.log
            self.end()
            # The driver waits forever for a browser that has ended.
            if isinstance(failure, TimeoutError):
                raise PageError(f"{failure}: {log[-500:]}") from failure
            raise

    def start(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="gallery-webkit-"))
        display = self.start_screen()
        with socket.create_server(("127.0.0.1", 0)) as free:
            self.port = free.getsockname()[1]
        self.driver = self.process(["WebKitWebDriver", f"--port={self.port}"], {
            "DISPLAY": f":{display}", "HOME": str(self.folder), "XDG_RUNTIME_DIR": str(self.folder),
            "GDK_BACKEND": "x11", "LIBGL_ALWAYS_SOFTWARE": "1", "NO_AT_BRIDGE": "1"})
        self.wait_for_driver()
        options = {"webkitgtk:browserOptions": {"binary": str(browser()), "args": ["--automation", "--enable-write-console-messages-to-stdout=true"]}}
        found = self.call("POST", "/session", {"capabilities": {"alwaysMatch": options}}, 60)
        self.session, self.version = found["sessionId"], found["capabilities"].get("browserVersion")

    def start_screen(self):
        """Starts the screen, and returns its number."""
        reading, writing = os.pipe()
        self.screen = self.process(
            ["Xvfb", "-displayfd", str(writing), "-screen", "0", "2000x1400x24", "-nolisten", "tcp"], pass_fds=[writing])
        os.close(writing)
        # It writes the digits and the end of the line separately, and ends if nobody reads one of them.
        with open(reading) as lines:
            number = lines.readline()
        if not number.endswith("\n"):
            raise PageError("Xvfb did not start: " + self.log[-500:])
        return number.strip()

    @property
    def log(self):
        """What its programs have written."""
        path = self.folder and self.folder / "log"
        return path.read_text(errors="replace") if path and path.exists() else ""

    def process(self, command, environment=None, **options):
        with open(self.folder / "log", "ab") as log:
            return subprocess.Popen(
                command, stdin=subprocess.DEVNULL, stdout=log, stderr=log, start_new_session=True,
                env={**os.environ, **(environment or {})}, **options)

    def wait_for_driver(self):
        for _ in range(200):
            try:
                return self.call("GET", "/status", seconds=5)
            except ConnectionError:
                time.sleep(0.05)
        raise PageError("WebKitWebDriver did not start in 10 s")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.end()

    def call(self, method, path, body=None, seconds=60):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=seconds)
        try:
            data = json.dumps(body or {}) if method == "POST" else None
            connection.request(method, path, data, {"Content-Type": "application/json"})
            value = json.loads(connection.getresponse().read())["value"]
        finally:
            connection.close()
        if isinstance(value, dict) and "error" in value:
            raise PageError(f"{path}: {value['error']}: {value['message']}")
        return value

    def page(self, width=1280, height=800, scale=1):
        page = WebKitPage(self)
        page.resize(width, height)
        return page

    def end(self):
        try:
            if self.session:
                self.call("DELETE", f"/session/{self.session}", seconds=5)
        except (PageError, OSError, ValueError):
            pass
        for child in filter(None, [self.driver, self.screen]):
            try:
                os.killpg(child.pid, signal.SIGKILL)
            except ProcessLookupError:
                pass
            child.wait()
        self.screen = self.driver = self.session = None
        shutil.rmtree(self.folder, ignore_errors=True)


def browser():
    """The browser that the driver's package brings along."""
    for path in sorted(pathlib.Path("/usr/lib").glob("*/webkit2gtk-4.*/MiniBrowser"), reverse=True):
        return path
    raise PageError("there is no MiniBrowser; run Scripts/setup.sh webkit2gtk-driver")


class WebKitPage(Actions, Page):
    def __init__(self, browser):
        self.browser = browser

    @property
    def errors(self):
        lines = self.browser.log.splitlines()
        return [line for line in lines if line.startswith("CONSOLE ") and (" ERROR " in line or " WARN" in line)]

    def call(self, path, body=None, method="POST"):
        return self.browser.call(method, f"/session/{self.browser.session}{path}", body)

    def open(self, url):
        self.call("/url", {"url": url})

    def reload(self):
        self.call("/refresh")

    def resize(self, width, height):
        """Sets the size of the window so that the viewport has this size, if the screen allows it."""
        self.call("/window/rect", {"width": width, "height": height})
        inner = self.evaluate("[innerWidth, innerHeight]")
        self.call("/window/rect", {"width": 2 * width - inner[0], "height": 2 * height - inner[1]})

    def evaluate(self, expression):
        """The value of an expression, or of the promise that it returns, over JSON."""
        script = (
            "const done = arguments[arguments.length - 1];"
            f"(async () => JSON.stringify(await ({expression})) ?? null)()"
            ".then(text => done([true, text]), failure => done([false, String(failure)]));")
        is_value, text = self.call("/execute/async", {"script": script, "args": []})
        if not is_value:
            raise PageError(text)
        return None if text is None else json.loads(text)

    def pause(self, seconds):
        time.sleep(seconds)

    def perform(self, sources):
        self.call("/actions", {"actions": sources})

    def set_files(self, selector, paths):
        found = self.call("/element", {"using": "css selector", "value": selector})
        self.call(f"/element/{next(iter(found.values()))}/value", {"text": "\n".join(str(path) for path in paths)})

    def close(self):
        pass
