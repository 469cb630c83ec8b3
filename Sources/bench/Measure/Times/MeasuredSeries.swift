package import Scenarios
import Simulator

#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#endif

/// Tells how long something took, in real time.
package struct Stopwatch {
    /// What a stopwatch read, in seconds.
    package struct Reading: Equatable {
        /// What passed.
        package var wall: Double
        /// What the processors spent on this process.
        package var processor: Double
    }

    private let start = ContinuousClock.now
    private let processorStart = Self.processorTime()

    /// A stopwatch that runs.
    package init() {}

    /// What it has taken until now.
    package func read() -> Reading {
        let passed = start.duration(to: .now)
        return Reading(
            wall: passed / .seconds(1),
            processor: Self.processorTime() - processorStart
        )
    }

    /// The time of all threads of this process, in seconds.
    private static func processorTime() -> Double {
        // POSIX has a million of them in a second, on every system.
        Double(clock()) / 1_000_000
    }
}

/// The runs of one workload.
package struct MeasuredSeries {
    private let workload: String
    private var work: (operations: Int, digest: String)?
    private var readings: [Stopwatch.Reading] = []
    private var calibrations: [Stopwatch.Reading] = []

    /// No run of `workload` yet.
    package init(workload: String) {
        self.workload = workload
    }

    /// Adds a run; says whether it did the same as those before.
    ///
    /// - Parameter calibration: What the calibration took beside it; every run has one, or none.
    package mutating func add(
        _ measurements: [Measurement],
        _ reading: Stopwatch.Reading,
        calibration: Stopwatch.Reading? = nil
    ) -> Bool {
        var digest = TraceDigest()
        for measurement in measurements {
            digest.fold(measurement.digest.value, UInt64(measurement.operations))
        }
        let operations = measurements.reduce(0) { $0 + $1.operations }
        let found = (operations: operations, digest: digest.description)
        readings.append(reading)
        if let calibration { calibrations.append(calibration) }
        guard let work else {
            work = found
            return true
        }
        return work == found
    }

    /// The runs as a file has them.
    package var asSaved: Measurements.Workload {
        var saved = Measurements.Workload()
        saved.name = workload
        saved.operations = work?.operations
        saved.digest = work?.digest
        saved.wallSeconds = readings.map(\.wall)
        saved.processorSeconds = readings.map(\.processor)
        saved.calibrationWallSeconds = calibrations.map(\.wall)
        saved.calibrationProcessorSeconds = calibrations.map(\.processor)
        return saved
    }
}
