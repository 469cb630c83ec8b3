/// The books of a checker about one server.
struct CheckedServer: Sendable {
    var server: UpstreamServer
    var isMember = true
    var blocks: UpstreamBlock
    var connections = 0
    var fails = 0
    var accessed = -(1 << 40)
    var checked = -(1 << 40)
    var effectiveWeight: Int

    init(_ server: UpstreamServer) {
        self.server = server
        blocks = server.isDown ? .down : []
        effectiveWeight = server.weight
    }

    var failSeconds: Int { Int(server.failTimeout.wholeNanoseconds / 1_000_000_000) }

    var isFull: Bool {
        server.connectionsMaximum > 0 && connections >= server.connectionsMaximum
    }

    func isInService(_ isPanicking: Bool) -> Bool {
        let ignored: UpstreamBlock = isPanicking ? [.unhealthy, .ejected] : []
        return isMember && blocks.subtracting(ignored).isEmpty
    }

    func isFailed(_ second: Int) -> Bool {
        let isWorn = server.failuresMaximum > 0 && fails >= server.failuresMaximum
        return isWorn && second - checked <= failSeconds
    }

    mutating func fail(second: Int) {
        fails += 1
        accessed = second
        checked = second
        guard server.failuresMaximum > 0 else { return }
        effectiveWeight = max(0, effectiveWeight - server.weight / server.failuresMaximum)
    }
}

/// The books of a checker about one request.
struct CheckedRequest: Sendable {
    var isIdempotent: Bool
    var triesMaximum: Int
    var attempts = 0
    var usesBackup = false
    var tried = CheckedTries()
    var current: Int?
}

/// The servers that a request has tried, by their numbers in the order of arrival: most are among
/// the first.
struct CheckedTries: Sendable {
    private var first: UInt64 = 0
    private var others: [Int] = []

    func contains(_ ordinal: Int) -> Bool {
        ordinal < 64 ? first >> UInt64(ordinal) & 1 == 1 : others.contains(ordinal)
    }

    mutating func insert(_ ordinal: Int) {
        if ordinal < 64 {
            first |= 1 << UInt64(ordinal)
        } else if !others.contains(ordinal) {
            others.append(ordinal)
        }
    }
}

/// Watches outlier detection: who is put aside comes back in time, and not too many are.
public enum OutlierChecker {
    /// What is wrong just after an interval ended; nil where nothing is.
    public static func check(_ detector: OutlierDetector, now: VirtualInstant) -> String? {
        let settings = detector.settings
        let longest = settings.timeMaximum + settings.jitterMaximum + settings.interval
        var ejected = 0
        var count = 0
        for (slot, host) in detector.hosts.enumerated() {
            guard let host else { continue }
            count += 1
            guard let since = host.ejectedAt else { continue }
            ejected += 1
            if since.duration(to: now) > longest {
                return "server \(slot) is put aside since \(since)"
            }
        }
        let most = settings.ejectionPercentMaximum * count / 100
        let limit = settings.alwaysEjectsOne ? max(1, most) : most
        return ejected > limit ? "\(ejected) of \(count) servers are put aside" : nil
    }
}
