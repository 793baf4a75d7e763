# SPDX-License-Identifier: Apache-2.0
"""Input as WebDriver describes it, the same for Firefox and WebKit."""

# The private characters for keys without text.
KEYS = {
    "ArrowLeft": "\ue012", "ArrowUp": "\ue013", "ArrowRight": "\ue014", "ArrowDown": "\ue015", "Home": "\ue011",
    "End": "\ue010", "PageUp": "\ue00e", "PageDown": "\ue00f", "Delete": "\ue017", "Backspace": "\ue003",
    "Enter": "\ue007", "Escape": "\ue00c", "Tab": "\ue004", "Alt": "\ue00a", "Control": "\ue009",
    "Meta": "\ue03d", "Shift": "\ue008"}

STEP = 1 / 60


class Actions:
    """Adds input to a page that can `perform` a list of sources."""

    def pointer(self, actions, kind="mouse"):
        self.perform([{"type": "pointer", "id": kind, "parameters": {"pointerType": kind}, "actions": actions}])

    def click_at(self, x, y):
        self.pointer([at(x, y), {"type": "pointerDown", "button": 0}, {"type": "pointerUp", "button": 0}])

    def click(self, selector):
        self.click_at(*self.center(selector))

    def drag(self, start, end, seconds=0.2, rest=0.0, kind="mouse"):
        """Drags from a point to another one, in steps of a frame."""
        count = max(1, round(seconds / STEP))
        moves = [
            at(*(a + (b - a) * number / count for a, b in zip(start, end)), STEP) for number in range(1, count + 1)]
        pause = [{"type": "pause", "duration": round(rest * 1000)}] if rest else []
        self.pointer(
            [at(*start), {"type": "pointerDown", "button": 0}, *moves, *pause, {"type": "pointerUp", "button": 0}], kind)

    def press(self, key, *modifiers):
        """Presses a key, with modifiers by name."""
        names = [KEYS[each] for each in modifiers] + [KEYS.get(key, key)]
        downs = [{"type": "keyDown", "value": each} for each in names]
        ups = [{"type": "keyUp", "value": each} for each in reversed(names)]
        self.perform([{"type": "key", "id": "keyboard", "actions": downs + ups}])

    def write(self, text):
        for character in text:
            self.press(character)


def at(x, y, seconds=0.0):
    return {
        "type": "pointerMove", "x": round(x), "y": round(y), "duration": round(seconds * 1000), "origin": "viewport"}
