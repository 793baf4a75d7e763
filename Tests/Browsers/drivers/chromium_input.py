# SPDX-License-Identifier: Apache-2.0
"""Input of Chromium: mouse, wheel, fingers, keys and dropped files, as real events with real times."""

import time

# Names of keys: code, key code of Windows, and the text that the key enters.
KEYS = {
    "ArrowLeft": ("ArrowLeft", 37, ""), "ArrowUp": ("ArrowUp", 38, ""), "ArrowRight": ("ArrowRight", 39, ""),
    "ArrowDown": ("ArrowDown", 40, ""), "Home": ("Home", 36, ""), "End": ("End", 35, ""),
    "PageUp": ("PageUp", 33, ""), "PageDown": ("PageDown", 34, ""), "Delete": ("Delete", 46, ""),
    "Backspace": ("Backspace", 8, ""), "Enter": ("Enter", 13, "\r"), "Escape": ("Escape", 27, ""),
    "Tab": ("Tab", 9, ""), " ": ("Space", 32, " "), "[": ("BracketLeft", 219, "["), "]": ("BracketRight", 221, "]"),
    "+": ("Equal", 187, "+"), "-": ("Minus", 189, "-"), "?": ("Slash", 191, "?"), "F2": ("F2", 113, ""),
    "ContextMenu": ("ContextMenu", 93, "")}

MODIFIERS = {"Alt": 1, "Control": 2, "Meta": 4, "Shift": 8}

# Input arrives at the rate of a usual touch screen or mouse.
STEP = 1 / 60


class ChromiumInput:
    def mouse(self, kind, x, y, button="left", buttons=1, **more):
        self.call("Input.dispatchMouseEvent", {
            "type": kind, "x": x, "y": y, "button": button, "buttons": buttons, "pointerType": "mouse", **more})

    def move(self, x, y):
        self.mouse("mouseMoved", x, y, button="none", buttons=0)

    def click_at(self, x, y, modifiers=0, count=1):
        self.move(x, y)
        for number in range(1, count + 1):
            self.mouse("mousePressed", x, y, clickCount=number, modifiers=modifiers)
            self.mouse("mouseReleased", x, y, buttons=0, clickCount=number, modifiers=modifiers)

    def click(self, selector, modifiers=0):
        self.click_at(*self.center(selector), modifiers)

    def drag(self, start, end, seconds=0.2, rest=0.0):
        """Drags the mouse from a point to another one, and holds it there for some time."""
        self.move(*start)
        self.mouse("mousePressed", *start, clickCount=1)
        for point in self.path(start, end, seconds):
            self.mouse("mouseMoved", *point)
        self.pause(rest)
        self.mouse("mouseReleased", *end, buttons=0, clickCount=1)

    def path(self, start, end, seconds):
        """The points of a straight line; each is returned when its time has come."""
        begin = time.monotonic()
        count = max(1, round(seconds / STEP))
        for number in range(1, count + 1):
            self.pause(max(0, begin + number * STEP - time.monotonic()))
            part = number / count
            yield tuple(a + (b - a) * part for a, b in zip(start, end))

    def wheel(self, x, y, dx=0, dy=0, modifiers=0):
        self.mouse("mouseWheel", x, y, button="none", buttons=0, deltaX=dx, deltaY=dy, modifiers=modifiers)

    def touch(self, kind, *points):
        self.call("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [
            {"x": x, "y": y, "id": number} for number, (x, y) in enumerate(points)]})

    def tap(self, x, y):
        self.touch("touchStart", (x, y))
        self.touch("touchEnd")

    def swipe(self, start, end, seconds=0.1, rest=0.0):
        """Drags one finger; without a rest at the end it is a fling."""
        self.touch("touchStart", start)
        for point in self.path(start, end, seconds):
            self.touch("touchMove", point)
        self.pause(rest)
        self.touch("touchEnd")

    def pinch(self, center, first, last, seconds=0.3):
        """Moves two fingers whose distance changes, in CSS pixels."""
        x, y = center
        self.touch("touchStart", (x - first / 2, y), (x + first / 2, y))
        for distance, _ in self.path((first, 0), (last, 0), seconds):
            self.touch("touchMove", (x - distance / 2, y), (x + distance / 2, y))
        self.touch("touchEnd")

    def press(self, key, *modifiers, repeats=0):
        """Presses a key, with modifiers by name; a held key repeats."""
        flags = sum(MODIFIERS[each] for each in modifiers)
        code, number, text = KEYS.get(key) or (f"Key{key.upper()}", ord(key.upper()), key)
        fields = {"key": key, "code": code, "windowsVirtualKeyCode": number, "modifiers": flags}
        if text and not flags & ~MODIFIERS["Shift"]:
            fields["text"] = text
        for repeat in range(repeats + 1):
            self.call("Input.dispatchKeyEvent", {
                "type": "keyDown" if "text" in fields else "rawKeyDown", "autoRepeat": repeat > 0, **fields})
        fields.pop("text", None)
        self.call("Input.dispatchKeyEvent", {"type": "keyUp", **fields})

    def write(self, text):
        self.call("Input.insertText", {"text": text})

    def drop(self, x, y, paths):
        """Drops files at a point, as from a file manager."""
        data = {"items": [], "files": [str(path) for path in paths], "dragOperationsMask": 1}
        for kind in ["dragEnter", "dragOver", "drop"]:
            self.call("Input.dispatchDragEvent", {"type": kind, "x": x, "y": y, "data": data})
