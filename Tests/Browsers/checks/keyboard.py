# SPDX-License-Identifier: Apache-2.0
"""The keyboard alone: everything is reached, the focus is always visible and never lost."""

from fixtures import images
from fixtures.states import States
from fixtures.viewer import Viewer

# What the focus is on, and whether it can be seen: an outline, a border or a shadow that the element has only then.
FOCUSED = """(() => {
  const found = document.activeElement;
  if (!found || found === document.body) return null;
  const look = (each, part) => {
    const style = getComputedStyle(each, part);
    return [style.outlineStyle, style.outlineWidth, style.outlineColor, style.boxShadow, style.borderColor, style.backgroundColor].join(";");
  };
  const before = look(found);
  const box = found.getBoundingClientRect();
  // The focus of a list stays on it: what is active in it has the ring.
  const active = document.getElementById(found.getAttribute("aria-activedescendant")) ?? found;
  const isRing = (text) => !text.startsWith("none") && !text.includes(";0px;") || !text.includes(";none;");
  const wasReached = found.hasAttribute("data-reached");
  const opacity = (each) => each ? Number(getComputedStyle(each).opacity) * opacity(each.parentElement) : 1;
  found.setAttribute("data-reached", "");
  return {
    name: found.getAttribute("aria-label") || found.textContent.trim().slice(0, 40) || found.name || found.id,
    tag: found.localName, role: found.getAttribute("role"), action: found.dataset.action ?? null,
    isVisible: box.width > 0 && box.height > 0 && box.bottom > 0 && box.top < innerHeight && opacity(found) > 0.5,
    hasRing: found.matches(":focus-visible") && (isRing(before) || getComputedStyle(found, "::after").content !== "none" && isRing(look(found, "::after")) || active !== found && [active, ...active.querySelectorAll("*")].some(each => isRing(look(each)))), wasReached };
})()"""

# What a keyboard must reach: controls that are displayed, except those that their group moves the focus to. Behind a
# modal dialog nothing is reached.
UNREACHED = """[...(document.querySelector("dialog:modal") ?? document).querySelectorAll("a[href], button, input, select, textarea, [tabindex='0']")].filter(each =>
  !each.hasAttribute("data-reached") && each.checkVisibility({visibilityProperty: true}) && !each.disabled && !each.closest("[inert]")
  && each.tabIndex >= 0 && each.type !== "hidden" && each.type !== "file").map(each => each.outerHTML.slice(0, 120))"""


def tabs(page, state, limit=300):
    """Tabs through a state until the focus returns to where it began, and returns the number of stops and the problems."""
    page.evaluate("document.querySelectorAll('[data-reached]').forEach(each => each.removeAttribute('data-reached')), null")
    problems, count, outside = [], 0, 0
    for _ in range(limit):
        page.press("Tab")
        found = page.evaluate(FOCUSED)
        if found is None:
            # Behind the last control the focus leaves the page, and a busy browser takes it back late.
            outside += 1
            if outside == 4:
                break
            continue
        if found["wasReached"]:
            break
        count += 1
        if not found["isVisible"]:
            # Controls that were faded return within their transition.
            page.settle()
            found = page.evaluate(FOCUSED)
        if not found["isVisible"] or not found["hasRing"]:
            problems.append(f"{state}: {found}")
    return count, problems + [f"{state}: not reached: {each}" for each in page.evaluate(UNREACHED)]


def arrows(page):
    """Arrow keys move the focus in a menu."""
    names = []
    for _ in range(3):
        page.press("ArrowDown")
        names.append(page.evaluate("document.activeElement.getAttribute('role') === 'menuitem' ? document.activeElement.textContent : null"))
    return len(set(names)), [] if all(names) and len(set(names)) == 3 else [f"menu: the arrows reach {names}"]


def check(run):
    """Tabs through the states, and does with keys alone what a user does."""
    page = run.browser.page(1280, 800)
    page.ignores_network = True
    states, problems = States(run, page), []
    for state in states.all():
        if state in ("deleting", "zoomed"):
            continue
        count, found = arrows(page) if state == "menu of a cover" else tabs(page, state)
        problems += found
        run.true(count, f"{state}: no control takes the focus")
    for problem in problems:
        run.note(problem)
    run.equal(len(problems), 0, "problems of the focus")
    edit(run, page)


def edit(run, page):
    document = run.server.document("Keys", [images.page(number) for number in range(1, 31)])
    viewer = Viewer(page, run.server.url, document, monitored=False)
    viewer.rest()
    viewer.focus()
    run.equal(page.evaluate("document.activeElement.getAttribute('role')"), "tab", "role of the strip's tab stop")
    run.equal(page.count("[data-surface=strip] [role=tab][tabindex='0'], [role=tablist] [role=tab][tabindex='0']"), 1, "tab stops of the strip")
    for key, expected in [("ArrowRight", 1), ("End", 29), ("Home", 0), ("PageDown", 10), ("PageUp", 0), ("PageDown", 10)]:
        viewer.key(key)
        viewer.rest()
        run.equal(viewer.active, expected, f"page after {key}")
    focused = "Number(document.activeElement.dataset.page)"
    run.equal(page.evaluate(focused), viewer.frame["activePage"], "the focused thumbnail")
    successor = viewer.pages[11]
    viewer.key("Delete")
    viewer.rest()
    run.equal(viewer.frame["activePage"], successor, "active page after a deletion")
    run.equal(page.evaluate(focused), successor, "the focus after a deletion")
    announced(run, page)
    viewer.key("z", "Control")
    viewer.rest()
    viewer.key("]")
    viewer.rest()
    viewer.key("?")
    page.wait("!!document.querySelector('dialog[open]')")
    viewer.key("Escape")
    page.wait("!document.querySelector('dialog[open]')")
    viewer.key("g")
    page.wait("!!document.querySelector('.grid:not([hidden])')")
    viewer.key("Escape")
    page.wait("!document.querySelector('.grid:not([hidden])')")
    run.equal(page.evaluate("document.activeElement !== document.body"), True, "the focus after the grid")
    page.expect_no_errors()
    behind(run, page)
    levels(run, page)


# Controls that take the focus although something covers their centers.
COVERED = """[...document.querySelectorAll(".viewer a, .viewer button, .viewer [tabindex='0']")].filter(each => {
  if (!each.checkVisibility({visibilityProperty: true}) || each.disabled || each.closest("[inert]")) return false;
  const box = each.getBoundingClientRect();
  const hit = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
  return hit?.closest(".grid, .details") && !each.contains(hit) && !hit.contains(each);
}).map(each => each.outerHTML.slice(0, 120))"""


def behind(run, page):
    """What the grid or the details cover cannot be reached, and no key changes it."""
    document = run.server.document("Behind", [images.page(number) for number in range(1, 13)])
    pages = run.server.pages(document)
    viewer = Viewer(page, run.server.url, document, monitored=False)
    viewer.rest()
    viewer.focus()
    viewer.key("g")
    page.wait("!!document.querySelector('.grid:not([hidden])')")
    run.equal(page.evaluate(COVERED), [], "controls behind the grid")
    page.evaluate("document.querySelector('[data-action=close-grid]').focus(), null")
    for key in ["Delete", "r", "]", "End"]:
        viewer.key(key)
    viewer.rest()
    run.equal((viewer.active, run.server.pages(document)), (0, pages), "the page behind the grid after keys")
    viewer.key("Escape")
    run.equal(page.count("[inert]"), 0, "inert elements after the grid")
    page.resize(320, 300)
    viewer.rest()
    page.evaluate("document.querySelector('.preview').focus(), null")
    viewer.key("i")
    page.wait("document.querySelector('.preview').inert", 5, "details that cover the page")
    run.equal(page.evaluate(COVERED), [], "controls behind the details")
    run.equal(page.evaluate("document.activeElement.dataset.action"), "close-details", "the focus when the details cover it")
    viewer.key("Escape")
    run.equal(page.count("[inert]"), 0, "inert elements after the details")
    empty = Viewer(page, run.server.url, run.server.document("Nothing"), monitored=False)
    empty.key("g")
    # Whatever the key before has done is done as well then.
    empty.key("?")
    page.wait("!!document.querySelector('dialog[open]')")
    empty.key("Escape")
    page.wait("!document.querySelector('dialog[open]')")
    run.equal(page.count(".grid:not([hidden])"), 0, "grids of a document without pages")
    page.expect_no_errors()


# Counts the frames in which the drawer is displayed although it is below the window: only its shadow can be seen.
BELOW = """globalThis.below = 0, (function look() {
  const drawer = document.querySelector(".details");
  if (drawer.checkVisibility() && drawer.getBoundingClientRect().top > document.querySelector(".viewer-stage").getBoundingClientRect().bottom - 1) below += 1;
  requestAnimationFrame(look);
})(), null"""


def levels(run, page):
    """Escape closes one level: the list of keys above the details, then the details, which leave nothing behind."""
    page.resize(1280, 800)
    viewer = Viewer(page, run.server.url, run.server.document("Levels", [images.page(number) for number in range(1, 4)]), monitored=False)
    viewer.rest()
    for _ in range(2):
        viewer.key("i")
        page.wait("!!document.querySelector('.details:not([hidden])')", 5, "the details")
        top = page.still(".details")[1]
        viewer.key("?")
        page.wait("!!document.querySelector('dialog[open]')")
        viewer.key("Escape")
        page.wait("!document.querySelector('dialog[open]')")
        run.equal(page.still(".details")[1], top, "the top of the details after the dialog")
        page.evaluate(BELOW)
        viewer.key("Escape")
        viewer.key("?")
        page.wait("document.querySelector('.details').hidden", 5, "the details are closed")
        run.true(page.evaluate("below") <= 2, f"the details are below the window in {page.evaluate('below')} frames behind the dialog")
        viewer.key("Escape")
        page.wait("!document.querySelector('dialog[open]')")
    page.expect_no_errors()


def announced(run, page):
    page.wait("document.querySelector('[data-part=announcer]').textContent.includes('deleted')", 3, "the announcement of the deletion")
    attributes = page.evaluate(
        "(each => [each.getAttribute('aria-posinset'), each.getAttribute('aria-setsize'), each.getAttribute('aria-selected'), each.getAttribute('aria-label')])(document.activeElement)")
    run.equal(attributes[2], "true", "aria-selected of the active thumbnail")
    run.equal(int(attributes[0]), 11, "aria-posinset after the deletion")
    run.equal(int(attributes[1]), 29, "aria-setsize after the deletion")
    nodes = page.accessibility()
    roles = [node["role"]["value"] for node in nodes]
    for role in ["tablist", "tab", "tabpanel"]:
        run.true(role in roles, f"the accessibility tree has no {role}")


# What has the focus, by its action or role.
HOLDER = "(each => each === document.body ? 'nothing' : each.dataset.action ?? each.getAttribute('role') ?? each.localName)(document.activeElement)"


def kept(run):
    """The focus stays on a button that has no effect any more, and goes on from what is removed."""
    page = run.browser.page(1280, 800)
    document = run.server.document("Kept", [images.page(number) for number in range(1, 4)])
    viewer = Viewer(page, run.server.url, document, monitored=False)
    viewer.rest()

    def press(action, expected, then=None):
        page.focus(f"[data-action={action}]", f"the button {action}")
        page.press("Enter")
        viewer.rest()
        if then:
            page.wait(then, 5, f"what {action} does")
        run.equal(page.evaluate(HOLDER), expected, f"the focus after {action}")

    for action in ["next", "next", "next", "previous", "previous", "previous"]:
        press(action, action)
    for action in ["move-later", "move-later", "move-later", "undo", "undo", "undo"]:
        press(action, action)
    page.evaluate("document.querySelector('[data-action=grid]').focus(), null")
    viewer.key("Delete")
    viewer.rest()
    page.focus(".toast button", "the message")
    page.press("Enter")
    viewer.rest()
    run.equal(page.evaluate(HOLDER), "grid", "the focus after the message")
    pressed(run, page, viewer)
    for _ in range(3):
        press("delete", "delete")
    press("undo", "undo")
    viewer.focus()
    viewer.key("Delete")
    viewer.rest()
    run.equal(page.evaluate(HOLDER), "add", "the focus after the last page")
    page.open(run.server.url + "/")
    page.wait("document.documentElement.dataset.state === 'ready'")
    page.evaluate("document.querySelector('[data-current] a').focus(), null")
    page.press("Delete")
    page.focus(".toast button", "the message")
    page.press("Enter")
    page.wait(f"!!document.querySelector('[data-document=\"{document}\"]')", 5, "the document is back")
    run.true(page.evaluate(HOLDER) in ("a", "new"), f"the focus after a restored document: {page.evaluate(HOLDER)}")
    page.expect_no_errors()


# Tabs without a size that somebody could reach.
GHOSTS = "[...document.querySelectorAll('[role=tab]')].filter(each => !each.hidden && each.getBoundingClientRect().width < 1).map(each => each.outerHTML.slice(0, 90))"


def pressed(run, page, viewer):
    """A thumbnail that is pressed while its deleted page leaves is not kept."""
    point = page.center("[role=tab][aria-selected=true]")
    viewer.key("Delete")
    page.click_at(*point)
    viewer.rest()
    page.wait(f"{GHOSTS}.length === 0", 5, "only thumbnails of pages that are there")
    run.equal(page.evaluate("document.activeElement.dataset.page === String(pageGallery.frame().activePage)"), True, "the focus is on the active page")
    viewer.key("z", "Control")
    viewer.rest()
