# SPDX-License-Identifier: Apache-2.0
"""axe-core in each state: no violations, in light and dark, with forced colors, and without scripts."""

import os
import pathlib

from fixtures.states import States

CALL = """axe.run(document, {resultTypes: ["violations"]}).then(({violations}) => violations.map(
  ({id, help, nodes}) => `${id}: ${help}: ${nodes.slice(0, 3).map(each => each.target.join(" ") + " " + each.html.slice(0, 160)).join(" | ")}`))"""


class Axe:
    def __init__(self, run, page):
        path = os.environ.get("GALLERY_AXE")
        if not path:
            raise AssertionError("GALLERY_AXE is not the path of axe.min.js; Scripts/browsers.sh sets it")
        self.source, self.run, self.page, self.found, self.count = pathlib.Path(path).read_text(), run, page, [], 0

    def check(self, state):
        """Remembers what axe finds in the present state."""
        self.page.evaluate(self.source + ";null")
        # Colors are measured when nothing fades anymore.
        self.page.settle()
        self.count += 1
        self.found += [f"{state}: {violation}" for violation in self.page.evaluate(CALL)]

    def finish(self):
        self.run.note(f"axe {self.page.evaluate('axe.version')}: {self.count} states, {len(self.found)} violations")
        for violation in self.found:
            self.run.note(violation)
        self.run.equal(len(self.found), 0, "violations")


def check(run):
    """All states on a laptop in light mode, and the main ones on a phone in dark mode."""
    page = run.browser.page(1280, 800)
    page.ignores_network = True
    states, axe = States(run, page), Axe(run, page)
    for state in states.all():
        axe.check(state)
        run.screenshot(page, f"axe-{state.replace(' ', '-')}")
    page.resize(375, 700, 2, True)
    page.media(prefers_color_scheme="dark")
    states.library()
    axe.check("dark library on a phone")
    states.open()
    axe.check("dark document on a phone")
    page.media(forced_colors="active")
    axe.check("document with forced colors")
    page.expect_no_errors()
    axe.finish()


def plain(run):
    """The same pages without scripts."""
    page = run.browser.page(800, 700, scripts=False)
    page.ignores_network = True
    axe = Axe(run, page)
    document = run.server.sample("contract")
    for path in ["/", f"/d/{document}", "/trash", f"/d/{document}/trash", "/d/999999"]:
        page.open(run.server.url + path)
        # axe waits with timers. The styles must not hide the page because scripts run again.
        page.allow_scripts(True)
        page.evaluate("document.documentElement.dataset.state = 'failed', null")
        page.evaluate("document.querySelectorAll('noscript').forEach(each => each.replaceWith(...each.childNodes)), null")
        axe.check(f"plain {path}")
        page.allow_scripts(False)
    axe.finish()
