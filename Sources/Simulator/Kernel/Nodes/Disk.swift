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
/// Writes are visible at once and durable after `synchronize`; a crash loses the others. An
/// operation takes effect when its time has passed, so a crash in the middle of it leaves nothing
/// behind.
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

    /// Makes `bytes` the contents of file `name`.
    public func write(_ bytes: [UInt8], to name: String) async throws(DiskError) {
        try await spend(\.write)
        try reserve(bytes.count - (node.record.disk.files[name]?.count ?? 0))
        node.record.disk.files[name] = bytes
    }

    /// Adds `bytes` at the end of file `name`, which is created where there is none.
    public func append(_ bytes: [UInt8], to name: String) async throws(DiskError) {
        try await spend(\.write)
        try reserve(bytes.count)
        node.record.disk.files[name, default: []].append(contentsOf: bytes)
    }

    /// Gives file `name` the name `other`, in one step; a file of that name is replaced.
    public func rename(_ name: String, to other: String) async throws(DiskError) {
        try await spend(\.write)
        guard let bytes = node.record.disk.files.removeValue(forKey: name) else {
            throw .noSuchFile(name)
        }
        node.record.disk.files[other] = bytes
    }

    /// Removes file `name`.
    public func remove(_ name: String) async throws(DiskError) {
        try await spend(\.write)
        guard node.record.disk.files.removeValue(forKey: name) != nil else {
            throw .noSuchFile(name)
        }
    }

    /// Makes everything written before durable.
    public func synchronize() async throws(DiskError) {
        try await spend(\.synchronization)
        node.record.disk.synchronize()
    }

    /// Lets the time of an operation pass.
    private func spend(_ cost: KeyPath<DiskSettings, DurationDistribution>) async throws(DiskError)
    {
        do {
            let duration = node.isAlive ? node.record.disk.duration(of: cost) : .zero
            let wait = try node.takeSlot(until: node.later(by: duration), .disk, nil)
            try node.endWait(wait, await node.park(wait))
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
        precondition(slowness > 0 && (0...1).contains(lost), "a factor and a probability")
        record.disk.slowness = slowness
        record.disk.isFull = isFull
        record.disk.lostSynchronizations = lost
    }
}
