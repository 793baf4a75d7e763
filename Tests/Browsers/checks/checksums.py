# SPDX-License-Identifier: Apache-2.0
"""Bit-identical frames: one checksum over random calls in each engine and in native code."""

import functools
import http.server
import pathlib
import threading

VIEWER = pathlib.Path(__file__).resolve().parents[3] / "Viewer"

PROGRAM = """(async () => {
  const { checksum } = await import("/tests/checksum.js");
  const wasm = await (await fetch("/kernel.wasm")).arrayBuffer();
  return checksum({ wasm, calls: 100000 });
})()"""


class Files(http.server.SimpleHTTPRequestHandler):
    extensions_map = {
        ".js": "text/javascript", ".wasm": "application/wasm", ".html": "text/html", "": "application/octet-stream"}

    def log_message(self, *_):
        pass

    def do_GET(self):
        if self.path != "/":
            return super().do_GET()
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.end_headers()
        self.wfile.write(b"<!doctype html><title>Checksums</title><link rel=icon href=data:,>")


def check(run):
    """Compares the checksum of 100,000 calls with the one that native code has."""
    expected = (VIEWER / "tests/checksum.txt").read_text().split()[0]
    handler = functools.partial(Files, directory=VIEWER)
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        page = run.browser.page(400, 300)
        page.open(f"http://127.0.0.1:{server.server_address[1]}/")
        found = page.evaluate(PROGRAM)
        server.shutdown()
    run.note(f"{run.browser.name} {run.browser.version}: {found}")
    run.equal(found, expected, "checksum of 100,000 calls")
    page.expect_no_errors()
