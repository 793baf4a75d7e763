#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Makes thumbnails of a list of pages with Spark, as Documentation/scale.md describes.

usage: spark.py LIST FOLDER RESULTS

LIST is JSON Lines of locations, FOLDER receives the thumbnails, and RESULTS is a new folder with the lines of the
results. GALLERY_STRIP is the path of the program, thumbnail-strip by default. Prints the numbers of pages and errors.
"""

import json
import os
import shlex
import sys

from pyspark.sql import SparkSession


def main(pages, folder, results):
    program = os.environ.get("GALLERY_STRIP", "thumbnail-strip")
    thumbs = f"{shlex.quote(program)} thumbs --quiet --jobs 1 --json - -o {shlex.quote(folder)}"
    # Bad pages are lines of the results; whatever else ends the program, a signal too, lets Spark repeat the part.
    command = "sh -c " + shlex.quote(f"{thumbs}; s=$?; case $s in 65|66) exit 0;; *) exit $s;; esac")
    spark = SparkSession.builder.appName("thumbs").getOrCreate()
    context = spark.sparkContext
    # A process for each part, which takes a core. Without an environment it would have neither PATH nor credentials.
    lines = context.textFile(pages, minPartitions=4 * context.defaultParallelism)
    count = lines.count()
    lines.pipe(command, env=dict(os.environ), checkCode=True).saveAsTextFile(results)
    done = context.textFile(results).map(lambda line: "error" in json.loads(line)).countByValue()
    spark.stop()
    if done[False] + done[True] != count:
        sys.exit(f"spark: there are {done[False] + done[True]} results for {count} pages")
    print(json.dumps({"pages": done[False] + done[True], "errors": done[True]}))


if __name__ == "__main__":
    if len(sys.argv) != 4:
        sys.exit(__doc__)
    main(*sys.argv[1:])
