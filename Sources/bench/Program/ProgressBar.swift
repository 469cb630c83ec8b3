/// A line on standard error that says how many runs are done, once that takes longer than half a
/// second.
final class ProgressBar {
    private static let patience = Duration.milliseconds(500)
    private static let pause = Duration.milliseconds(100)
    private static let length = 30

    private let output: any TextOutput
    private let isShown: Bool
    private let total: Int
    private let now: () -> Duration
    private var start: Duration
    private var last: Duration?
    private var done = 0

    /// A bar for `total` runs.
    ///
    /// - Parameter now: The time since any fixed moment.
    init(
        total: Int,
        output: any TextOutput,
        isShown: Bool,
        now: @escaping () -> Duration = ProgressBar.clock
    ) {
        self.total = total
        self.output = output
        self.isShown = isShown
        self.now = now
        start = now()
    }

    /// The real time since the program first asked.
    static let clock: @Sendable () -> Duration = {
        let origin = ContinuousClock.now
        return { origin.duration(to: .now) }
    }()

    /// Counts a run as done.
    func advance(_ name: String) {
        done += 1
        guard isShown, done < total else { return }
        let time = now()
        guard time - start > Self.patience, last.map({ time - $0 > Self.pause }) ?? true else {
            return
        }
        last = time
        let full = total == 0 ? Self.length : Self.length * done / total
        let bar = String(repeating: "#", count: full)
        let rest = String(repeating: ".", count: Self.length - full)
        draw("[\(bar)\(rest)] \(done)/\(total) \(name)")
    }

    /// Wipes the line, so that the report begins on a clean one.
    func finish() {
        if last != nil { draw("") }
        last = nil
    }

    /// Replaces the line; what cannot be drawn is not worth an error.
    private func draw(_ line: String) {
        try? output.write("\r\u{1B}[K\(line)")
    }
}
