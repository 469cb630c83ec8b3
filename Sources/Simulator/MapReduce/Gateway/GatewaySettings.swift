/// How a gateway works.
public struct GatewaySettings: Hashable, Sendable {
    /// Requests a second that it lets pass.
    public var rate: Double
    /// Requests that it lets pass at once.
    public var burst: Double
    /// When it gives up on coordinators for a while.
    public var breaker: CircuitBreaker.Settings
    /// How long it tries to find a coordinator that takes a job.
    public var deadline: Duration
    /// How long one answer of a coordinator may take.
    public var timeout: Duration
    /// From a failed attempt to the next one.
    public var pause: Duration
    /// Requests that it works on at a time; more are refused.
    public var concurrency: Int
    /// Bytes that the body of a request may have.
    public var bodyMaximum: Int

    /// 100 requests a second, 100 at once; the breaker of Resilience4j; 20 s to find a coordinator,
    /// which is longer than a takeover takes.
    public init(
        rate: Double = 100,
        burst: Double = 100,
        breaker: CircuitBreaker.Settings = CircuitBreaker.Settings(),
        deadline: Duration = .seconds(20),
        timeout: Duration = .seconds(2),
        pause: Duration = .milliseconds(200),
        concurrency: Int = 1_000,
        bodyMaximum: Int = 1 << 16
    ) {
        precondition(rate > 0 && burst >= 1 && concurrency > 0, "some requests pass")
        precondition(deadline > .zero && timeout > .zero && pause > .zero, "tries take time")
        self.rate = rate
        self.burst = burst
        self.breaker = breaker
        self.deadline = deadline
        self.timeout = timeout
        self.pause = pause
        self.concurrency = concurrency
        self.bodyMaximum = bodyMaximum
    }
}

/// Identifiers of jobs in the shape of UUIDs.
///
/// Source: RFC 9562, sections 5.4 and 5.8.
enum JobIdentifier {
    /// A random one (version 4).
    static func random(using random: inout RandomStream) -> String {
        text(random.next(), random.next(), version: 4)
    }

    /// The one that belongs to a client's own text (version 8: MurmurHash3 of it).
    static func derived(from key: String) -> String {
        let digest = Array(key.utf8).withUnsafeBytes { MurmurHash128(seed: 0).digest($0) }
        return text(digest.first, digest.second, version: 8)
    }

    private static func text(_ first: UInt64, _ second: UInt64, version: UInt64) -> String {
        let high = first & ~0xF000 | version << 12
        let low = second & ~(0b11 << 62) | 0b10 << 62
        let digits = [high, low].map { word in
            let digits = String(word, radix: 16)
            return String(repeating: "0", count: 16 - digits.count) + digits
        }.joined()
        var text = ""
        for (place, digit) in digits.enumerated() {
            if [8, 12, 16, 20].contains(place) { text.append("-") }
            text.append(digit)
        }
        return text
    }
}
