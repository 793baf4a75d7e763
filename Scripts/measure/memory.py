#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Measures the peak memory of `thumbnail-strip thumbs` on very large pages.

usage: memory.py [--debug] PROGRAM

Generates the pages row by row in a temporary folder. Prints the peak resident memory of the process as
the kernel counts it, and the same without the thumbnail's own pixels, which are many for a page of an
extreme shape. The exit status is 1 if the latter exceeds 32 MiB for one page, or 64 MiB for two at a time.

A debug build of the program needs some 20 MiB more than a release, before it reads a page: with --debug, the
limit is what a release may need for a page, beyond what the program needs for a tiny one. Fewer sizes are
measured.
"""
import json
import os
import shutil
import struct
import sys
import tempfile
import zlib

LIMIT_MIB = 32
RELEASE_START_MIB = 15.6  # the peak of a release for a page of 8 x 8 pixels
PAGES = [  # format, width, height, samples per pixel, bits per sample
    ('png', 20_000, 24_000, 3, 8), ('png', 20_000, 20_000, 4, 8), ('png', 65_500, 7_600, 1, 1),
    ('png', 65_500, 7_600, 1, 8), ('png', 60_000, 2_000, 4, 16), ('png', 60_000, 200, 3, 8),
    ('png', 200, 60_000, 3, 8),
    ('jpg', 65_500, 7_600, 1, 8), ('jpg', 30_000, 16_000, 3, 8), ('jpg', 65_500, 200, 3, 8),
    ('jpg', 200, 60_000, 3, 8),
]
SIZES = [['--height', '132'], ['--height', '512'], ['--long-side', '512']]
DEBUG_SIZES = [['--height', '132']]


def png(path, width, height, samples, bits):
    """Writes a PNG with rows of one value and each of the five filters in turn."""
    color = {1: 0, 3: 2, 4: 6}[samples]
    row = bytes((width * samples * bits + 7) // 8)
    with open(path, 'wb') as file:
        def chunk(kind, body):
            check = struct.pack('>I', zlib.crc32(kind + body))
            file.write(struct.pack('>I', len(body)) + kind + body + check)
        file.write(b'\x89PNG\r\n\x1a\n')
        chunk(b'IHDR', struct.pack('>IIBBBBB', width, height, bits, color, 0, 0, 0))
        stream = zlib.compressobj(1)
        for y in range(height):
            data = stream.compress(bytes([y % 5]) + row)
            if data:
                chunk(b'IDAT', data)
        chunk(b'IDAT', stream.flush())
        chunk(b'IEND', b'')


def jpg(path, width, height, samples, _):
    """Writes a baseline JPEG of one value: a zero DC difference and an end of block, two bits per block."""
    def segment(code, body):
        return struct.pack('>BBH', 0xFF, code, len(body) + 2) + body
    factors = [0x11] if samples == 1 else [0x22, 0x11, 0x11]
    side = 8 if samples == 1 else 16
    units = -(-width // side) * -(-height // side)
    blocks = units * (1 if samples == 1 else 6)
    frame = b''.join(bytes([i + 1, factor, 0]) for i, factor in enumerate(factors))
    scan = b''.join(bytes([i + 1, 0]) for i in range(samples))
    with open(path, 'wb') as file:
        file.write(b'\xff\xd8' + segment(0xDB, b'\0' + b'\x08' * 64))
        file.write(segment(0xC0, struct.pack('>BHHB', 8, height, width, samples) + frame))
        for table in (0x00, 0x10):
            file.write(segment(0xC4, bytes([table, 1]) + bytes(15) + b'\0'))
        file.write(segment(0xDA, bytes([samples]) + scan + b'\0\x3f\0'))
        whole, rest = divmod(blocks * 2, 8)
        file.write(bytes(whole) + (bytes([0xFF >> rest]) if rest else b'') + b'\xff\xd9')


def peak(program, options, pages, folder):
    """Returns the peak in MiB, and the sizes of the thumbnails."""
    lines = os.path.join(folder, 'lines')
    out = os.path.join(folder, 'out')
    # Thumbnails of an earlier run would not be made again.
    shutil.rmtree(out, ignore_errors=True)
    arguments = [program, 'thumbs', '--json', '-o', out] + options + pages
    child = os.fork()
    if child == 0:
        os.dup2(os.open(lines, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o644), 1)
        os.execv(program, arguments)
    _, status, usage = os.wait4(child, 0)
    if status != 0:
        sys.exit(f'memory: {arguments} failed with exit status {os.waitstatus_to_exitcode(status)}')
    with open(lines, encoding='utf-8') as file:
        sizes = [(line['width'], line['height']) for line in map(json.loads, file)]
    if len(sizes) != len(pages):
        sys.exit(f'memory: {arguments} made {len(sizes)} thumbnails of {len(pages)} pages')
    return usage.ru_maxrss / 1024, sizes


def make_pages(shape, folder):
    """Returns the paths of two equal pages of a shape: two files, because two names of one are one page."""
    kind, width, height, samples, bits = shape
    pages = [os.path.join(folder, f'{n}.{kind}') for n in (1, 2)]
    {'png': png, 'jpg': jpg}[kind](pages[0], width, height, samples, bits)
    shutil.copyfile(pages[0], pages[1])
    return pages


def excess(program, folder):
    """Returns what a program needs for a tiny page beyond a release, in MiB."""
    total, _ = peak(program, SIZES[0], make_pages(('png', 8, 8, 3, 8), folder)[:1], folder)
    print(f'a tiny page: {total:.1f} MiB')
    return total - RELEASE_START_MIB


def main():
    is_debug = sys.argv[1] == '--debug'
    program = os.path.abspath(sys.argv[-1])
    is_met = True
    with tempfile.TemporaryDirectory() as folder:
        more = excess(program, folder) if is_debug else 0
        for shape in PAGES:
            kind, width, height, samples, bits = shape
            pages = make_pages(shape, folder)
            for size in DEBUG_SIZES if is_debug else SIZES:
                for jobs in (1, 2):
                    total, sizes = peak(program, size + ['--jobs', str(jobs)], pages[:jobs], folder)
                    pixels = sum(w * h for w, h in sizes) * (1 if samples == 1 else 4) / 2**20
                    is_met &= total - pixels <= LIMIT_MIB * jobs + more
                    print(f'{kind} {width} x {height}, {samples} x {bits} bit, {" ".join(size)}, '
                          f'{jobs} at a time: {total:.1f} MiB, {total - pixels:.1f} without pixels',
                          flush=True)
            for page in pages:
                os.remove(page)
    print('memory: within the limit' if is_met else 'memory: above the limit')
    return 0 if is_met else 1


if __name__ == '__main__':
    sys.exit(main())
