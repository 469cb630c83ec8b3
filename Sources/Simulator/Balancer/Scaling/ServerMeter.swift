/// Sums how long the processors of a server are up and busy, over all of its incarnations.
///
/// Soundness of `@unchecked Sendable`: reached only from the thread that owns the simulation.
public final class ServerMeter: @unchecked Sendable {
    /// Time of processors that were up, in nanoseconds.
    private var capacity: UInt64 = 0
    /// Time of processors that were busy, in nanoseconds.
    private var busy: UInt64 = 0
    private var processors: UInt64 = 0
    private var active: UInt64 = 0
    private var updated = VirtualInstant.zero
    /// Requests that its limit refused.
    public private(set) var limited = 0

    /// A meter of a server that is down.
    public init() {}

    /// Notes that the server starts, with so many processors.
    func begin(processors: Int, now: VirtualInstant) {
        advance(to: now)
        self.processors = UInt64(processors)
        active = 0
    }

    /// Notes that so many requests are there, of which each takes a processor while there are some.
    @inline(__always)
    func set(requests: Int, now: VirtualInstant) {
        advance(to: now)
        active = min(UInt64(requests), processors)
    }

    /// Notes that a limit refused a request.
    func noteLimited() { limited += 1 }

    /// Notes that the server is down.
    func end(now: VirtualInstant) {
        begin(processors: 0, now: now)
    }

    /// The time for which processors were busy, and for which they were up, until `now`.
    public func times(until now: VirtualInstant) -> (busy: Duration, capacity: Duration) {
        advance(to: now)
        return (Duration(wholeNanoseconds: busy), Duration(wholeNanoseconds: capacity))
    }

    @inline(__always)
    private func advance(to now: VirtualInstant) {
        let elapsed = now.nanoseconds - updated.nanoseconds
        capacity += elapsed * processors
        busy += elapsed * active
        updated = now
    }
}

/// The page `/metrics` of a server, in the text format of Prometheus.
///
/// Source: Prometheus, "Exposition formats", version 0.0.4.
enum ServerMetrics {
    private static let busyName = "server_busy_seconds_total"
    private static let capacityName = "server_capacity_seconds_total"

    /// The page that tells how long processors were busy, and up.
    static func page(_ times: (busy: Duration, capacity: Duration)) -> [UInt8] {
        var text = ""
        for (name, time) in [(busyName, times.busy), (capacityName, times.capacity)] {
            text += "# TYPE \(name) counter\n\(name) \(seconds(time))\n"
        }
        return Array(text.utf8)
    }

    /// What a page tells; nothing where it is another one.
    static func times(from page: [UInt8]) -> (busy: Duration, capacity: Duration)? {
        var found: [String: Duration] = [:]
        for line in page.split(separator: UInt8(ascii: "\n")) {
            let words = String(decoding: line, as: UTF8.self).split(separator: " ")
            guard words.count == 2, words[0] != "#" else { continue }
            found[String(words[0])] = duration(words[1])
        }
        guard let busy = found[busyName], let capacity = found[capacityName] else { return nil }
        return (busy, capacity)
    }

    /// Seconds with nine digits after the point: exact.
    private static func seconds(_ time: Duration) -> String {
        let (whole, part) = time.wholeNanoseconds.quotientAndRemainder(dividingBy: 1_000_000_000)
        let digits = String(part)
        return "\(whole)." + String(repeating: "0", count: 9 - digits.count) + digits
    }

    private static func duration(_ text: Substring) -> Duration? {
        let parts = text.split(separator: ".")
        guard parts.count == 2, parts[1].count == 9, let whole = UInt64(parts[0]),
            let part = UInt64(parts[1])
        else { return nil }
        return Duration(wholeNanoseconds: whole * 1_000_000_000 + part)
    }
}
