# SPDX-License-Identifier: Apache-2.0
"""Bit-identical frames: one checksum over random calls in each engine and in native code."""

from fixtures.modules import VIEWER, Modules

PROGRAM = """(async () => {
  const { checksum } = await import("/viewer/tests/kernel/checksum.js");
  const wasm = await (await fetch("/viewer/kernel/kernel.wasm")).arrayBuffer();
  return checksum({ wasm, calls: 100000 });
})()"""


def check(run):
    """Compares the checksum of 100,000 calls with the one that native code has."""
    expected = (VIEWER / "tests/kernel/checksum.txt").read_text().split()[0]
    with Modules() as modules:
        page = run.browser.page(400, 300)
        page.open(modules.url)
        found = page.evaluate(PROGRAM)
    run.note(f"{run.browser.name} {run.browser.version}: {found}")
    run.equal(found, expected, "checksum of 100,000 calls")
    page.expect_no_errors()
