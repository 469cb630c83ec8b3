import Foundation
import Testing

/// Starts a master of Spark and two workers on this machine, has them do what is to be compared,
/// and ends them.
private let script = #"""
    set -eu
    home=$(python3 -c 'import os, pyspark; print(os.path.dirname(pyspark.__file__))')
    export SPARK_HOME=$home SPARK_LOCAL_IP=127.0.0.1 PYSPARK_PYTHON=python3
    trap 'kill $(jobs -p) 2>/dev/null; wait' EXIT
    start() {
      class=org.apache.spark.deploy.$1; shift
      exec "$home/bin/spark-class" $class --host 127.0.0.1 --webui-port 0 "$@"
    }
    await() {  # FILE TEXT TIMES
      timeout 60 sh -c 'until [ "$(grep -c "$2" "$1")" -ge "$3" ]; do sleep 0.2; done' sh "$@" || {
        echo "no '$2' in $1:"; cat "$1"; exit 1
      }
    }
    submit() {
      timeout 240 "$home/bin/spark-submit" --master "$master" --conf spark.ui.enabled=false \
        --conf spark.executor.memory=512m "$@" --bench "$BENCH" >submit.log 2>&1
    }

    start master.Master --port 0 >master.log 2>&1 &
    await master.log 'Starting Spark master at' 1
    master=$(sed -n 's/.*Starting Spark master at //p' master.log)
    for number in 1 2; do
      start worker.Worker --cores 1 --memory 1g --work-dir "$PWD/work$number" "$master" \
        >worker$number.log 2>&1 &
    done
    await master.log 'Registering worker' 2

    submit "$SPARK/sweep.py" failing.yaml --seeds 1...40,50 --set network.latency=2ms \
      --output "$PWD/sweep" || { cat submit.log; exit 1; }
    "$BENCH" merge sweep/part-* --format json >merged.json || [ $? = 1 ]
    "$BENCH" sweep failing.yaml --seeds 1...40,50 --set network.latency=2ms \
      --format json >local.json || [ $? = 1 ]

    submit "$SPARK/job.py" --map word-count --reduce sum --reducers 3 --output "$PWD/job" \
      first.txt second.txt || { cat submit.log; exit 1; }
    cat job/part-* | LC_ALL=C sort >job.tsv
    "$BENCH" job --map word-count --reduce sum --format tsv first.txt second.txt |
      LC_ALL=C sort >local.tsv

    status=0
    submit "$SPARK/sweep.py" wrong.yaml --seeds 1...4 --output "$PWD/none" || status=$?
    echo $status >wrong.status
    cp submit.log wrong.log
    status=0
    submit "$SPARK/job.py" --map word-cuont --reduce sum --output "$PWD/nothing" first.txt || status=$?
    echo $status >mapper.status
    """#

/// A scenario that fails under some seeds: servers that crash stay away.
private let failing = """
    version: 1
    name: failing
    seed: 1
    until: 20s
    cluster:
      servers: {count: 3, service: 2ms}
      balancer: {heartbeat: {every: 1s, timeout: 500ms, misses: 2, respawn: false}}
    workload: [{requests: {count: 100, arrival: {constant: 20/s}, timeout: 1s}}]
    swarm: {until: 10s, roles: [server], every: 500ms...5s, for: 100ms...3s}
    expect: [requests.completed == 100]
    """

/// Sweeps and jobs on Apache Spark, through its pipes.
///
/// Runs only when asked to: it needs Java, and Python with `pyspark`.
@Suite(.serialized, .enabled(if: ProcessInfo.processInfo.environment["EXTERNAL_TESTS"] == "1"))
struct SparkTests {
    private func run(in folder: TemporaryFolder) throws -> (status: Int32, output: String) {
        let root = #filePath.split(separator: "/").dropLast(4).joined(separator: "/")
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["bash", "-c", script]
        process.currentDirectoryURL = URL(fileURLWithPath: folder.path)
        process.environment = ProcessInfo.processInfo.environment
            .merging(["BENCH": BenchProgram.path, "SPARK": "/\(root)/Sources/bench/Spark"]) { $1 }
        let output = Pipe()
        process.standardOutput = output
        process.standardError = output
        try process.run()
        let data = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return (process.terminationStatus, String(decoding: data, as: UTF8.self))
    }

    @Test
    func `a sweep and a job on two workers give what one program gives`() throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        _ = try folder.write(failing, to: "failing.yaml")
        _ = try folder.write(failing.replacing("count: 3", with: "cout: 3"), to: "wrong.yaml")
        let words = (0..<4_000).map { "word\($0 % 701) \($0 % 13) \u{e9}t\u{e9}\n" }
        _ = try folder.write(words.joined(), to: "first.txt")
        _ = try folder.write("a tab\there\n\n   two  spaces \nno line end", to: "second.txt")
        let outcome = try run(in: folder)
        try #require(outcome.status == 0, "\(outcome.output)")

        let merged = try #require(folder.contents(of: "merged.json"))
        #expect(merged == folder.contents(of: "local.json"))
        #expect(merged.contains("\"verdict\": \"failed\""))
        #expect(merged.contains("\"seeds\": \"1...40,50\""))

        let counted = try #require(folder.contents(of: "job.tsv"))
        #expect(counted == folder.contents(of: "local.tsv"))
        #expect(counted.contains("\u{e9}t\u{e9}\t4000\n"))

        // What is wrong is said, and leaves nothing that looks like a result.
        #expect(folder.contents(of: "wrong.status") == "65\n")
        #expect(folder.contents(of: "wrong.log")?.contains("unknown key 'cout'") == true)
        #expect(folder.contents(of: "mapper.status") == "64\n")
        #expect(!folder.files.contains { $0.hasPrefix("none/") || $0.hasPrefix("nothing/") })
    }
}
