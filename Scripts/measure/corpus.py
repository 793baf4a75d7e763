#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Checks thumbnail-strip against the manifest of a corpus of hostile and unusual images.

usage: corpus.py CORPUS PROGRAM

CORPUS contains the images and manifest.tsv, whose first line names its columns: file, expected, width,
height, orientation, note, ... The checks:

- `info --json` prints the size and orientation of each `ok` row.
- `thumbs` makes a thumbnail of each `ok` row, tolerant and strict.
- `thumbs --strict` refuses each `must-error` row with a typed error.
- No file ends the program by a signal or exceeds the CPU limit.
- Rows marked MUST-BOUND stay within 2 s of CPU time and 256 MiB.

The exit status is 1 if a check fails.
"""
import csv
import json
import multiprocessing
import os
import sys
import tempfile

CPU_LIMIT = 2.0
MEMORY_LIMIT_KIB = 256 * 1024
HANG_LIMIT = 20  # seconds of CPU after which the kernel ends the program


def run(arguments, stdin=os.devnull, output=os.devnull):
    """Returns (exit status or -signal, CPU seconds, peak KiB)."""
    child = os.fork()
    if child == 0:
        import resource
        resource.setrlimit(resource.RLIMIT_CPU, (HANG_LIMIT, HANG_LIMIT + 1))
        os.dup2(os.open(stdin, os.O_RDONLY), 0)
        os.dup2(os.open(output, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o644), 1)
        os.dup2(os.open(os.devnull, os.O_WRONLY), 2)
        os.execv(arguments[0], arguments)
    _, status, usage = os.wait4(child, 0)
    return os.waitstatus_to_exitcode(status), usage.ru_utime + usage.ru_stime, usage.ru_maxrss


def accepted_orientations(text):
    """Returns the orientations of an entry: `6`; `1(none)`; `either:6/3/-`, where `-` (none) is 1."""
    if text.startswith('either:'):
        values = text[len('either:'):].split('/')
        return {value if value in list('12345678') else '1' for value in values}
    return {text.split('(')[0]}


def json_lines(path):
    with open(path, encoding='utf-8') as file:
        return [json.loads(line) for line in file]


def check_headers(program, corpus, rows, work):
    """Compares the output of `info` with the manifest; returns the problems."""
    listing, output = os.path.join(work, 'list'), os.path.join(work, 'info')
    with open(listing, 'w', encoding='utf-8') as file:
        file.writelines(os.path.join(corpus, row['file']) + '\n' for row in rows)
    status, _, _ = run([program, 'info', '--json', '-'], stdin=listing, output=output)
    if status not in (0, 65):
        return [f'info ended with {status}']
    lines = json_lines(output)
    if len(lines) != len(rows):
        return [f'info printed {len(lines)} lines for {len(rows)} files']
    problems = []
    for row, line in zip(rows, lines):
        if row['expected'] != 'ok':
            continue
        if 'error' in line:
            problems.append(f"{row['file']}: info failed: {line['error']['message']}")
        elif (str(line['width']), str(line['height'])) != (row['width'], row['height']):
            problems.append(f"{row['file']}: {line['width']} x {line['height']}, not "
                            f"{row['width']} x {row['height']}")
        elif str(line['orientation']) not in accepted_orientations(row['orientation']):
            problems.append(f"{row['file']}: orientation {line['orientation']}, not "
                            f"{row['orientation']}")
    return problems


def check_thumbnail(program, corpus, row, policy, work):
    """Makes one thumbnail; returns the problems."""
    # Several processes run at a time, each in its own folder.
    work = os.path.join(work, str(os.getpid()))
    os.makedirs(work, exist_ok=True)
    output = os.path.join(work, 'thumbs.json')
    arguments = [program, 'thumbs', '--json', '--height', '132', '-o', os.path.join(work, 'out')]
    status, cpu, memory = run(arguments + policy + [os.path.join(corpus, row['file'])],
                              output=output)
    name = f"{row['file']} {' '.join(policy)}"
    if status not in (0, 65):
        return [f'{name}: ended with {status}']
    lines = json_lines(output)
    error = lines[0].get('error') if len(lines) == 1 else None
    problems = []
    if len(lines) != 1 or (error is None) != (status == 0):
        problems.append(f'{name}: exit status {status} and {len(lines)} lines')
    if error is not None and not (error.get('code') and error.get('message')):
        problems.append(f'{name}: an error without a code or a message')
    if row['expected'] == 'ok' and status != 0:
        problems.append(f'{name}: thumbs failed: {error}')
    if row['expected'] == 'must-error' and policy and status == 0:
        problems.append(f'{name}: not refused')
    if 'MUST-BOUND' in row['note'] and (cpu > CPU_LIMIT or memory > MEMORY_LIMIT_KIB):
        problems.append(f'{name}: {cpu:.2f} s of CPU and {memory // 1024} MiB')
    return problems


def main():
    corpus, program = sys.argv[1], os.path.abspath(sys.argv[2])
    with open(os.path.join(corpus, 'manifest.tsv'), encoding='utf-8', newline='') as file:
        rows = list(csv.DictReader(file, delimiter='\t', quoting=csv.QUOTE_NONE))
    with tempfile.TemporaryDirectory() as work:
        problems = check_headers(program, corpus, rows, work)
        thumbnails = [(program, corpus, row, policy, work)
                      for row in rows for policy in ([], ['--strict'])]
        with multiprocessing.Pool() as pool:
            for found in pool.starmap(check_thumbnail, thumbnails):
                problems += found
    for problem in problems:
        print(f'corpus: {problem}')
    print(f'corpus: {len(rows)} files, {len(problems)} problems')
    return 1 if problems or not rows else 0


if __name__ == '__main__':
    sys.exit(main())
