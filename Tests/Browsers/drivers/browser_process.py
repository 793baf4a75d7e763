# SPDX-License-Identifier: Apache-2.0
"""The process of a browser, with a temporary folder as its home."""

import os
import pathlib
import shutil
import signal
import subprocess
import tempfile


class BrowserProcess:
    """One process with its children; `end` leaves nothing of it, also if it never started."""

    def __init__(self, name):
        self.folder, self.child = pathlib.Path(tempfile.mkdtemp(prefix=f"gallery-{name}-")), None

    def start(self, command, environment=None, **options):
        with open(self.folder / "log", "ab") as log:
            self.child = subprocess.Popen(
                command, stdin=subprocess.DEVNULL, stdout=log, stderr=log, start_new_session=True,
                env={**os.environ, "HOME": str(self.folder), **(environment or {})}, **options)

    @property
    def log(self):
        """What it has written."""
        return (self.folder / "log").read_text(errors="replace")

    @property
    def has_ended(self):
        return self.child is None or self.child.poll() is not None

    def wait(self, seconds):
        """Waits for its own end, which the caller has asked for."""
        try:
            if self.child:
                self.child.wait(seconds)
        except subprocess.TimeoutExpired:
            pass

    def end(self):
        if self.child:
            try:
                # The group contains nothing but the processes of this browser.
                os.killpg(self.child.pid, signal.SIGKILL)
            except ProcessLookupError:
                pass
            self.child.wait()
            self.child = None
        shutil.rmtree(self.folder, ignore_errors=True)
