import Simulator

/// A load of the client, with what tells at the end how much of it never began.
struct ClientLoad {
    /// What it consists of.
    enum Item: String {
        case request
        case job
        case operation
    }

    let item: Item
    private let pace: LoadPace
    private let random: RandomStream
    private let count: () -> Int

    /// A load of requests that was started with `random` and notes them in `log`.
    init(_ pace: LoadPace, _ random: RandomStream, _ log: RequestLog) {
        item = .request
        self.pace = pace
        self.random = random
        count = { log.entries.count }
    }

    /// A load of jobs that was started with `random` and notes them in `log`.
    init(_ pace: LoadPace, _ random: RandomStream, _ log: JobLog) {
        item = .job
        self.pace = pace
        self.random = random
        count = { log.entries.count }
    }

    /// A load of operations on objects that was started with `random` and notes them in `log`.
    init(_ pace: LoadPace, _ random: RandomStream, _ log: ObjectLog) {
        item = .operation
        self.pace = pace
        self.random = random
        count = { log.entries.count }
    }

    /// How many items have begun.
    var begun: Int { count() }

    /// How many should have, before the run was cut where it was; nothing where nobody knows.
    func planned(cutAt cut: VirtualInstant?) -> Int? {
        pace.itemCount(until: cut, random: random)
    }

    /// Whether more may be to come at `instant`, as far as the time of the load goes.
    func goesOn(at instant: VirtualInstant) -> Bool {
        pace.duration.map { .zero.advanced(by: pace.start + $0) > instant } ?? true
    }
}
