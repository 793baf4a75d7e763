# SPDX-License-Identifier: Apache-2.0
"""A page of Chromium: navigation, scripts, errors, screenshots and conditions of the network."""

import base64
import pathlib

from drivers.chromium_input import ChromiumInput
from drivers.page import Page, PageError


class ChromiumPage(ChromiumInput, Page):
    def __init__(self, tools, target, session, context, settings):
        super().__init__()
        self.tools, self.target, self.session, self.context = tools, target, session, context
        self.is_loaded, self.requests, self.ignores_network = False, [], False
        for domain in ["Page", "Runtime", "Log", "Network", "DOM", "Accessibility"]:
            self.call(f"{domain}.enable")
        self.listen("Page.loadEventFired", self.loaded)
        self.listen("Runtime.exceptionThrown", self.thrown)
        self.listen("Runtime.consoleAPICalled", self.printed)
        self.listen("Log.entryAdded", self.logged)
        self.listen("Network.requestWillBeSent", lambda event: self.requests.append(event["request"]))
        # A dialog, such as the one before leaving, would block the page.
        self.listen("Page.javascriptDialogOpening", self.asked)
        self.dialogs = []
        self.resize(*settings)

    def listen(self, method, function):
        self.tools.listen(self.session, method, function)

    def call(self, method, parameters=None, seconds=30):
        return self.tools.call(method, parameters, self.session, seconds)

    def loaded(self, _):
        self.is_loaded = True

    def thrown(self, event):
        details = event["exceptionDetails"]
        self.errors.append(details.get("exception", {}).get("description") or details["text"])

    def printed(self, event):
        if event["type"] in ("error", "warning", "assert"):
            self.errors.append(" ".join(str(each.get("value", each.get("description"))) for each in event["args"]))

    def logged(self, event):
        entry = event["entry"]
        if entry["level"] != "error" or self.ignores_network and entry["source"] == "network":
            return
        self.errors.append(f"{entry['source']}: {entry['text']} {entry.get('url', '')}")

    def asked(self, event):
        self.dialogs.append(event["type"])
        self.tools.send("Page.handleJavaScriptDialog", {"accept": True}, self.session)

    def resize(self, width, height, scale=1, touch=False, scripts=True):
        """Sets the size of the viewport, in CSS pixels, the pixel ratio, and whether there is a touch screen."""
        self.call("Emulation.setDeviceMetricsOverride", {
            "width": width, "height": height, "deviceScaleFactor": scale, "mobile": touch})
        self.call("Emulation.setTouchEmulationEnabled", {"enabled": touch, "maxTouchPoints": 5})
        self.allow_scripts(scripts)

    def allow_scripts(self, are_allowed):
        self.call("Emulation.setScriptExecutionDisabled", {"value": not are_allowed})

    def media(self, **features):
        """Sets media features, such as `prefers_reduced_motion="reduce"`."""
        self.call("Emulation.setEmulatedMedia", {"features": [
            {"name": name.replace("_", "-"), "value": value} for name, value in features.items()]})

    def inject(self, source):
        """Runs a script in each document before its own scripts."""
        return self.call("Page.addScriptToEvaluateOnNewDocument", {"source": source})["identifier"]

    def open(self, url, seconds=30):
        self.is_loaded = False
        result = self.call("Page.navigate", {"url": url}, seconds)
        if "errorText" in result:
            raise PageError(f"{url}: {result['errorText']}")
        self.wait_for_load(url, seconds)

    def reload(self, seconds=30):
        self.is_loaded = False
        self.call("Page.reload")
        self.wait_for_load("the same page", seconds)

    def wait_for_load(self, what, seconds):
        for _ in range(int(seconds / 0.02)):
            if self.is_loaded:
                return
            self.pause(0.02)
        raise PageError(f"{what} did not load in {seconds} s")

    def evaluate(self, expression, seconds=30):
        """The value of an expression, or of the promise that it returns."""
        result = self.call("Runtime.evaluate", {
            "expression": expression, "awaitPromise": True, "returnByValue": True, "userGesture": True}, seconds)
        if "exceptionDetails" in result:
            details = result["exceptionDetails"]
            raise PageError(details.get("exception", {}).get("description") or details["text"])
        return result["result"].get("value")

    def pause(self, seconds):
        self.tools.pause(seconds)

    def screenshot(self, path):
        data = self.call("Page.captureScreenshot", {"format": "png"})["data"]
        pathlib.Path(path).write_bytes(base64.b64decode(data))

    def network(self, offline=False, delay=0, bytes_per_second=-1):
        """Sets the conditions of the network; the delay is in milliseconds."""
        self.call("Network.emulateNetworkConditions", {
            "offline": offline, "latency": delay,
            "downloadThroughput": bytes_per_second, "uploadThroughput": bytes_per_second})

    def set_files(self, selector, paths):
        """Chooses files in an input."""
        root = self.call("DOM.getDocument")["root"]["nodeId"]
        node = self.call("DOM.querySelector", {"nodeId": root, "selector": selector})["nodeId"]
        self.call("DOM.setFileInputFiles", {"nodeId": node, "files": [str(path) for path in paths]})

    def accessibility(self):
        """The nodes of the accessibility tree that are not ignored."""
        nodes = self.call("Accessibility.getFullAXTree")["nodes"]
        return [node for node in nodes if not node.get("ignored")]

    def close(self):
        self.tools.call("Target.closeTarget", {"targetId": self.target})
        self.tools.call("Target.disposeBrowserContext", {"browserContextId": self.context})
