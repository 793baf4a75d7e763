# SPDX-License-Identifier: Apache-2.0
"""First bytes of formats that are known by their signature, but not decoded."""

import struct

TIFF_TAGS = [   # tag, type (3 is 16 bits, 4 is 32), value: 1 by 1, gray, 8 bits
    (256, 3, 1), (257, 3, 1), (258, 3, 8), (259, 3, 1), (262, 3, 1), (273, 4, 122), (277, 3, 1),
    (278, 3, 1), (279, 4, 1),
]
PDF = b"""%PDF-1.4
%\xe2\xe3\xcf\xd3
1 0 obj
<< /Type /Catalog >>
endobj
trailer
<< /Root 1 0 R >>
%%EOF
"""
SVG = b"""\
<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"><rect width="1" height="1"/></svg>
"""


def files():
    formats = {
        "gif87a.gif": gif(b"GIF87a"),
        "gif89a.gif": gif(b"GIF89a"),
        "bmp.bmp": bmp(),
        "tiff-little-endian.tif": tiff(b"II", "<"),
        "tiff-big-endian.tif": tiff(b"MM", ">"),
        "webp.webp": webp(),
        "pnm-p6.ppm": b"P6\n1 1\n255\n\x40\x80\xc0",
        "heic.heic": box(b"ftyp", b"heic" + bytes(4) + b"mif1heic") + box(b"meta", bytes(4)),
        "avif.avif": box(b"ftyp", b"avif" + bytes(4) + b"avifmif1miaf") + box(b"meta", bytes(4)),
        "jp2.jp2": jp2(),
        "j2k.j2k": codestream(),
        "pdf.pdf": PDF,
        "svg.svg": SVG,
        "svg-xml.svg": b'<?xml version="1.0" encoding="UTF-8"?>\n<!-- a fixture -->\n' + SVG,
    }
    for name, data in formats.items():
        yield f"unsupported/{name}", data


def gif(signature):
    screen = struct.pack("<HHBBB", 1, 1, 0x80, 0, 0) + b"\0\0\0\xff\xff\xff"
    image = b"\x2c" + struct.pack("<HHHHB", 0, 0, 1, 1, 0) + b"\x02\x02\x44\x01\x00"
    return signature + screen + image + b"\x3b"


def bmp():
    info = struct.pack("<IiiHHIIiiII", 40, 1, 1, 1, 24, 0, 4, 2835, 2835, 0, 0)
    return b"BM" + struct.pack("<IHHI", 58, 0, 0, 54) + info + b"\x40\x80\xc0\0"


def tiff(mark, order):
    out = mark + struct.pack(order + "HIH", 42, 8, len(TIFF_TAGS))
    for tag, kind, value in TIFF_TAGS:
        out += struct.pack(order + ("HHIHH" if kind == 3 else "HHII"), tag, kind, 1,
                           *((value, 0) if kind == 3 else (value,)))
    return out + struct.pack(order + "I", 0) + b"\x80\0"


def webp():
    body = b"\x2f" + struct.pack("<I", 0) + bytes(7)
    part = b"WEBPVP8L" + struct.pack("<I", len(body)) + body
    return b"RIFF" + struct.pack("<I", len(part)) + part


def box(kind, body):
    """A box of the formats that come from QuickTime."""
    return struct.pack(">I", len(body) + 8) + kind + body


def jp2():
    header = box(b"ihdr", struct.pack(">IIHBBBB", 1, 1, 1, 7, 7, 0, 0))
    return (box(b"jP  ", b"\r\n\x87\n") + box(b"ftyp", b"jp2 " + bytes(4) + b"jp2 ")
            + box(b"jp2h", header) + box(b"jp2c", codestream()))


def codestream():
    """The start of a JPEG 2000 codestream."""
    size = struct.pack(">HHIIIIIIIIH", 41, 0, 1, 1, 0, 0, 1, 1, 0, 0, 1)
    return b"\xff\x4f\xff\x51" + size + b"\x07\x01\x01"
