/// A write that is under way: from when the store heard of it until its bytes are there.
///
/// A conditional write that carries its ticket learns of a deletion that took effect in between,
/// as from a store that takes time.
public struct WriteTicket: Hashable, Sendable {
    /// The bucket.
    public let bucket: String
    /// The key.
    public let key: String
    /// How often the key had been deleted and written when the write began.
    let deletionCount: Int
    let writeCount: Int
}

/// What happens to keys that have writes under way.
struct OpenWrites {
    private struct Changes {
        var openCount = 0
        var deletionCount = 0
        var writeCount = 0
    }

    /// By the bytes of the key. As texts, two keys might be the same.
    private var changes: [[UInt8]: Changes] = [:]

    mutating func begin(bucket: String, key: String) -> WriteTicket {
        var now = changes[Array(key.utf8)] ?? Changes()
        now.openCount += 1
        changes[Array(key.utf8)] = now
        return WriteTicket(
            bucket: bucket,
            key: key,
            deletionCount: now.deletionCount,
            writeCount: now.writeCount
        )
    }

    mutating func end(_ ticket: WriteTicket) {
        let key = Array(ticket.key.utf8)
        guard var now = changes[key] else { return }
        now.openCount -= 1
        changes[key] = now.openCount == 0 ? nil : now
    }

    mutating func noteDeletion(of key: String) {
        if changes.isEmpty { return }
        changes[Array(key.utf8)]?.deletionCount += 1
    }

    mutating func noteWrite(of key: String) {
        if changes.isEmpty { return }
        changes[Array(key.utf8)]?.writeCount += 1
    }

    /// Whether the key was deleted since the write began.
    func wasDeleted(since ticket: WriteTicket) -> Bool {
        changes[Array(ticket.key.utf8)].map { $0.deletionCount != ticket.deletionCount } ?? false
    }

    /// Whether the key was deleted or written since the write began.
    func wasChanged(since ticket: WriteTicket) -> Bool {
        wasDeleted(since: ticket)
            || changes[Array(ticket.key.utf8)].map { $0.writeCount != ticket.writeCount } ?? false
    }
}
