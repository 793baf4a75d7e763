# SPDX-License-Identifier: Apache-2.0
"""Clients that take little of the cores which the server needs: several processes of curl."""

import pathlib
import subprocess
import time


def run(folder, transfers, in_flight):
    """Makes transfers with one process for each number of requests in flight, and returns the seconds.

    A transfer is a list of options of a configuration file of curl, without the common ones.
    """
    common = ["silent", "show-error", "fail", 'output = "/dev/null"']
    commands = []
    for number, count in enumerate(in_flight):
        parts = ["\n".join(options + common) for options in transfers[number::len(in_flight)]]
        path = pathlib.Path(folder, f"transfers-{number}")
        path.write_text("\nnext\n".join(parts))
        parallel = ["--parallel", "--parallel-max", str(count)] if count > 1 else []
        commands.append(["curl", "--no-progress-meter", *parallel, "--config", path])
    begin = time.monotonic()
    processes = [subprocess.Popen(command) for command in commands]
    statuses = [process.wait() for process in processes]
    seconds = time.monotonic() - begin
    if any(statuses):
        raise RuntimeError(f"curl ended with the statuses {statuses}")
    return seconds


def download(url):
    return [f'url = "{url}"']
