import Scenarios
import Simulator

/// A line on standard error that says how many runs are done, how far the present one is, how fast
/// virtual time passes, and how long it will take, once all that takes longer than half a second.
///
/// The time left supposes that what is left passes as what is done did: so many runs of equal
/// length, of which the present one is as far as its virtual time, where its end is known.
final class ProgressBar {
    private static let patience = Duration.milliseconds(500)
    private static let pause = Duration.milliseconds(100)
    /// Virtual time and real time must have passed for so long before a rate is told.
    private static let shortestRate = Duration.milliseconds(200)

    private let output: any TextOutput
    private let isShown: Bool
    private let total: Int
    private let columns: Int
    private let isASCII: Bool
    private let now: () -> Duration
    private var start: Duration
    private var last: Duration?
    private var done = 0
    /// The part of the present run that is over, from 0 to 1.
    private var part = 0.0

    /// A bar for `total` runs.
    ///
    /// - Parameters:
    ///   - columns: How wide the line may be.
    ///   - now: The time since any fixed moment.
    init(
        total: Int,
        output: any TextOutput,
        isShown: Bool,
        columns: Int = 80,
        isASCII: Bool = false,
        now: @escaping () -> Duration = ProgressBar.clock
    ) {
        self.total = total
        self.output = output
        self.isShown = isShown
        self.columns = columns
        self.isASCII = isASCII
        self.now = now
        start = now()
    }

    /// A bar on the error stream of a program, where that is a terminal.
    convenience init(
        total: Int,
        on program: CommandLineProgram,
        isHidden: Bool = false,
        isASCII: Bool = false
    ) {
        self.init(
            total: total,
            output: program.errors,
            isShown: program.terminal.showsProgress && !isHidden,
            columns: program.terminal.errorColumns,
            isASCII: isASCII || program.terminal.isASCII
        )
    }

    /// The real time since the program first asked.
    static let clock: @Sendable () -> Duration = {
        let origin = ContinuousClock.now
        return { origin.duration(to: .now) }
    }()

    /// Counts a run as done.
    func advance(_ name: String) {
        done += 1
        part = 0
        guard done < total else { return }
        show(name)
    }

    /// Says that the present run, or all that is run in its place, is over to this part.
    ///
    /// - Parameter part: From 0 to 1.
    func advance(to part: Double, _ text: String) {
        self.part = min(0.99, part)
        show(text)
    }

    /// What sees the events of a run and shows how far it is; nothing where nobody looks.
    ///
    /// - Parameter end: When the run ends in virtual time, where that is known.
    func observer(of name: String, until end: VirtualInstant? = nil) -> (any EventObserver)? {
        isShown ? RunProgress(of: name, until: end, on: self) : nil
    }

    /// Shows the bar with `text`, unless it was shown just now.
    fileprivate func show(_ text: String) {
        guard isShown else { return }
        let time = now()
        guard time - start > Self.patience, last.map({ time - $0 > Self.pause }) ?? true else {
            return
        }
        last = time
        let fraction = total == 0 ? 1 : min(1, (Double(done) + part) / Double(total))
        let left = Self.left(after: time - start, fraction).map { ", \($0) left" } ?? ""
        let line = "\(bar(fraction)) \(done)/\(total)\(left): \(text)"
        // The last column stays free: a line that fills it may begin another.
        draw(TextWidth.shortened(line, to: columns - 1, isASCII: isASCII))
    }

    private func bar(_ fraction: Double) -> String {
        let length = columns < 60 ? 10 : 20
        let full = Int(Double(length) * fraction)
        let rest = String(repeating: isASCII ? "." : "░", count: length - full)
        return "[" + String(repeating: isASCII ? "#" : "█", count: full) + rest + "]"
    }

    /// How long what is left takes; nothing as long as too little is done to tell.
    private static func left(after time: Duration, _ fraction: Double) -> String? {
        guard fraction >= 0.01 else { return nil }
        return text(seconds: time / .seconds(1) * (1 - fraction) / fraction)
    }

    /// A time in the unit that suits it, such as `8 s` or `2 min 5 s`.
    static func text(seconds: Double) -> String {
        let whole = Int(min(1e9, max(0, seconds.rounded(.up))))
        switch whole {
        case ..<60: return "\(whole) s"
        case ..<3_600: return "\(whole / 60) min \(whole % 60) s"
        default: return "\(whole / 3_600) h \(whole % 3_600 / 60) min"
        }
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
        private let end: VirtualInstant?
        private let bar: ProgressBar
        private let start: Duration

        init(of name: String, until end: VirtualInstant?, on bar: ProgressBar) {
            self.name = name
            self.end = end
            self.bar = bar
            start = bar.now()
        }

        func observe(event: UInt64, instant: VirtualInstant, node: UInt32, digest: UInt64) {
            guard event % Self.stride == 0 else { return }
            let virtual = Double(instant.nanoseconds)
            if let end, end.nanoseconds > 0 {
                bar.part = min(0.99, virtual / Double(end.nanoseconds))
            }
            var text = "\(instant.nanoseconds / 1_000_000_000) s of virtual time"
            let passed = bar.now() - start
            if passed >= ProgressBar.shortestRate {
                let rate = virtual / (passed / .nanoseconds(1))
                text += ", \(rate < 10 ? Self.tenths(rate) : "\(Int(rate))")x"
            }
            bar.show("\(text): \(name)")
        }

        private static func tenths(_ value: Double) -> String {
            let tenths = Int((value * 10).rounded())
            return "\(tenths / 10).\(tenths % 10)"
        }
    }

    /// Replaces the line; what cannot be drawn is not worth an error.
    private func draw(_ line: String) {
        try? output.write("\r\u{1B}[K\(line)")
    }
}
