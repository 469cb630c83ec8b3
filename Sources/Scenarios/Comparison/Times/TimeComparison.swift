/// How the times of workloads compare with earlier ones.
public struct TimeComparison: Equatable, Sendable {
    /// Which times are compared.
    public enum Clock: String, Sendable, CaseIterable {
        /// What passed from the start of a run to its end.
        case wall
        /// What processors spent on it.
        case processor
    }

    /// What an interval says.
    public enum Finding: String, Sendable, CaseIterable {
        /// All of it lies above the tolerance.
        case slower
        /// All of it lies below the tolerance.
        case faster
        /// Some of it lies within the tolerance.
        case same
    }

    /// Why times cannot be compared.
    public enum Failure: Error, Equatable, Sendable, CustomStringConvertible {
        /// A workload has too few runs on a side for an interval.
        case tooFewRuns(workload: String, count: Int)
        /// The two sides did not do the same number of operations.
        case otherWork(workload: String, base: Int, new: Int)
        /// A side has no times of the clock.
        case noTimes(workload: String, clock: Clock)
        /// No workload stands on both sides.
        case nothingInCommon

        /// The message.
        public var description: String {
            switch self {
            case .tooFewRuns(let workload, let count):
                "'\(workload)' has \(count) runs; an interval needs "
                    + "\(TimeComparison.runsMinimum) on each side"
            case .otherWork(let workload, let base, let new):
                "'\(workload)' does \(NumberText.grouped(new)) operations, and "
                    + "\(NumberText.grouped(base)) in the base"
            case .noTimes(let workload, let clock):
                "'\(workload)' has no \(clock.rawValue) times"
            case .nothingInCommon: "no workload stands on both sides"
            }
        }
    }

    /// Fewer runs tell nothing: below five, no interval of 95 % lies within the samples.
    static let runsMinimum = 5

    /// A workload of both sides.
    public struct Row: Equatable, Sendable {
        /// Its name.
        public var workload: String
        /// What stands for the times of the base, in seconds.
        public var base: Double
        /// The same of the new ones.
        public var new: Double
        /// The new one by that of the base; where it is calibrated, each time is first divided by
        /// that of the loop beside it.
        public var ratio: RatioEstimate
        /// Whether the speed of the machine at the time of each run is taken out of the ratio.
        public var isCalibrated: Bool
        /// What that says.
        public var finding: Finding
    }

    /// The workloads of both sides, in the order of the base.
    public private(set) var rows: [Row] = []
    /// The workloads that the base has alone.
    public let missing: [String]
    /// The workloads that the new side has alone.
    public let added: [String]
    /// What somebody who reads the ratios must know.
    public private(set) var notes: [String] = []
    /// How much slower a workload may be, as a part of its time.
    public let tolerance: Double
    /// Which times are compared.
    public let clock: Clock
    private let bootstrap: Bootstrap

    /// Compares times with earlier ones.
    ///
    /// - Parameters:
    ///   - base: The earlier ones.
    ///   - new: The later ones.
    ///   - tolerance: How much slower a workload may be, as a part of its time.
    ///   - clock: Which times.
    ///   - bootstrap: How intervals are found.
    public init(
        from base: Measurements,
        to new: Measurements,
        tolerance: Double = 0.05,
        clock: Clock = .wall,
        bootstrap: Bootstrap = Bootstrap()
    ) throws(Failure) {
        self.tolerance = tolerance
        self.clock = clock
        self.bootstrap = bootstrap
        let pairs = Pairs(base.workloads, new.workloads, key: \.name)
        missing = pairs.removed.map(\.name)
        added = pairs.added.map(\.name)
        guard !pairs.both.isEmpty else { throw .nothingInCommon }
        let differences = StructureDifference.all(
            from: JSONValue(ValueFormat.members(.string).write(base.environment)),
            to: JSONValue(ValueFormat.members(.string).write(new.environment)),
            at: ""
        )
        for difference in differences {
            let (old, new) = ChangeText.sides(of: difference.change(.course), isFull: true)
            notes.append("other \(difference.path): \(old) -> \(new)")
        }
        for (old, new) in pairs.both { try compare(old, new) }
        noteCalibration()
    }

    /// Says which ratios have the speed of the machine taken out, where some have.
    private mutating func noteCalibration() {
        let with = rows.filter(\.isCalibrated).map(\.workload)
        guard !with.isEmpty else { return }
        let whose = with.count == rows.count ? "" : " of \(with.joined(separator: ", "))"
        notes.append(
            "ratios\(whose) are of times divided by that of the calibration loop beside each run"
        )
    }

    private mutating func compare(
        _ old: Measurements.Workload,
        _ new: Measurements.Workload
    ) throws(Failure) {
        if let before = old.operations, let after = new.operations, before != after {
            throw .otherWork(workload: new.name, base: before, new: after)
        }
        if let before = old.digest, let after = new.digest, before != after {
            notes.append("\(new.name) does other things: digest \(before) -> \(after)")
        }
        let (before, after) = (try times(of: old), try times(of: new))
        let loops = (base: calibration(of: old), new: calibration(of: new))
        let isCalibrated = loops.base.count == before.count && loops.new.count == after.count
        let ratio =
            isCalibrated
            ? bootstrap.ratio(
                of: zip(after, loops.new).map { $0 / $1 },
                to: zip(before, loops.base).map { $0 / $1 }
            )
            : bootstrap.ratio(of: after, to: before)
        let finding: Finding =
            if ratio.low > 1 + tolerance {
                .slower
            } else if ratio.high < 1 / (1 + tolerance) {
                .faster
            } else {
                .same
            }
        rows.append(
            Row(
                workload: new.name,
                base: bootstrap.value(of: before.sorted()),
                new: bootstrap.value(of: after.sorted()),
                ratio: ratio,
                isCalibrated: isCalibrated,
                finding: finding
            )
        )
    }

    private func times(of workload: Measurements.Workload) throws(Failure) -> [Double] {
        let times = clock == .wall ? workload.wallSeconds : workload.processorSeconds
        guard !times.isEmpty else { throw .noTimes(workload: workload.name, clock: clock) }
        guard times.count >= Self.runsMinimum else {
            throw .tooFewRuns(workload: workload.name, count: times.count)
        }
        return times
    }

    private func calibration(of workload: Measurements.Workload) -> [Double] {
        clock == .wall ? workload.calibrationWallSeconds : workload.calibrationProcessorSeconds
    }

    /// Whether a workload is slower than the tolerance allows, or is not there any more.
    public var isSlower: Bool {
        !missing.isEmpty || rows.contains { $0.finding == .slower }
    }

    // MARK: For people

    /// What there is to say of all of them, in a line.
    var summary: String {
        let slower = rows.filter { $0.finding == .slower }.map(\.workload)
        let faster = rows.filter { $0.finding == .faster }.map(\.workload)
        let margin = DecimalText.significant(tolerance * 100, digits: 3) + "%"
        var parts: [String] = []
        if slower.isEmpty {
            let number = rows.count == 1 ? "1 workload" : "\(rows.count) workloads"
            parts.append("\(number) compared, none slower by more than \(margin)")
        } else {
            parts.append("slower by more than \(margin): \(slower.joined(separator: ", "))")
        }
        if !faster.isEmpty {
            parts.append("faster by more than \(margin): \(faster.joined(separator: ", "))")
        }
        if !missing.isEmpty {
            parts.append("not in the new times: \(missing.joined(separator: ", "))")
        }
        if !added.isEmpty { parts.append("not in the base: \(added.joined(separator: ", "))") }
        return parts.joined(separator: "; ")
    }

    /// A row for each workload.
    var section: ReportSection {
        let numbers = ["base", "new", "ratio", "low", "high"].map {
            ReportTable.Column(header: $0)
        }
        let columns =
            [ReportTable.Column(header: "workload", isNumeric: false)] + numbers
            + [ReportTable.Column(header: "", isNumeric: false)]
        let seconds = { (value: Double) in "\(DecimalText.significant(value, digits: 4)) s" }
        let ratio = { (value: Double) in DecimalText.fixed(value, decimals: 3) }
        let rows = rows.map { row in
            [row.workload, seconds(row.base), seconds(row.new)]
                + [row.ratio.value, row.ratio.low, row.ratio.high].map(ratio)
                + [row.finding.rawValue]
        }
        let percent = DecimalText.significant(bootstrap.confidence * 100, digits: 3)
        return ReportSection(
            title: "\(clock.rawValue) time, \(bootstrap.statistic.rawValue) of the runs, with an "
                + "interval of \(percent)% for the ratio",
            table: ReportTable(columns: columns, rows: rows),
            notes: notes
        )
    }
}
