# SPDX-License-Identifier: Apache-2.0
"""Firefox without a window, driven over WebDriver BiDi."""

import json
import re
import shutil
import time

from drivers.actions import Actions
from drivers.browser_process import BrowserProcess
from drivers.page import Page, PageError
from drivers.websocket import WebSocket, WebSocketError

# Nothing is fetched from elsewhere, and nothing interrupts the first page.
PREFERENCES = {
    "app.update.enabled": False, "browser.shell.checkDefaultBrowser": False, "datareporting.policy.dataSubmissionEnabled": False,
    "browser.aboutwelcome.enabled": False, "network.captive-portal-service.enabled": False,
    "network.connectivity-service.enabled": False, "extensions.update.enabled": False, "services.settings.server": "",
    "browser.safebrowsing.downloads.remote.enabled": False, "toolkit.telemetry.enabled": False,
    "browser.region.network.url": "", "network.dns.disablePrefetch": True, "dom.ipc.processCount": 2,
    "browser.safebrowsing.malware.enabled": False, "browser.safebrowsing.phishing.enabled": False}


class Firefox:
    """A browser with a profile of its own, which is removed with its block."""

    name = "firefox"

    def __init__(self):
        program = shutil.which("firefox-esr") or shutil.which("firefox")
        if not program:
            raise PageError("there is no firefox; run Scripts/setup.sh firefox-esr")
        self.process, self.socket, self.last_id, self.pages, self.results = BrowserProcess("firefox"), None, 0, {}, {}
        try:
            self.start(program)
            self.connect()
        except BaseException:
            self.end()
            raise

    def start(self, program):
        lines = [f"user_pref({json.dumps(name)}, {json.dumps(value)});" for name, value in PREFERENCES.items()]
        (self.process.folder / "user.js").write_text("\n".join(lines))
        self.process.start(
            [program, "--headless", "--no-remote", "--profile", self.process.folder, "--remote-debugging-port", "0",
             "about:blank"], {"MOZ_CRASHREPORTER_DISABLE": "1"})

    def connect(self):
        for _ in range(600):
            found = re.search(r"BiDi listening on ws://127\.0\.0\.1:(\d+)", self.process.log)
            if found:
                break
            if self.process.has_ended:
                raise PageError("firefox ended: " + self.process.log[-500:])
            time.sleep(0.1)
        else:
            raise PageError("firefox did not start in 60 s")
        self.socket = WebSocket(int(found[1]), "/session")
        self.version = self.call("session.new", {"capabilities": {}})["capabilities"]["browserVersion"]
        self.call("session.subscribe", {"events": ["log.entryAdded"]})

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.end()

    def call(self, method, parameters, seconds=60):
        self.last_id += 1
        number = self.last_id
        self.socket.send(json.dumps({"id": number, "method": method, "params": parameters}))
        end = time.monotonic() + seconds
        while number not in self.results:
            if not self.read(end - time.monotonic()):
                raise PageError(f"{method}: no response in {seconds} s")
        message = self.results.pop(number)
        if message["type"] == "error":
            raise PageError(f"{method}: {message['error']}: {message['message']}")
        return message["result"]

    def read(self, seconds):
        """Handles what arrives next, and returns whether something did."""
        text = self.socket.receive(max(0, seconds))
        if text is None:
            return False
        message = json.loads(text)
        if "id" in message:
            self.results[message["id"]] = message
        elif message.get("method") == "log.entryAdded":
            entry = message["params"]
            page = self.pages.get(entry["source"].get("context"))
            if page and entry["level"] in ("error", "warn"):
                page.errors.append(f"{entry['type']}: {entry['text']}")
        return True

    def page(self, width=1280, height=800, scale=1):
        context = self.call("browsingContext.create", {"type": "window"})["context"]
        self.call("browsingContext.setViewport", {
            "context": context, "viewport": {"width": width, "height": height}, "devicePixelRatio": scale})
        self.pages[context] = FirefoxPage(self, context)
        return self.pages[context]

    def end(self):
        try:
            if self.socket:
                self.call("browser.close", {}, 5)
                self.process.wait(10)
        except (PageError, WebSocketError, OSError):
            pass
        self.process.end()
        if self.socket:
            self.socket.close()


class FirefoxPage(Actions, Page):
    def __init__(self, browser, context):
        super().__init__()
        self.browser, self.context = browser, context

    def call(self, method, **parameters):
        return self.browser.call(method, {"context": self.context, **parameters})

    def open(self, url):
        self.call("browsingContext.navigate", url=url, wait="complete")

    def reload(self):
        self.call("browsingContext.reload", wait="complete")

    def resize(self, width, height, scale=1):
        self.call("browsingContext.setViewport", viewport={"width": width, "height": height}, devicePixelRatio=scale)

    def evaluate(self, expression):
        """The value of an expression, or of the promise that it returns, over JSON."""
        result = self.browser.call("script.evaluate", {
            "expression": f"(async () => JSON.stringify(await ({expression})))()",
            "target": {"context": self.context}, "awaitPromise": True, "userActivation": True})
        if result["type"] == "exception":
            raise PageError(result["exceptionDetails"]["text"])
        text = result["result"].get("value")
        return None if text is None else json.loads(text)

    def pause(self, seconds):
        end = time.monotonic() + seconds
        while (left := end - time.monotonic()) > 0:
            self.browser.read(left)

    def perform(self, sources):
        self.call("input.performActions", actions=sources)

    def set_files(self, selector, paths):
        found = self.call("browsingContext.locateNodes", locator={"type": "css", "value": selector})["nodes"]
        self.call("input.setFiles", element={"sharedId": found[0]["sharedId"]}, files=[str(path) for path in paths])

    def close(self):
        self.call("browsingContext.close")
