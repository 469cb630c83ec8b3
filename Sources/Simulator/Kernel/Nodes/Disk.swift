import OrderedCollections

/// Why a disk refused an operation.
public enum DiskError: Error, Equatable, Sendable, CustomStringConvertible {
    /// No file has this name.
    case noSuchFile(String)
    /// The disk is full.
    case full
    /// The node crashed, or the task was cancelled.
    case interrupted(Interruption)

    /// The reason in words.
    public var description: String {
        switch self {
        case .noSuchFile(let name): "no file '\(name)'"
        case .full: "no space left on the disk"
        case .interrupted(let interruption): interruption.description
        }
    }
}

/// The disk of a node, as one incarnation uses it.
///
/// Writes are visible at once and durable after a `synchronize` that began after them; a crash
/// loses the others. An operation takes effect when its time has passed, so a crash in the middle
/// of it leaves nothing behind.
public struct Disk: Sendable {
    let node: Node

    /// The bytes of file `name`.
    public func read(_ name: String) async throws(DiskError) -> [UInt8] {
        try await spend(\.read)
        guard let bytes = node.record.disk.files[name] else { throw .noSuchFile(name) }
        return bytes
    }

    /// The names of all files, in the order of their creation.
    public func names() async throws(DiskError) -> [String] {
        try await spend(\.read)
        return Array(node.record.disk.files.keys)
    }

    /// The names and bytes of all files whose names begin with `prefix`, all as they are at one
    /// instant, in the order of their creation: what a snapshot of a volume gives.
    public func snapshot(
        _ prefix: String
    ) async throws(DiskError) -> [(name: String, bytes: [UInt8])] {
        try await spend(\.read)
        return node.record.disk.files.elements.compactMap { name, bytes in
            name.hasPrefix(prefix) ? (name, bytes) : nil
        }
    }

    /// Makes `bytes` the contents of file `name`.
    public func write(_ bytes: [UInt8], to name: String) async throws(DiskError) {
        try await spend(\.write)
        try reserve(bytes.count - (node.record.disk.files[name]?.count ?? 0))
        node.record.disk.perform(.write(name, bytes))
    }

    /// Adds `bytes` at the end of file `name`, which is created where there is none.
    public func append(_ bytes: [UInt8], to name: String) async throws(DiskError) {
        try await spend(\.write)
        try reserve(bytes.count)
        node.record.disk.perform(.append(name, bytes))
    }

    /// Gives file `name` the name `other`, in one step; a file of that name is replaced.
    public func rename(_ name: String, to other: String) async throws(DiskError) {
        try await spend(\.write)
        guard node.record.disk.files[name] != nil else { throw .noSuchFile(name) }
        node.record.disk.perform(.rename(name, other))
    }

    /// Removes file `name`.
    public func remove(_ name: String) async throws(DiskError) {
        try await spend(\.write)
        guard node.record.disk.files[name] != nil else { throw .noSuchFile(name) }
        node.record.disk.perform(.remove(name))
    }

    /// Makes everything durable that was written before it began; what is written while it is under
    /// way needs another one.
    public func synchronize() async throws(DiskError) {
        guard node.isAlive, node.record.executor.isCurrent else {
            return try await spend(\.synchronization)
        }
        let storage = node.record.disk
        let position = storage.beginSynchronization()
        do {
            try await spend(\.synchronization)
        } catch {
            if node.isAlive { storage.abandonSynchronization() }
            throw error
        }
        storage.endSynchronization(at: position)
    }

    /// Lets the time of an operation pass.
    private func spend(_ cost: KeyPath<DiskSettings, DurationDistribution>) async throws(DiskError)
    {
        do {
            let mayDraw = node.isAlive && node.record.executor.isCurrent
            var rest = mayDraw ? node.record.disk.nanoseconds(of: cost) : 0
            let begin = node.now
            repeat {
                let elapsed = Double(begin.duration(to: node.now).wholeNanoseconds)
                let part = node.record.disk.nextPart(of: &rest, after: elapsed)
                let wait = try node.takeSlot(until: node.later(by: part), .disk, nil)
                await node.park(wait)
                try node.endWait(wait)
            } while rest > 0
        } catch {
            throw .interrupted(error)
        }
    }

    private func reserve(_ bytes: Int) throws(DiskError) {
        let storage = node.record.disk
        if storage.isFull || (bytes > 0 && storage.size + bytes > storage.settings.capacity) {
            throw .full
        }
    }
}

extension Node {
    /// The disk; what is durable on it outlives a crash.
    public var disk: Disk { Disk(node: self) }

    /// Faults of the disk: slower by `slowness`, no space left, synchronisations lost with a
    /// probability.
    public func setDiskFaults(slowness: Double = 1, isFull: Bool = false, lost: Double = 0) {
        record.executor.requireOwnership()
        precondition(slowness > 0 && (0...1).contains(lost), "a factor and a probability")
        record.disk.slowness = slowness
        record.disk.isFull = isFull
        record.disk.lostSynchronizations = lost
    }
}
