# SPDX-License-Identifier: Apache-2.0
"""The processes that are measured: their start, their end, and what the kernel counts of them."""

import os
import pathlib
import pwd
import shutil
import signal
import socket
import subprocess
import time

TICKS = os.sysconf("SC_CLK_TCK")
PAGE_BYTES = os.sysconf("SC_PAGE_SIZE")


def pinned(core):
    """The words before a command that keep it on one core."""
    return ["taskset", "-c", str(core)] if core is not None else []


class Process:
    """A process that is ended with its block."""

    def __init__(self, command, core=None, **options):
        # taskset replaces itself by the command, whose ID is thus the child's.
        self.child = subprocess.Popen(pinned(core) + [str(part) for part in command], **options)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.end()

    def end(self, number=signal.SIGTERM):
        """Sends a signal, waits for the end, and returns the seconds and the status."""
        begin = time.monotonic()
        if self.child.poll() is None:
            self.child.send_signal(number)
        try:
            status = self.child.wait(60)
        except subprocess.TimeoutExpired:
            self.child.kill()
            status = self.child.wait()
        return time.monotonic() - begin, status

    def fail(self, what, log):
        """Ends a process that is of no use, and raises an error with the end of its log."""
        self.end()
        lines = log.read_text(errors="replace").splitlines() if log.exists() else []
        raise RuntimeError("\n".join([f"{what}:", *lines[-5:]]))

    def cpu(self):
        """CPU time so far, in seconds."""
        fields = pathlib.Path(f"/proc/{self.child.pid}/stat").read_text().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / TICKS

    def memory(self):
        """Resident memory, in bytes."""
        fields = pathlib.Path(f"/proc/{self.child.pid}/statm").read_text().split()
        return int(fields[1]) * PAGE_BYTES

    def peak_memory(self):
        """The largest resident memory since its start or the last reset, in bytes."""
        for line in pathlib.Path(f"/proc/{self.child.pid}/status").read_text().splitlines():
            if line.startswith("VmHWM:"):
                return int(line.split()[1]) * 1024
        raise RuntimeError("the kernel does not tell the peak of memory")

    def sockets(self):
        """The number of open sockets."""
        count = 0
        for name in os.listdir(f"/proc/{self.child.pid}/fd"):
            try:
                count += os.readlink(f"/proc/{self.child.pid}/fd/{name}").startswith("socket:")
            except FileNotFoundError:
                pass
        return count

    def reset_peak(self):
        """Begins a new peak."""
        pathlib.Path(f"/proc/{self.child.pid}/clear_refs").write_text("5")


class Server(Process):
    """gallery-server over a store, on a free port."""

    def __init__(self, program, store, core=None, options=(), begin=None, log=None):
        self.begin = begin or time.monotonic()
        self.program, self.store = pathlib.Path(program), store
        log = log or pathlib.Path(f"{store}.log")
        with log.open("ab") as file:
            super().__init__(
                [program, "--store", store, "--listen", "127.0.0.1:0", *options], core,
                stdout=subprocess.PIPE, stderr=file)
        line = self.child.stdout.readline().decode()
        if not line.startswith("listening on "):
            self.fail("gallery-server did not start", log)
        self.url = line.split()[-1].rstrip("/")
        self.port = int(self.url.rsplit(":", 1)[1])


class Nginx(Process):
    """nginx, serving the files of a folder with one worker, or receiving files into it with two."""

    def __init__(self, folder, root, core=None, receives=False):
        with socket.create_server(("127.0.0.1", 0)) as free:
            self.port = free.getsockname()[1]
        end = time.monotonic() + 10
        # The worker runs with few rights: it has to reach the files.
        os.chmod(folder, 0o755)
        user = pwd.getpwuid(os.getuid()).pw_name
        main = f"worker_processes 2; user {user};" if receives else "worker_processes 1;"
        puts = f"dav_methods PUT; client_max_body_size 0; client_body_temp_path {folder}/nginx-bodies;" if receives else ""
        file = pathlib.Path(folder, "nginx.conf")
        file.write_text(f"""
            daemon off; {main} pid {folder}/nginx.pid; error_log {folder}/nginx.log;
            events {{ worker_connections 1024; }}
            http {{
              access_log off; sendfile on; tcp_nopush on; keepalive_requests 100000000;
              types {{ image/jpeg jpg; }}
              open_file_cache max=1000; open_file_cache_valid 60s;
              server {{ listen 127.0.0.1:{self.port}; root {root}; {puts}
                add_header Cache-Control "private, max-age=31536000, immutable"; }}
            }}""")
        program = shutil.which("nginx", path=f"{os.environ.get('PATH', '')}:/usr/sbin")
        if program is None:
            raise RuntimeError("nginx is not installed")
        super().__init__([program, "-c", file, "-p", folder], core)
        while self.child.poll() is None and time.monotonic() < end:
            try:
                socket.create_connection(("127.0.0.1", self.port)).close()
                return
            except OSError:
                time.sleep(0.05)
        self.fail("nginx did not start", pathlib.Path(folder, "nginx.log"))
