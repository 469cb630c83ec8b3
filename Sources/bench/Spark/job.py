"""Runs a MapReduce job of bench on Apache Spark: `bench stream` is mapper, combiner and reducer, and
Spark divides, sorts and moves what lies between.

    pip install pyspark
    spark-submit --master spark://HOST:7077 job.py --map word-count --reduce sum \\
        --output FOLDER hdfs://HOST/logs/*.log

FOLDER then has the results as lines of a key, a tab and a value, those of each partition sorted by
their keys: all together, those of `bench job --format tsv`. Whatever else is said goes to `bench
stream`. bench has to be installed on every worker. Spark's lines are of UTF-8: bytes that are none
count as U+FFFD.
"""

import argparse
import os
import shlex
import shutil
import subprocess
import sys
import zlib

from pyspark import SparkContext


def pair(line: str) -> tuple[str, str]:
    """The key and the value of a line of the contract."""
    key, _, value = line.partition("\t")
    return key, value


def partition(key: str) -> int:
    """Where a key belongs: the same number in every process, as Python's own hash is not."""
    return zlib.crc32(key.encode())


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0], allow_abbrev=False)
    parser.add_argument("inputs", nargs="+", help="files or folders, also of HDFS or S3")
    parser.add_argument("--map", required=True, help="the map function")
    parser.add_argument("--reduce", required=True, help="the reduce function")
    parser.add_argument("--output", required=True, help="a new folder")
    parser.add_argument("--bench", default=shutil.which("bench") or "bench", help="the program")
    parser.add_argument("--mappers", type=int, help="parts of the input, at least")
    parser.add_argument("--reducers", type=int, help="parts of the output")
    arguments, options = parser.parse_known_args()

    def step(name: str) -> list[str]:
        functions = ["--map", arguments.map, "--reduce", arguments.reduce]
        return [arguments.bench, "stream", name, *functions, *options]

    # What is wrong with the functions is said here, not in the log of a worker.
    nothing = subprocess.DEVNULL
    status = subprocess.run(step("map"), stdin=nothing, stdout=nothing, check=False).returncode
    if status != 0:
        sys.exit(status)

    # A mapper that fails fails its task, whatever the combiner makes of what it wrote.
    mapper = f"{shlex.join(step('map'))} | LC_ALL=C sort | {shlex.join(step('combine'))}"
    pipe = {"env": {"PATH": os.environ["PATH"]}, "checkCode": True}
    context = SparkContext(appName=f"{arguments.map}, {arguments.reduce}")
    reducers = arguments.reducers or context.defaultParallelism
    (
        context.textFile(",".join(arguments.inputs), arguments.mappers)
        .pipe(shlex.join(["bash", "-o", "pipefail", "-c", mapper]), **pipe)
        .map(pair)
        .repartitionAndSortWithinPartitions(reducers, partition)
        .map("\t".join)
        .pipe(shlex.join(step("reduce")), **pipe)
        .saveAsTextFile(arguments.output)
    )
    context.stop()


if __name__ == "__main__":
    main()
