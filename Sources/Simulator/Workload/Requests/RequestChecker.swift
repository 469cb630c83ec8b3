/// Checks that every request has exactly one end: an answer or a reported failure.
///
/// A request without an end was lost in silence; one with two was answered twice.
public enum RequestChecker {
    /// What is wrong with the requests of `log`; nil where nothing is.
    ///
    /// - Parameters:
    ///   - log: What was sent and answered.
    ///   - cut: When the run was cut short, if it was: what was under way then is not lost.
    public static func check(_ log: RequestLog, cutAt cut: VirtualInstant? = nil) -> String? {
        var lost = 0
        var repeated = 0
        var example: Int?
        for (number, entry) in log.entries.enumerated() where entry.ends.count != 1 {
            if let cut, entry.isUnderWay(at: cut) { continue }
            if entry.ends.isEmpty { lost += 1 } else { repeated += 1 }
            example = example ?? number
        }
        guard let example else { return nil }
        return "\(lost) requests have no end and \(repeated) have more than one; the first is "
            + "request \(example) with key \(log.entries[example].key), due at "
            + "\(log.entries[example].intended)"
    }
}
