"""Runs a sweep of bench on Apache Spark: seeds go out to the workers, a line of JSON for each comes
back, and `bench merge` makes of them what one sweep would have given.

    pip install pyspark
    spark-submit --master spark://HOST:7077 sweep.py SCENARIO --seeds 1...10000 --output FOLDER
    bench merge FOLDER/part-*

Whatever else is said goes to `bench sweep`, such as --small, --invariants and --set PATH=VALUE.
bench has to be installed on every worker; a scenario file is sent along, but no file that it names.
"""

import argparse
import os
import pathlib
import shlex
import shutil
import subprocess
import sys

from pyspark import SparkContext

# Puts the scenario into a folder of its own, which goes when the program that follows has ended.
BESIDE_FILE = """
folder=$(mktemp -d) && cd "$folder" && printf %s "$2" >"$1" || exit 73
shift 2
"$@"
status=$?
rm -r "$folder"
exit $status
"""


# Linux takes no argument of a program that is longer than 128 KiB.
LARGEST_FILE = 128 * 1024 - 1


def seeds(text: str) -> list[int]:
    """The seeds that a text such as `1...1000,2000` names."""
    named: list[int] = []
    for part in text.split(","):
        first, _, last = part.partition("...")
        named += range(int(first), int(last or first) + 1)
    if not named or min(named) < 0 or max(named) >= 1 << 64:
        raise ValueError(text)
    return named


def command(bench: str, scenario: str, options: list[str]) -> str:
    """The command line that reads seeds and writes outcomes, in words that Spark splits again."""
    if not os.path.isfile(scenario):
        return shlex.join([bench, "sweep", scenario, "--stdin", *options])
    path = pathlib.Path(scenario)
    sweep = [bench, "sweep", path.name, "--stdin", *options]
    return shlex.join(["sh", "-c", BESIDE_FILE, "sh", path.name, path.read_text("utf-8"), *sweep])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0], allow_abbrev=False)
    parser.add_argument("scenario", help="the name of a shipped scenario, or the path of a file")
    parser.add_argument("--seeds", type=seeds, required=True, help="such as 1...1000,2000")
    parser.add_argument("--output", required=True, help="a new folder, also one of HDFS or S3")
    parser.add_argument("--bench", default=shutil.which("bench") or "bench", help="the program")
    parser.add_argument("--slices", type=int, help="tasks; four for each core without it")
    arguments, options = parser.parse_known_args()

    # What is wrong with the scenario is said here, not in the log of a worker.
    check = [arguments.bench, "validate", arguments.scenario]
    status = subprocess.run(check, stdout=subprocess.DEVNULL, check=False).returncode
    if status != 0:
        sys.exit(status)

    bench = arguments.bench
    if os.sep in bench:
        bench = os.path.abspath(bench)
    if os.path.isfile(arguments.scenario) and os.path.getsize(arguments.scenario) > LARGEST_FILE:
        parser.error(f"a scenario file of more than {LARGEST_FILE} bytes cannot be sent along")

    context = SparkContext(appName=f"sweep {arguments.scenario}")
    slices = arguments.slices or 4 * context.defaultParallelism
    context.parallelize(arguments.seeds, min(slices, len(arguments.seeds))).pipe(
        command(bench, arguments.scenario, options),
        env={"PATH": os.environ["PATH"]},
        checkCode=True,
    ).saveAsTextFile(arguments.output)
    context.stop()


if __name__ == "__main__":
    main()
