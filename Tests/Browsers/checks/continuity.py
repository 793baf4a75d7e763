# SPDX-License-Identifier: Apache-2.0
"""No jumps: what is displayed at one time is the same before and after an edit, an answer or a change of others."""

from fixtures.modules import Modules

PROGRAM = """(async () => {
  const { Kernel } = await import("/viewer/kernel/kernel.js");
  const { histories } = await import("/scripts/continuity.js");
  return histories(await Kernel.load(fetch("/viewer/kernel/kernel.wasm")), 300, 40);
})()"""

# In widths of the preview. A thumbnail may snap by less than 0.01 px when the strip stops expanding it, and a motion
# ends within a quarter of a pixel of its target.
PAGE, THUMBNAIL, LANDING = 1e-6, 0.01 / 400, 0.26 / 400


def check(run):
    """300 random histories of two users, with delays and conflicts; each gallery ends with the pages of its source."""
    with Modules() as modules:
        page = run.browser.page(400, 300)
        page.open(modules.url)
        found = page.evaluate(PROGRAM)
    run.equal(found["wrong"], 0, "galleries with other pages than their source")
    for kind in ["foreign change", "answer", "deletion", "move"]:
        for surface, limit in [("preview", PAGE), ("strip", THUMBNAIL)]:
            worst = found["worst"][f"{kind} {surface}"]
            run.note(f"{kind}, {surface}: at most {worst['distance']:.1e} of a page")
            run.true(worst["distance"] <= limit, f"{kind}: {worst['found']}")
    for surface in ["preview", "strip"]:
        worst = found["worst"][f"boundary {surface}"]
        run.note(f"passing time, {surface}: at most {worst['distance']:.1e} of a page")
        run.true(worst["distance"] <= LANDING, f"passing time: {worst['found']}")
    page.expect_no_errors()
