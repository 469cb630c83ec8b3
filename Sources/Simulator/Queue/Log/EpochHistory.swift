/// Which leader's messages begin where in a partition.
///
/// A replica that was behind asks where the epoch of its last message ends at the leader, and takes
/// back what it has beyond that.
///
/// Source: Apache Kafka, KIP-101 and KIP-279; `LeaderEpochFileCache.java`.
struct EpochHistory: Hashable, Sendable {
    /// Where an epoch begins.
    struct Entry: Hashable, Sendable {
        let epoch: Int
        let start: Int
    }

    /// In the order of their epochs, and of their offsets.
    private(set) var entries: [Entry] = []

    /// The epoch of the last message; nothing where there are none.
    var latest: Int? { entries.last?.epoch }

    /// Takes note of a message of `epoch` at `offset`.
    mutating func note(_ epoch: Int, at offset: Int) {
        guard epoch > latest ?? -1 else { return }
        entries.append(Entry(epoch: epoch, start: offset))
    }

    /// The last epoch up to `epoch` that has messages, and the offset after its last one.
    ///
    /// - Parameter end: The offset after the last message of all.
    func end(of epoch: Int, logEnd end: Int) -> (epoch: Int, offset: Int)? {
        guard let index = entries.lastIndex(where: { $0.epoch <= epoch }) else { return nil }
        let next = index + 1 < entries.count ? entries[index + 1].start : end
        return (entries[index].epoch, next)
    }

    /// Forgets what begins at `end` or later.
    mutating func truncate(to end: Int) {
        entries.removeAll { $0.start >= end }
    }

    /// Forgets what ended before `start`, where the partition begins now.
    mutating func dropPrefix(before start: Int) {
        guard let index = entries.lastIndex(where: { $0.start <= start }) else { return }
        let epoch = entries[index].epoch
        entries.removeSubrange(...index)
        entries.insert(Entry(epoch: epoch, start: start), at: 0)
    }
}
