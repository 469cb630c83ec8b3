/// Shares an address with its peers on other nodes, by ``VirtualRouter``.
///
/// It ends with its node, without a word: the others find out by its silence.
public actor AddressHolder: SimulatedActor {
    /// The node it runs on.
    public nonisolated let node: Node
    private let network: Network
    private let address: String
    private let peers: [Destination]
    private let journal: AddressJournal
    private var router: VirtualRouter
    private var clock: Handler<AddressHolder>?
    /// Counts how often the timer was set, so that an earlier time is known as one.
    private var setting: UInt32 = 0

    /// Starts to share `address` on `node`.
    ///
    /// - Parameters:
    ///   - router: The node's part in the election of the one that has the address.
    ///   - address: What is shared.
    ///   - peers: The names of the other nodes that share it.
    ///   - hasAddress: Whether it had the address before the run.
    ///   - node: One of the nodes that share it.
    ///   - network: Where it has the address.
    ///   - journal: What notes who had it when.
    @discardableResult
    public static func start(
        _ router: VirtualRouter,
        of address: String,
        beside peers: [String],
        hasAddress: Bool = false,
        on node: Node,
        network: Network,
        journal: AddressJournal
    ) -> AddressHolder {
        let holder = AddressHolder(router, address, peers, node, network, journal)
        let clock = Handler("time", of: holder, numbered: { $0.timeOut($1) })
        network.serve(.advertisements, on: node) { incoming in
            incoming.reply(true)
            holder.atEvent { $0.hear(incoming.request) }
        }
        holder.assumeIsolated { holder in
            holder.clock = clock
            holder.apply(holder.router.start(hasAddress: hasAddress))
        }
        return holder
    }

    private init(
        _ router: VirtualRouter,
        _ address: String,
        _ peers: [String],
        _ node: Node,
        _ network: Network,
        _ journal: AddressJournal
    ) {
        self.router = router
        self.address = address
        self.peers = peers.map { Destination($0) }
        self.node = node
        self.network = network
        self.journal = journal
    }

    private func timeOut(_ number: UInt32) {
        guard number == setting else { return }
        node.sometimes(ProxyPlace.addressTaken, router.state == .backup)
        apply(router.timeOut())
    }

    private func hear(_ advertisement: VirtualRouter.Advertisement) {
        let before = router.state
        apply(router.receive(advertisement))
        if before == .master, router.state == .backup {
            node.sometimes(ProxyPlace.mastersMet)
            journal.note(.gaveUp, by: node.name, at: node.now)
        }
    }

    private func apply(_ effect: VirtualRouter.Effect) {
        if effect.takesAddress {
            network.assign(address, to: node)
            journal.note(.tookOver, by: node.name, at: node.now)
        }
        if let advertisement = effect.advertisement {
            for peer in peers { network.tell(.advertisements, advertisement, to: peer, from: node) }
        }
        if let timer = effect.timer {
            setting &+= 1
            clock?.schedule(after: timer, number: setting, .background)
        }
    }
}

extension Service where Request == VirtualRouter.Advertisement, Response == Bool {
    /// The protocol number 112 of IP.
    static let advertisements = Service("vrrp")
}

/// Who had an address, and when.
///
/// Soundness of `@unchecked Sendable`: reached only from the thread that owns the simulation.
public final class AddressJournal: @unchecked Sendable {
    /// What happened.
    public enum Event: String, Sendable {
        /// A node has the address from now on.
        case tookOver = "takes the address"
        /// A node heard of another that has it.
        case gaveUp = "leaves the address"
    }

    /// One change.
    public struct Entry: Sendable {
        /// When.
        public let instant: VirtualInstant
        /// Whose node it is.
        public let node: String
        /// What it did.
        public let event: Event
    }

    /// The changes, in order; as many as are kept.
    public private(set) var entries: [Entry] = []
    /// How often the address was taken.
    public private(set) var takeovers = 0

    private static let entriesMaximum = 100_000

    /// A journal of nothing.
    public init() {}

    func note(_ event: Event, by node: String, at now: VirtualInstant) {
        if event == .tookOver { takeovers += 1 }
        guard entries.count < Self.entriesMaximum else { return }
        entries.append(Entry(instant: now, node: node, event: event))
    }
}
