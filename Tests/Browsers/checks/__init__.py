# SPDX-License-Identifier: Apache-2.0
"""The checks, each with a time limit in seconds."""

from checks import axe, boxes, checksums, continuity, details, keyboard, larger, layout, many, menus, navigation, network, opening, plain, replacing, selecting, smoke, turning, walk

SMOKE = {"smoke": (smoke.check, 40), "checksum": (checksums.check, 40)}


def all_checks():
    """The checks of each browser by name."""
    return {
        "chromium": {
            "plain": (plain.check, 30),
            "walk": (walk.check, 60),
            **SMOKE,
            "continuity": (continuity.check, 40),
            "opening": (opening.check, 30),
            "boxes": (boxes.check, 40),
            "navigation": (navigation.check, 60),
            "network": (network.check, 90),
            "offline": (network.offline, 60),
            "axe": (axe.check, 60),
            "axe-plain": (axe.plain, 30),
            "keyboard": (keyboard.check, 60),
            "kept-focus": (keyboard.kept, 90),
            "layout": (layout.check, 60),
            "single-taps": (layout.single_taps, 90),
            "media": (layout.media, 30),
            "right-to-left": (layout.right_to_left, 30),
            "crowded": (layout.crowded, 30),
            "larger-text": (layout.larger_text, 90),
            "larger-grid": (larger.grid, 90),
            "details": (details.check, 60),
            "turning": (turning.check, 90),
            "many": (many.check, 60),
            "menus": (menus.check, 120),
            "replacing": (replacing.check, 60),
            "selecting": (selecting.check, 60),
        },
        "firefox": SMOKE,
        "webkit": SMOKE,
    }
