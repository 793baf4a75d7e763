# SPDX-License-Identifier: Apache-2.0
"""A gallery-server on a store that several servers share."""
import os
import re
import signal
import subprocess


class Server:
    """A server at a port of its own; a context that ends it."""

    def __init__(self, location, work_folder):
        self.process = subprocess.Popen(
            [os.environ["GALLERY_SERVER"], "--store", location, "--listen", "127.0.0.1:0", "--work-folder", work_folder],
            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        for line in self.process.stdout:
            found = re.search(r"listening on http://127\.0\.0\.1:(\d+)", line)
            if found:
                self.port = int(found[1])
                return
        raise SystemExit(f"the server did not start: status {self.process.wait()}")

    def kill(self):
        """Ends the server at once."""
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
            try:
                self.process.wait(20)
            except subprocess.TimeoutExpired:
                self.process.kill()
