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
    command = f"{shlex.quote(program)} thumbs --quiet --jobs 1 --json - -o {shlex.quote(folder)}"
    spark = SparkSession.builder.appName("thumbs").getOrCreate()
    context = spark.sparkContext
    # A process for each part, which takes a core. One with bad pages ends with a status that Spark would repeat.
    lines = context.textFile(pages, minPartitions=4 * context.defaultParallelism).pipe(command)
    lines.saveAsTextFile(results)
    done = context.textFile(results).map(lambda line: "error" in json.loads(line)).countByValue()
    spark.stop()
    print(json.dumps({"pages": done[False] + done[True], "errors": done[True]}))


if __name__ == "__main__":
    if len(sys.argv) != 4:
        sys.exit(__doc__)
    main(*sys.argv[1:])
