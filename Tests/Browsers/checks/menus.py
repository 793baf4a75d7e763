# SPDX-License-Identifier: Apache-2.0
"""Menus: every entry of each one does what it says."""

from fixtures import images
from fixtures.viewer import Viewer

# Notes what leaves the page: files that are chosen, downloads, printing.
LEAVING = """globalThis.left = [];
HTMLInputElement.prototype.click = function () { left.push(this.type); };
HTMLAnchorElement.prototype.click = function () { left.push(this.hasAttribute("download") ? "download" : "link"); };
globalThis.print = () => left.push("print");"""

ZOOMED = "Boolean(history.state?.place?.zoom)"
PAGES = "String(pageGallery.pages())"
OPEN_MENU = "document.querySelector('[role=menu]')?.getAttribute('aria-label')"

# What each entry of a document with the pages A, B, C at page B leads to.
EFFECTS = {
    "undo": PAGES + " === '{a},{b},{c}'",
    "rotate-left": "fetch('/api/v1/pages/{b}').then(each => each.json()).then(each => each.rotation === 270)",
    "rotate-right": "fetch('/api/v1/pages/{b}').then(each => each.json()).then(each => each.rotation === 90)",
    "move-earlier": PAGES + " === '{b},{a},{c}'",
    "move-later": PAGES + " === '{a},{c},{b}'",
    "delete": PAGES + " === '{a},{c}'",
    "add": "left.includes('file')",
    "zoom-in": ZOOMED,
    "zoom-out": "!" + ZOOMED,
    "grid": "!!document.querySelector('.grid:not([hidden])')",
    "details": "!!document.querySelector('.details:not([hidden])')",
    "full-screen": "!!document.fullscreenElement",
    "add-before": "left.includes('file')",
    "replace": "left.includes('file')",
    "zoom-reset": "!" + ZOOMED,
    "download": "left.includes('download')",
    "print": "left.includes('print')",
    "keys": "!!document.querySelector('dialog[open] .key-list')",
    "theme": OPEN_MENU + " === 'Appearance'",
}

THEMES = {"theme-dark": "dark", "theme-light": "light", "theme-system": None}

LIBRARY_EFFECTS = {
    "rename": "document.activeElement.matches('.cover-input')",
    "duplicate": "document.querySelectorAll('[data-document]').length === {count} + 1",
    "share": "document.querySelector('.toast')?.textContent.includes('link')",
    "trash": "!document.querySelector('[data-document=\"{document}\"]')",
}


def check(run):
    page = run.browser.page(320, 568)
    page.inject(LEAVING)
    document_menu(run, page)
    library_menu(run, page)
    low_window(run, page)
    page.expect_no_errors()


# How much of the entry at the lower edge of a menu can be seen, from 0 to 1; `null` if all entries can.
CUT = """(menu => menu.scrollHeight <= menu.clientHeight ? null : (bottom => [...menu.children].map(each => each.getBoundingClientRect())
  .filter(box => box.top < bottom && box.bottom > bottom - 8).map(box => (bottom - box.top) / box.height)[0])(menu.getBoundingClientRect().bottom))(
  document.querySelector('[role=menu]'))"""


def low_window(run, page):
    """Where a menu scrolls, its last entry is cut; with the last one, it shows its end."""
    document = run.server.document("Low", [images.page(1), images.page(2)])
    for width, height, touch in [(667, 375, True), (568, 320, True), (320, 256, False), (320, 180, False)]:
        page.resize(width, height, 1, touch)
        viewer = Viewer(page, run.server.url, document, monitored=False)
        viewer.rest()
        entries(page, "[data-action=more]")
        part = page.evaluate(CUT)
        run.true(part is not None and 0.4 < part < 0.6, f"{part} of the last entry of a menu at {width} x {height}")
        box = page.box("[role=menu]")
        run.true(box[1] >= 0 and box[1] + box[3] <= height, f"the menu at {width} x {height} is at {box}")
        run.screenshot(page, f"menu-{width}x{height}")
        page.press("End")
        page.wait("document.activeElement === document.querySelector('[role=menu]').lastElementChild", 5, "the last entry")
        page.press("Escape")


def entries(page, button):
    """Opens a menu, and returns the actions of its entries."""
    page.click(button)
    page.wait("!!document.querySelector('[role=menu]')", 5, "the menu")
    return page.evaluate("[...document.querySelectorAll('[role=menu] > *')].map(each => each.dataset.action)")


def document_menu(run, page):
    """A narrow window has most actions in its menu; each is used in a document of its own."""
    known = []
    for number in range(len(EFFECTS)):
        document = run.server.document("Menus", [images.page(number) for number in range(1, 4)])
        a, b, c = run.server.pages(document)
        viewer = Viewer(page, run.server.url, document, f"?page={b}", monitored=False)
        viewer.rest()
        if known[number:number + 1] in (["zoom-out"], ["zoom-reset"]):
            viewer.focus()
            viewer.key("+")
            page.wait(ZOOMED, 5, "the zoom rests")
        actions = entries(page, "[data-action=more]")
        known = known or actions
        run.equal(actions, known, "the entries of the menu")
        if number == len(known):
            break
        name = known[number]
        run.true(name in EFFECTS, f"nobody knows what {name} does")
        page.click(f"[role=menu] [data-action={name}]")
        page.wait(EFFECTS[name].format(a=a, b=b, c=c), 15, f"what {name} does")
        if name == "theme":
            themes(run, page, "[data-action=more]")
        viewer.rest()
    run.true({"theme", "replace", "details"} <= set(known), f"the menu of a narrow window has {known}")


def themes(run, page, button):
    """Light and dark, by mouse and by keyboard; the focus returns to the button."""
    for action, theme in THEMES.items():
        if not page.evaluate("!!document.querySelector('[role=menu]')"):
            entries(page, button)
            if button == "[data-action=more]":
                page.press("End")
                page.press("Enter")
                page.wait(OPEN_MENU + " === 'Appearance'", 5, "Appearance by keyboard")
        page.click(f"[role=menu] [data-action={action}]")
        run.equal(page.evaluate("document.documentElement.dataset.theme ?? null"), theme, f"the theme after {action}")
        run.equal(page.evaluate("localStorage.theme"), theme or "system", f"what is kept of {action}")
        page.wait("!document.querySelector('[role=menu]')", 5, "the menu is closed")
        run.true(page.evaluate(f"document.activeElement.matches('{button}')"), f"the focus after {action}")


def library_menu(run, page):
    url = run.server.url
    for number, (name, effect) in enumerate(LIBRARY_EFFECTS.items()):
        document = run.server.document(f"Menu {number}", [images.page(1)])
        page.open(url + "/?q=Menu")
        page.wait("document.documentElement.dataset.state === 'ready'")
        count = page.count("[data-document]")
        cover = f'[data-document="{document}"]'
        run.equal(entries(page, f"{cover} [data-action=more]"), list(LIBRARY_EFFECTS), "the entries of a cover")
        page.click(f"[role=menu] [data-action={name}]")
        page.wait(effect.format(count=count, document=document), 15, f"what {name} does")
    page.open(url + "/")
    page.wait("document.documentElement.dataset.state === 'ready'")
    run.equal(entries(page, "[data-action=theme]"), ["theme-system", "theme-light", "theme-dark"], "the entries of Appearance")
    themes(run, page, "[data-action=theme]")
