#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Compares the speed of `thumbnail-strip` and of other tools on a folder of pages, in one run.

usage: peers.py PROGRAM FOLDER [--rounds N] [--size height=132 ...]

The other tools are `vipsthumbnail` (libvips-tools) and `gm` (graphicsmagick), if installed. All write
upright JPEGs of quality 80 without metadata, one page at a time; the tools take turns.

Prints, as medians: the CPU time per page, (CPU of all pages - CPU of one) / (pages - 1), which excludes
the start; the CPU time of a single page, which includes it; the peak memory; and the ratio to the fastest
other tool. CPU times are those of the kernel. Then prints the wall time of two jobs, and of two processes
with half of the pages each, as a fraction of the wall time of one job.

Use pages of one kind, at least 12; at least 100 if a page takes only a few milliseconds, because
otherwise the start hides the gain of several jobs.
"""
import argparse
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time


def pages_in(folder):
    """Returns the pages of a folder in order, and reads each once, to have all in the page cache."""
    kinds = ('.jpg', '.jpeg', '.png')
    paths = [os.path.join(folder, name) for name in sorted(os.listdir(folder))
             if name.lower().endswith(kinds)]
    for path in paths:
        with open(path, 'rb') as file:
            file.read()
    return paths


def commands(program, pages, size, folder):
    """Returns the arguments and the environment of each tool."""
    side, pixels = size
    is_height = side == 'height'
    result = {'thumbnail-strip': ([program, 'thumbs', f'--{side}', pixels, '--quality', '80',
                                   '--jobs', '1', '-o', folder] + pages, {})}
    if shutil.which('vipsthumbnail'):
        box = f'x{pixels}' if is_height else pixels
        result['vipsthumbnail'] = (['vipsthumbnail', '-s', box, '-o',
                                    os.path.join(folder, 'v-%s.jpg[Q=80,strip]')] + pages,
                                   {'VIPS_CONCURRENCY': '1'})
    if shutil.which('gm'):
        box = f'x{pixels}' if is_height else f'{pixels}x{pixels}'
        script = os.path.join(folder, f'gm-{len(pages)}.txt')
        with open(script, 'w', encoding='utf-8') as file:
            for n, page in enumerate(pages):
                file.write(f'convert -size {pixels}x{pixels} "{page}" -auto-orient -thumbnail {box} '
                           f'+profile * -quality 80 "{folder}/g-{n}.jpg"\n')
        result['gm'] = (['gm', 'batch', script], {'OMP_NUM_THREADS': '1'})
    return result


def cpu(arguments, environment):
    """Returns the CPU time in milliseconds and the peak memory in MiB."""
    null = [(os.POSIX_SPAWN_OPEN, fd, '/dev/null', os.O_RDWR, 0) for fd in (0, 1)]
    child = os.posix_spawnp(
        arguments[0], arguments, {**os.environ, **environment}, file_actions=null)
    _, status, usage = os.wait4(child, 0)
    if status != 0:
        sys.exit(f'peers: {arguments[0]} failed with exit status {os.waitstatus_to_exitcode(status)}')
    return 1e3 * (usage.ru_utime + usage.ru_stime), usage.ru_maxrss / 1024


def compare(program, pages, size, rounds):
    with tempfile.TemporaryDirectory() as folder:
        all_pages = commands(program, pages, size, folder)
        one_page = commands(program, pages[:1], size, folder)
        figures = {name: [] for name in all_pages}
        for _ in range(rounds):
            for name in all_pages:
                total, peak = cpu(*all_pages[name])
                figures[name].append((total, cpu(*one_page[name])[0], peak))
    rows = {}
    for name, runs in figures.items():
        total, one, peak = (statistics.median(column) for column in zip(*runs))
        rows[name] = ((total - one) / (len(pages) - 1), one, peak)
    best = min((row[0] for name, row in rows.items() if name != 'thumbnail-strip'), default=None)
    for name, (page, one, peak) in sorted(rows.items(), key=lambda item: item[1][0]):
        ratio = f'{page / best:.3f} of the fastest other' if best else 'nothing to compare with'
        print(f'{size[0]} {size[1]}, {name}: {page:.2f} ms a page, {one:.1f} ms for one alone, '
              f'{peak:.0f} MiB; {ratio}', flush=True)


def wall(program, parts, size, jobs):
    """Returns the wall time in seconds of parallel processes, one per part of the pages."""
    with tempfile.TemporaryDirectory() as folder:
        start = time.monotonic()
        processes = [
            subprocess.Popen([program, 'thumbs', f'--{size[0]}', size[1], '--jobs', str(jobs), '-o',
                              os.path.join(folder, str(n))] + part, stdout=subprocess.DEVNULL)
            for n, part in enumerate(parts)]
        if any([process.wait() for process in processes]):
            sys.exit('peers: a process failed')
        return time.monotonic() - start


def gain(program, pages, size, rounds):
    ratios = {'two jobs': [], 'two processes': []}
    for _ in range(rounds):
        one = wall(program, [pages], size, 1)
        ratios['two jobs'].append(wall(program, [pages], size, 2) / one)
        ratios['two processes'].append(wall(program, [pages[::2], pages[1::2]], size, 1) / one)
    for name, values in ratios.items():
        print(f'{size[0]} {size[1]}, {name}: {statistics.median(values):.3f} of the time of one job')


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('program')
    parser.add_argument('folder')
    parser.add_argument('--rounds', type=int, default=5)
    parser.add_argument('--size', nargs='*', default=['height=132', 'long-side=512'])
    arguments = parser.parse_args()
    program = os.path.abspath(arguments.program)
    pages = pages_in(arguments.folder)
    if len(pages) < 2:
        sys.exit('peers: the folder needs at least two pages')
    for size in arguments.size:
        compare(program, pages, size.split('='), arguments.rounds)
        gain(program, pages, size.split('='), arguments.rounds)


if __name__ == '__main__':
    main()
