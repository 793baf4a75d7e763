#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Makes the sample documents of this folder.

    python3 make_sample_docs.py [output folder]

Without an argument the files are written beside this script. README.md says
what the files are and what the script needs.
"""

import sys
from pathlib import Path

sys.dont_write_bytecode = True   # no __pycache__ among the documents

from generator import camera, contract, damaged, fax, formats, panorama, phone, receipt


def main():
    here = Path(__file__).resolve().parent
    out = Path(sys.argv[1]) if len(sys.argv) > 1 else here
    for kind in (contract, phone, camera, receipt, panorama, fax, formats, damaged):
        for name, data in kind.files():
            path = out / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(data)


if __name__ == "__main__":
    main()
