import Simulator

/// How long the sessions are that a job found.
enum SessionLengths {
    /// The lengths of all sessions in results whose values are
    /// `[start=… end=… events=…,…]`, with times of ISO 8601.
    static func all(in results: [[UInt8]]) -> [Duration] {
        results.joined().split(separator: 0x0A).flatMap { line -> [Duration] in
            let value = String(decoding: line, as: UTF8.self).split(separator: "\t").last ?? ""
            return value.split(separator: ",").compactMap(length)
        }
    }

    private static func length(of session: Substring) -> Duration? {
        var times: [String: Duration] = [:]
        for part in session.split(whereSeparator: { " []".contains($0) }) {
            let words = part.split(separator: "=", maxSplits: 1).map(String.init)
            guard words.count == 2, let time = try? InstantText.parse(words[1]) else { continue }
            times[words[0]] = time.sinceEpoch
        }
        guard let start = times["start"], let end = times["end"] else { return nil }
        return end - start
    }
}

extension WindowSettings {
    /// Whether it joins the events of a key to sessions.
    var isSession: Bool {
        if case .session = shape { true } else { false }
    }
}
