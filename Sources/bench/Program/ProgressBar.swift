import Simulator

/// A line on standard error that says how many runs are done, and how far the present one is, once
/// that takes longer than half a second.
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
        guard done < total else { return }
        show(name)
    }

    /// What sees the events of a run and shows how far it is; nothing where nobody looks.
    func observer(of name: String) -> (any EventObserver)? {
        isShown ? RunProgress(of: name, on: self) : nil
    }

    /// Shows the bar with `text`, unless it was shown just now.
    fileprivate func show(_ text: String) {
        guard isShown else { return }
        let time = now()
        guard time - start > Self.patience, last.map({ time - $0 > Self.pause }) ?? true else {
            return
        }
        last = time
        let full = total == 0 ? Self.length : Self.length * done / total
        let bar = String(repeating: "#", count: full)
        let rest = String(repeating: ".", count: Self.length - full)
        draw("[\(bar)\(rest)] \(done)/\(total) \(text)")
    }

    /// Wipes the line, so that the report begins on a clean one.
    func finish() {
        if last != nil { draw("") }
        last = nil
    }

    /// Looks at the clock once in so many events.
    private final class RunProgress: EventObserver {
        private static let stride: UInt64 = 1 << 14
        private let name: String
        private let bar: ProgressBar

        init(of name: String, on bar: ProgressBar) {
            self.name = name
            self.bar = bar
        }

        func observe(event: UInt64, instant: VirtualInstant, node: UInt32, digest: UInt64) {
            guard event % Self.stride == 0 else { return }
            let seconds = instant.nanoseconds / 1_000_000_000
            bar.show("\(name): \(seconds) s of virtual time, \(event) events")
        }
    }

    /// Replaces the line; what cannot be drawn is not worth an error.
    private func draw(_ line: String) {
        try? output.write("\r\u{1B}[K\(line)")
    }
}
