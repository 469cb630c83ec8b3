/// Which files there are in a directory, and how they change.
public struct FileChanges: Hashable, Sendable {
    /// The directory, such as `/data`.
    public var directory: String
    /// How many files there are at first.
    public var count: Int
    /// Bytes of a file, at least and at most.
    public var size: ClosedRange<Int>
    /// How often files change.
    public var period: Duration
    /// How many are written anew each time.
    public var edited: Int
    /// How many are added each time.
    public var added: Int
    /// How many are removed each time.
    public var removed: Int

    /// Files that change; by default a tenth of twenty is written anew every hour.
    public init(
        directory: String = "/data",
        count: Int = 20,
        size: ClosedRange<Int> = 200...2_000,
        period: Duration = .seconds(3_600),
        edited: Int = 2,
        added: Int = 1,
        removed: Int = 1
    ) {
        precondition(period > .zero && size.lowerBound >= 0, "time passes, and bytes are counted")
        self.directory = directory
        self.count = count
        self.size = size
        self.period = period
        self.edited = edited
        self.added = added
        self.removed = removed
    }
}

/// Writes, changes and removes files on the disk of its node, as the programs of a user do.
///
/// Half of the files that are written anew keep their size, so that only their bytes tell.
public actor FileChanger: SimulatedActor {
    /// The node it runs on.
    public nonisolated let node: Node
    private let changes: FileChanges
    private var random: RandomStream
    /// How many files were given names; those after a crash get others.
    private var number = 0
    /// Files that were written, anew or for the first time, and removed.
    public private(set) var operations = 0

    /// Starts to change files; where there are none, begins with the first ones.
    @discardableResult
    public static func start(
        on node: Node,
        changes: FileChanges,
        random: RandomStream
    ) -> FileChanger {
        let changer = FileChanger(node, changes, random.split("\(node.incarnation)"))
        node.spawn("files", .background) { await changer.run() }
        return changer
    }

    private init(_ node: Node, _ changes: FileChanges, _ random: RandomStream) {
        self.node = node
        self.changes = changes
        self.random = random
    }

    private func run() async {
        do {
            if try await files().isEmpty {
                for _ in 0..<changes.count { try await add() }
                try await node.disk.synchronize()
            }
            while true {
                try await node.sleep(for: changes.period)
                try await change()
            }
        } catch is Interruption, DiskError.interrupted {
            return
        } catch {
            // A full disk: nothing changes any more.
            return
        }
    }

    private func files() async throws(DiskError) -> [String] {
        let prefix = changes.directory + "/"
        return try await node.disk.names().filter { $0.hasPrefix(prefix) }
    }

    private func change() async throws(DiskError) {
        for _ in 0..<changes.removed {
            guard let name = pick(try await files()) else { break }
            operations += 1
            try await node.disk.remove(name)
        }
        for _ in 0..<changes.edited {
            guard let name = pick(try await files()) else { break }
            let size = try await node.disk.read(name).count
            operations += 1
            let isSame = random.below(2) == 0
            try await node.disk.write(contents(size: isSame ? size : drawSize()), to: name)
        }
        for _ in 0..<changes.added { try await add() }
        try await node.disk.synchronize()
    }

    private func add() async throws(DiskError) {
        number += 1
        operations += 1
        let name = "\(changes.directory)/file-\(node.incarnation)-\(number)"
        try await node.disk.write(contents(size: drawSize()), to: name)
    }

    private func pick(_ names: [String]) -> String? {
        names.isEmpty ? nil : names[Int(random.below(UInt64(names.count)))]
    }

    private func drawSize() -> Int {
        changes.size.lowerBound + Int(random.below(UInt64(changes.size.count)))
    }

    /// Lines of numbers, which can be compressed, and no two alike.
    private func contents(size: Int) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(size + 40)
        while bytes.count < size {
            bytes += "measured \(random.below(1_000_000_000)) of 1000000000\n".utf8
        }
        return Array(bytes.prefix(size))
    }
}
