# SPDX-License-Identifier: Apache-2.0
"""What the checks do with a page in every browser."""

import json
import time


# The box of an element, and whether a click on its center reaches it.
PLACE = """(() => {
  const found = document.querySelector(%s);
  if (!found) return null;
  const isInside = ({top, bottom}) => top >= 0 && bottom <= innerHeight;
  if (!isInside(found.getBoundingClientRect())) found.scrollIntoView({block: "center", behavior: "instant"});
  const box = found.getBoundingClientRect();
  const hit = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
  return [box.x, box.y, box.width, box.height, found.contains(hit) || hit?.contains(found) && hit.matches("label,a,button")];
})()"""

# Whether the styles have come to rest, told when the next frame is drawn. An animation that waits for its delay has none.
SETTLED = """new Promise(tell => requestAnimationFrame(() => requestAnimationFrame(() => tell(document.getAnimations().every(
  each => each.playState !== "running" || each.effect.getComputedTiming().progress === null)))))"""

# Resolves when a number of frames were drawn.
DRAWN = """new Promise(tell => (function next(rest) { rest ? requestAnimationFrame(() => next(rest - 1)) : tell(true); })(%d))"""

# Whether all images that are shown have arrived.
IMAGES = "[...document.images].every(each => !each.checkVisibility() || !each.src || each.complete && each.naturalWidth > 0)"


class PageError(Exception):
    """The page did not do what was awaited, or reported an error."""


class Page:
    """A page of a browser. Subclasses implement `evaluate`, `open`, `pause` and the input."""

    def __init__(self):
        # Errors of the console, exceptions and violations of the content security policy.
        self.errors = []

    def value(self, selector, property_name="textContent"):
        """A property of the first element that a selector finds, `None` without one."""
        return self.evaluate(f"document.querySelector({json.dumps(selector)})?.{property_name} ?? null")

    def count(self, selector):
        return self.evaluate(f"document.querySelectorAll({json.dumps(selector)}).length")

    def wait(self, condition, seconds=10, what=None):
        """Waits until an expression is true, and returns its value."""
        end = time.monotonic() + seconds
        while True:
            value = self.evaluate(condition)
            # As in JavaScript, an empty list or object is true.
            if value not in (None, False, 0, ""):
                return value
            if time.monotonic() > end:
                raise PageError(f"not in {seconds} s: {what or condition}; errors: {self.errors[:3]}")
            self.pause(0.03)

    def expect(self, expression, expected, what, seconds=10):
        """Waits until an expression has a value."""
        end = time.monotonic() + seconds
        while (found := self.evaluate(expression)) != expected:
            if time.monotonic() > end:
                raise PageError(f"not in {seconds} s: {what}: {found!r}, expected {expected!r}")
            self.pause(0.03)

    def focus(self, selector, what, seconds=10):
        """Focuses an element as soon as it is there: a message with the focus does not leave."""
        self.wait(f"(each => each && (each.focus(), true))(document.querySelector({json.dumps(selector)}))", seconds, what)

    def box(self, selector):
        """The left, top, width and height of an element, after it was scrolled to."""
        return self.place(selector)[:4]

    def center(self, selector, seconds=10):
        """The center of an element, as soon as it is still and nothing covers it."""
        end, last = time.monotonic() + seconds, None
        while True:
            *box, is_free = self.place(selector)
            if is_free and box == last:
                return box[0] + box[2] / 2, box[1] + box[3] / 2
            if time.monotonic() > end:
                raise PageError(f"{selector} moves, or something covers it")
            last = box
            self.pause(0.03)

    def still(self, selector, seconds=5):
        """The box of an element, as soon as it has been the same in five looks."""
        end, last, count = time.monotonic() + seconds, None, 0
        while count < 5:
            box = self.box(selector)
            count, last = count + 1 if box == last else 1, box
            if time.monotonic() > end:
                raise PageError(f"{selector} moves")
            self.pause(0.03)
        return last

    def resting_top(self, selector):
        """The top of an element when it rests; the page is not scrolled to it, which may come from below the window."""
        found = []
        while len(found) < 6 or len(set(found[-6:])) > 1:
            found.append(self.evaluate(f"document.querySelector({json.dumps(selector)}).getBoundingClientRect().top"))
            self.frames(1)
        return found[-1]

    def settle(self, seconds=10):
        """Waits until a frame is drawn in which no style changes any more."""
        self.wait(SETTLED, seconds, "the styles rest")

    def frames(self, count):
        """Waits until a number of frames are drawn."""
        self.evaluate(DRAWN % count)

    def images(self, seconds=15):
        """Waits until all images have arrived, and are drawn."""
        self.wait(IMAGES, seconds, "the images")
        self.settle()

    def place(self, selector):
        found = self.evaluate(PLACE % json.dumps(selector))
        if not found:
            raise PageError(f"there is no {selector}")
        return found

    def submit(self, selector):
        """Clicks on an element that leads to another page, and waits for that page."""
        self.evaluate("globalThis.isOldPage = true, null")
        self.click(selector)
        end = time.monotonic() + 15
        while time.monotonic() < end:
            try:
                if self.evaluate("!globalThis.isOldPage && document.readyState === 'complete'"):
                    return
            except Exception:  # between two pages there is nothing that could evaluate it
                pass
            self.pause(0.03)
        raise PageError(f"{selector} did not lead to another page")

    def expect_no_errors(self):
        if self.errors:
            raise PageError("the console has errors: " + "; ".join(self.errors[:5]))
