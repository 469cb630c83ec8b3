import Testing

@testable import Simulator

/// A partition on some brokers whose steps come in a random order: what was once safe has to be in
/// the log of every later leader.
private struct PartitionModel {
    private struct Broker {
        var log = PartitionLog(settings: .init())
        var highWatermark = 0
        var isUp = true
        /// What it leads with, until it learns of somebody else.
        var view: LeaderView?
        /// The state that it knows of.
        var known: PartitionState
    }

    private let names = ["a", "b", "c"]
    private var brokers: [String: Broker] = [:]
    /// What the controller has written down.
    private var state: PartitionState
    /// The messages that were safe once, in their order.
    private(set) var safe: [String] = []
    private(set) var elections = 0
    private(set) var problem: String?
    private var random: SplitMix64
    private var now = VirtualInstant.zero
    private var next = 0
    private let bug: QueuePlantedBug?
    private let isUnclean: Bool
    private let forgetsTruncation: Bool

    init(
        seed: UInt64,
        bug: QueuePlantedBug? = nil,
        isUnclean: Bool = false,
        forgetsTruncation: Bool = false
    ) {
        random = SplitMix64(seed: seed)
        state = PartitionState(replicas: names)
        self.bug = bug
        self.isUnclean = isUnclean
        self.forgetsTruncation = forgetsTruncation
        for name in names { brokers[name] = Broker(known: state) }
        learn("a")
    }

    mutating func run(steps: Int) {
        for _ in 0..<steps where problem == nil {
            now = now.advanced(by: .milliseconds(Int.random(in: 1...400, using: &random)))
            let name = names[Int.random(in: 0..<3, using: &random)]
            switch Int.random(in: 0..<12, using: &random) {
            case 0...2: produce(name)
            case 3...7: fetch(name)
            case 8: crashOrStart(name)
            case 9: elect()
            case 10: propose(name)
            default: learn(name)
            }
        }
    }

    /// Whoever takes itself for the leader appends a message.
    private mutating func produce(_ name: String) {
        guard let broker = brokers[name], broker.isUp, let view = broker.view else { return }
        next += 1
        let record = QueueRecord(value: Array("\(next)".utf8), timestamp: 0)
        _ = brokers[name]?.log.append(RecordBatch([record]), epoch: view.state.leaderEpoch)
        brokers[name]?.view?.noteAppend(end: broker.log.end + 1)
        note(name)
    }

    /// A follower asks the leader that it knows of, which knows it for one of the same term.
    private mutating func fetch(_ name: String) {
        guard var broker = brokers[name], broker.isUp, broker.view == nil,
            let leader = broker.known.leader, var other = brokers[leader], other.isUp,
            var view = other.view, view.state.leaderEpoch == broker.known.leaderEpoch
        else { return }
        if let epoch = broker.log.epochs.latest, !forgetsTruncation {
            let end = other.log.epochs.end(of: epoch, logEnd: other.log.end)
            if end?.epoch != epoch || (end?.offset ?? 0) < broker.log.end {
                broker.log.truncate(to: min(end?.offset ?? 0, broker.log.end - 1))
                brokers[name] = broker
                return
            }
        }
        view.noteFetch(by: name, from: broker.log.end, now: now)
        other.view = view
        brokers[leader] = other
        let batches = other.log.read(from: broker.log.end, limit: 200, before: other.log.end)
        for batch in batches { _ = broker.log.replicate(batch) }
        broker.highWatermark = min(view.highWatermark, broker.log.end)
        brokers[name] = broker
        note(leader)
    }

    private mutating func crashOrStart(_ name: String) {
        guard let broker = brokers[name] else { return }
        if broker.isUp, Int.random(in: 0..<2, using: &random) == 0 { return }
        brokers[name]?.isUp.toggle()
        brokers[name]?.view = nil
        brokers[name]?.known.leader = nil
    }

    private mutating func elect() {
        let living = brokers.filter(\.value.isUp).keys
        if state.elect(among: living.contains, isUnclean: isUnclean) { elections += 1 }
    }

    /// A leader proposes who is in sync; the controller may refuse, and its answer may be late.
    private mutating func propose(_ name: String) {
        guard var view = brokers[name]?.view, brokers[name]?.isUp ?? false else { return }
        let version = view.state.version
        let members = view.proposal(lag: .seconds(1), now: now)
        if let members {
            let living = members.allSatisfy { brokers[$0]?.isUp ?? false }
            if state.version == version, state.leader == name, living {
                state.inSync = members
                state.version += 1
            } else {
                view.withdraw()
            }
        }
        brokers[name]?.view = view
    }

    /// A broker learns what the controller has written down.
    private mutating func learn(_ name: String) {
        guard var broker = brokers[name], broker.isUp else { return }
        let isNewTerm = broker.view?.state.leaderEpoch != state.leaderEpoch
        if state.leader != name {
            broker.view = nil
        } else if isNewTerm || broker.view == nil {
            broker.view = LeaderView(
                name,
                state,
                end: broker.log.end,
                highWatermark: broker.highWatermark,
                now: now,
                plantedBug: bug
            )
            let log = values(broker.log, before: broker.log.end)
            if !log.starts(with: safe) { problem = "\(name) leads without what was safe" }
        } else {
            broker.view?.confirm(state, now: now)
        }
        broker.known = state
        brokers[name] = broker
        note(name)
    }

    /// Takes note of what is safe in the eyes of a leader.
    private mutating func note(_ name: String) {
        guard let broker = brokers[name], let view = broker.view else { return }
        let shown = values(broker.log, before: view.highWatermark)
        if !shown.starts(with: safe.prefix(shown.count)) {
            problem = "\(name) shows something else than what was safe"
        }
        if shown.count > safe.count { safe = shown }
    }

    private func values(_ log: PartitionLog, before bound: Int) -> [String] {
        log.read(from: 0, limit: .max, before: bound).flatMap(\.records).map {
            String(decoding: $0.value, as: UTF8.self)
        }
    }
}

struct ReplicationModelTests {
    @Test(arguments: 0..<200 as Range<UInt64>)
    func `what was safe is never lost, whatever comes in which order`(seed: UInt64) {
        var model = PartitionModel(seed: seed)
        model.run(steps: 600)
        #expect(model.problem == nil)
    }

    @Test
    func `the steps lead somewhere`() {
        var (safe, elections) = (0, 0)
        for seed in 0..<20 as Range<UInt64> {
            var model = PartitionModel(seed: seed)
            model.run(steps: 600)
            safe += model.safe.count
            elections += model.elections
        }
        #expect(safe > 400 && elections > 100, "\(safe) messages, \(elections) elections")
    }

    private func isCaught(_ model: (UInt64) -> PartitionModel) -> Bool {
        (0..<200 as Range<UInt64>).contains { seed in
            var model = model(seed)
            model.run(steps: 600)
            return model.problem != nil
        }
    }

    @Test
    func `acknowledging what only the leader has is noticed`() {
        #expect(isCaught { PartitionModel(seed: $0, bug: .countsAcknowledgementsOfAny) })
    }

    @Test
    func `a leader that lacks messages is noticed`() {
        #expect(isCaught { PartitionModel(seed: $0, isUnclean: true) })
    }

    @Test
    func `a follower that keeps what its leader does not have is noticed`() {
        #expect(isCaught { PartitionModel(seed: $0, forgetsTruncation: true) })
    }
}
