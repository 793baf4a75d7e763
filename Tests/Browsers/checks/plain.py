# SPDX-License-Identifier: Apache-2.0
"""The pages without scripts: everything works with forms and links."""

from fixtures import images


def check(run):
    """Everything without scripts, and the list of pages when the viewer cannot start."""
    unscripted(run)
    failing(run)


def unscripted(run):
    """Creates, fills, renames, edits, deletes and restores a document without scripts."""
    page = run.browser.page(800, 900, scripts=False)
    paths = images.files(run.folder / "plain", [1, 2, 10])
    page.open(run.server.url + "/")
    page.click("input[name=title]")
    page.write("Without scripts")
    page.submit("form[action$='/d'] button")
    page.set_files("input[name=pages]", paths)
    page.submit("form[action$='/pages'] button")
    run.equal(page.count("main ol > li"), 3, "pages")
    page.wait("[...document.images].filter(each => each.complete && each.naturalWidth).length == 3")

    document = int(page.evaluate("location.pathname.split('/').at(-1)"))
    first, second, third = run.server.pages(document)
    page.click(f"#p{first} summary")
    page.submit(f"#p{first} button[value='90']")
    run.equal(run.server.request("GET", f"/api/v1/pages/{first}")["rotation"], 90, "rotation")
    page.click(f"#p{third} summary")
    page.click(f"#p{third} input[name=number]")
    page.write("1")
    page.submit(f"#p{third} form[action$='/move'] button")
    run.equal(run.server.pages(document), [third, first, second], "order after a move")
    page.click(f"#p{second} summary")
    page.submit(f"#p{second} form[action$='/delete'] button")
    run.equal(page.count("main ol > li"), 2, "pages after a deletion")
    page.submit(f"a[href$='/d/{document}/trash']")
    page.submit("form[action$='/restore'] button")
    run.equal(sorted(run.server.pages(document)), sorted([first, second, third]), "pages after a restoration")
    page.evaluate("document.querySelector('form[action$=\"/title\"] input').value = 'Renamed', null")
    page.submit("form[action$='/title'] button")
    run.equal(page.value("h1"), "Renamed", "title")
    page.submit(f"form[action$='/d/{document}/delete'] button")
    run.equal(page.count(f"a[href$='/d/{document}']"), 0, "documents of that ID in the library")
    page.expect_no_errors()
    page.close()


def failing(run):
    """The list has its forms if scripts run but the viewer does not start."""
    document = run.server.document("Failing", [images.page(1), images.page(2)])
    first, second = run.server.pages(document)
    page = run.browser.page(800, 900)
    page.ignores_network = True
    page.call("Network.setBlockedURLs", {"urls": ["*/kernel.wasm"]})
    page.open(f"{run.server.url}/d/{document}")
    page.wait("document.documentElement.dataset.state === 'failed'", 15, "the viewer does not start")
    page.click(f"#p{second} summary")
    page.submit(f"#p{second} form[action$='/delete'] button")
    run.equal(run.server.pages(document), [first], "pages after a deletion")
    run.equal(page.count(".viewer"), 0, "viewers")
    page.close()
