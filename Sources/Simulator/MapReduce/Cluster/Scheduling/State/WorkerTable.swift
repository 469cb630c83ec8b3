import OrderedCollections

/// The workers that a coordinator knows, and which of them have nothing to do.
struct WorkerTable: Sendable {
    /// A worker that has nothing to do.
    private struct Idler: Sendable {
        let since: VirtualInstant
        let name: String

        init(_ worker: TrackedWorker) {
            since = worker.idleSince
            name = worker.name
        }

        func isBefore(_ other: Idler) -> Bool { (since, name) < (other.since, other.name) }
    }

    private var workers: OrderedDictionary<String, TrackedWorker> = [:]
    /// Those that have nothing to do, the one that has been idle for the longest time first.
    private var idlers: [TaskKind: [Idler]] = [:]

    /// The workers, in the order in which they were first heard of.
    var all: [TrackedWorker] { Array(workers.values) }

    /// A worker.
    ///
    /// - Complexity: O(log *n*) and a move of memory, where it comes to have something to do or
    ///   nothing.
    subscript(name: String) -> TrackedWorker? {
        get { workers[name] }
        set {
            let old = workers[name]
            workers[name] = newValue
            let wasIdle = old.flatMap { $0.isFree ? $0.idleSince : nil }
            let isIdle = newValue.flatMap { $0.isFree ? $0.idleSince : nil }
            if wasIdle == isIdle, old?.kind == newValue?.kind { return }
            if let old, old.isFree { remove(Idler(old), old.kind) }
            if let newValue, newValue.isFree { insert(Idler(newValue), newValue.kind) }
        }
    }

    /// Whether a worker of a kind has nothing to do.
    func hasFree(_ kind: TaskKind) -> Bool { idlers[kind]?.isEmpty == false }

    /// The workers of a kind that have nothing to do, the one that has been idle for the longest
    /// time first.
    func free(_ kind: TaskKind) -> some Sequence<TrackedWorker> {
        (idlers[kind] ?? []).lazy.compactMap { workers[$0.name] }
    }

    private mutating func insert(_ idler: Idler, _ kind: TaskKind) {
        let place = place(of: idler, kind)
        idlers[kind, default: []].insert(idler, at: place)
    }

    private mutating func remove(_ idler: Idler, _ kind: TaskKind) {
        let place = place(of: idler, kind)
        idlers[kind]?.remove(at: place)
    }

    private func place(of idler: Idler, _ kind: TaskKind) -> Int {
        let others = idlers[kind] ?? []
        var low = 0
        var high = others.count
        while low < high {
            let middle = (low + high) / 2
            if others[middle].isBefore(idler) { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
