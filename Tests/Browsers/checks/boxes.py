# SPDX-License-Identifier: Apache-2.0
"""Rendering equals the model: boxes of the DOM against the frames that `thumbnail-strip replay` computes."""

import json
import os
import subprocess

from fixtures import images
from fixtures.viewer import Viewer

# In CSS pixels.
TOLERANCE = 0.01


def check(run):
    """Drags, flings, jumps, resizes and edits while all boxes are recorded; then replays the recorded calls."""
    document = run.server.document("Boxes", [images.page(number) for number in range(1, 31)])
    page = run.browser.page(1000, 700)
    viewer = Viewer(page, run.server.url, document, "?record")
    viewer.rest()
    page.evaluate("galleryMonitor.wantsBoxes = true, null")
    act(page, viewer)
    viewer.rest()
    script = page.evaluate("pageGallery.script()")
    drawn = page.evaluate("galleryMonitor.boxes")
    frames = replay(script, [each["time"] for each in drawn])
    run.true(len(frames) > 60, f"only {len(frames)} frames were compared")
    compared, worst, problems = 0, 0, []
    for boxes in drawn:
        for surface in ["preview", "strip"]:
            if boxes["time"] in frames:
                count, distance, found = compare(boxes[surface], frames[boxes["time"]][surface], f"{surface} at {boxes['time']}")
                compared, worst = compared + count, max(worst, distance)
                problems += found
    run.note(f"{compared} boxes of {len(frames)} frames differ from the replay by at most {worst:.6f} px")
    run.equal(problems[:5], [], "boxes that differ")
    page.expect_no_errors()


def act(page, viewer):
    viewer.drag("strip", 0.8, 0.2)
    viewer.rest()
    viewer.drag("preview", 0.8, 0.4)
    viewer.rest()
    page.click_at(*viewer.point("strip", 0.9))
    # In the middle of the jump.
    page.frames(10)
    page.resize(800, 600)
    viewer.rest()
    viewer.key("Home")
    viewer.rest()
    viewer.key("Delete")
    viewer.rest()
    viewer.key("]")
    viewer.rest()


def replay(script, times):
    """The frames at some times, in nanoseconds. Times of calls are left out: it is open on which side a frame is."""
    lines = [json.loads(line) for line in script.splitlines() if line.strip() and not line.startswith("#")]
    calls = [line for line in lines[1:] if line["call"] not in ("frame", "advance")]
    busy = {round(line["at"] * 1e9) for line in calls}
    frames = [{"at": time / 1e9, "call": "frame", "rank": 1} for time in sorted(set(times) - busy)]
    merged = sorted(calls + frames, key=lambda line: line["at"])
    for line in merged:
        line.pop("rank", None)
    text = "\n".join(json.dumps(line) for line in lines[:1] + merged)
    result = subprocess.run(
        [os.environ["GALLERY_STRIP"], "replay", "-"], input=text, capture_output=True, text=True, timeout=60)
    if result.returncode:
        raise AssertionError(f"replay: {result.stderr.strip()}")
    found = [json.loads(line)["frame"] for line in result.stdout.splitlines() if line.startswith('{"frame"')]
    return {round(frame["time"] * 1e9): frame for frame in found}


def compare(drawn, cells, where):
    """Returns how many boxes were compared, the largest distance, and what differs."""
    known = {cell["id"] for cell in cells}
    cells = {cell["id"]: cell for cell in cells if cell["alpha"] > 0}
    count, worst, problems = 0, 0, []
    for box in drawn:
        cell = cells.get(box["id"])
        if not cell:
            # An element that waits in the pool has no size.
            if box["id"] not in known and min(box["width"], box["height"]) > TOLERANCE:
                problems.append(f"{where}: page {box['id']} is at {box}, and is not in the frame")
            continue
        count += 1
        scale = cell.get("scale", 1)
        size = [length * scale for length in cell["size"]]
        expected = [cell["center"][0] - size[0] / 2, cell["center"][1] - size[1] / 2, *size]
        distance = max(abs(a - b) for a, b in zip([box["x"], box["y"], box["width"], box["height"]], expected))
        worst = max(worst, distance)
        if distance > TOLERANCE:
            problems.append(f"{where}: page {box['id']} is at {box}, expected {expected}")
    missing = set(cells) - {box["id"] for box in drawn}
    if missing:
        problems.append(f"{where}: pages {sorted(missing)} are not displayed")
    return count, worst, problems
