import Benchmark
import Simulator
import Workloads

/// The regression benchmarks: every workload of a fixed size, with what it asks of the allocator.
///
/// Only the counts have thresholds, for they are the same in every run. The histograms of the
/// library keep three digits of a number, so the last three stand in a metric of their own.
///
/// `RegressionBenchmarks --once NAME` does one work without the library, for a tool that counts
/// instructions: the library has threads, whose turns decide where memory lies, and what a lookup
/// in the tables of the runtime takes depends on that.
@main
struct RegressionBenchmarks: BenchmarkRunnerHooks {
    private static let allocations = BenchmarkMetric.custom(
        "allocations",
        useScalingFactor: false
    )
    private static let lastDigits = BenchmarkMetric.custom(
        "allocationsModulo1000",
        useScalingFactor: false
    )
    private static let bytes = BenchmarkMetric.custom("allocatedBytes", useScalingFactor: false)

    static func main() async {
        let arguments = CommandLine.arguments
        if arguments.count == 3, arguments[1] == "--once" {
            runOnce(arguments[2])
        } else {
            await BenchmarkRunner.setupBenchmarkRunner(registerBenchmarks: registerBenchmarks)
        }
    }

    /// Does the work of a workload, after it was done once without being counted.
    private static func runOnce(_ name: String) {
        guard let workload = RegressionWorkload.all.first(where: { $0.name == name }) else {
            preconditionFailure("there is no workload '\(name)'")
        }
        let work = unwrapped(name) { try workload.prepared() }
        let first = unwrapped(name) { try work() }
        let second = unwrapped(name) { try measured(work) }
        precondition(first.line == second.line, "\(name): two runs did not do the same")
    }

    static func registerBenchmarks() {
        let metrics = [.wallClock, .throughput, .cpuTotal, allocations, lastDigits, bytes]
        let exact = BenchmarkThresholds(relative: [:], absolute: [.p90: 0])
        let configuration = Benchmark.Configuration(
            metrics: metrics,
            warmupIterations: 1,
            maxDuration: .seconds(1),
            maxIterations: 3,
            thresholds: [allocations: exact, lastDigits: exact, bytes: exact]
        )
        for workload in RegressionWorkload.all {
            register(workload, configuration)
        }
    }

    private static func register(
        _ workload: RegressionWorkload,
        _ configuration: Benchmark.Configuration
    ) {
        Benchmark(workload.name, configuration: configuration) { benchmark in
            let work = unwrapped(workload.name) { try workload.prepared() }
            benchmark.startMeasurement()
            let before = Allocation.total()
            let measurement = unwrapped(workload.name) { try work() }
            let total = Allocation.total() - before
            benchmark.stopMeasurement()
            blackHole(measurement.digest.value)
            benchmark.measurement(allocations, total.count)
            benchmark.measurement(lastDigits, total.count % 1_000)
            benchmark.measurement(bytes, total.bytes)
        }
    }
}

/// What `work` gives.
///
/// An error ends the process: the library would take a benchmark that reports one for a benchmark
/// without results, in which nothing has become worse.
func unwrapped<Value>(_ name: String, _ work: () throws -> Value) -> Value {
    do {
        return try work()
    } catch {
        preconditionFailure("\(name): \(error)")
    }
}

/// Does the work, under a name by which a tool that counts instructions finds it.
@inline(never)
@_optimize(none)
@_silgen_name("regression_benchmark")
func measured(_ work: RegressionWorkload.Work) throws -> Measurement {
    try work()
}
