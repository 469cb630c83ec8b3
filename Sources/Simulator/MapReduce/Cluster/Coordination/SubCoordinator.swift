/// Orders that a coordinator has others hand out, all of one job.
struct Delegation: Hashable, Sendable {
    /// An order and who gets it.
    struct Item: Hashable, Sendable {
        let order: TaskOrder
        let worker: String
    }

    let items: [Item]
}

/// What a sub-coordinator says to the coordinator about an order that was not taken.
struct OrderRefusal: Hashable, Sendable {
    let attempt: AttemptIdentifier
    let worker: String
    /// The later term that the worker knows of, where that is why.
    let epoch: Int?
}

extension Service where Request == Delegation, Response == Bool {
    static var delegation: Self { Self("delegation") }
}

extension Service where Request == OrderRefusal, Response == Bool {
    static var orderRefusal: Self { Self("order refusal") }
}

/// Hands out the orders of a coordinator, so that more are handed out a second than by one node.
///
/// It decides nothing and keeps nothing. Orders that are lost with it are given again by the
/// coordinator, when their workers do not speak of them; orders of a term that is over are refused
/// by the workers.
actor SubCoordinator: SimulatedActor {
    /// An order and the coordinator that gave it.
    private struct Errand: Sendable {
        let item: Delegation.Item
        let coordinator: String
    }

    /// The node it runs on.
    nonisolated let node: Node
    private let network: Network
    private let settings: CoordinatorSettings
    private let journal: MapReduceJournal
    private let inbox: Mailbox<Errand>

    /// Starts a sub-coordinator on `node`.
    @discardableResult
    static func start(
        on node: Node,
        network: Network,
        settings: CoordinatorSettings,
        journal: MapReduceJournal
    ) -> SubCoordinator {
        let delegate = SubCoordinator(node, network, settings, journal)
        let inbox = delegate.inbox
        network.serve(.delegation, on: node) { incoming in
            for item in incoming.request.items {
                inbox.put(Errand(item: item, coordinator: incoming.sender))
            }
            incoming.reply(true)
        }
        node.spawn("errands", .background) { try await delegate.work() }
        return delegate
    }

    private init(
        _ node: Node,
        _ network: Network,
        _ settings: CoordinatorSettings,
        _ journal: MapReduceJournal
    ) {
        self.node = node
        self.network = network
        self.settings = settings
        self.journal = journal
        inbox = Mailbox("errands", on: node, capacity: 100_000)
    }

    private func work() async throws {
        while true {
            let errand = try await inbox.receive()
            try await node.work(for: .seconds(1) / settings.tasksPerSecond)
            journal.noteBusy(.subCoordinator, .seconds(1) / settings.tasksPerSecond)
            node.spawn("order \(errand.item.order.attempt)", .background) {
                try await self.run(errand)
            }
        }
    }

    private func run(_ errand: Errand) async throws(Interruption) {
        let answer = try await network.give(
            errand.item.order,
            to: errand.item.worker,
            from: node,
            timeout: settings.orderTimeout
        )
        let epoch: Int?
        switch answer {
        case .accepted: return
        case .outdated(let later): epoch = later
        case .busy, nil: epoch = nil
        }
        do throws(CallError) {
            _ = try await network.call(
                .orderRefusal,
                of: errand.coordinator,
                from: node,
                OrderRefusal(
                    attempt: errand.item.order.attempt,
                    worker: errand.item.worker,
                    epoch: epoch
                ),
                timeout: settings.orderTimeout,
                .background
            )
        } catch {
            // The coordinator learns it from what the worker does not speak of.
            if case .interrupted(let interruption) = error { throw interruption }
        }
    }
}

extension Network {
    /// Gives a worker an order.
    ///
    /// - Returns: What it says; nothing where it cannot be reached.
    func give(
        _ order: TaskOrder,
        to worker: String,
        from node: Node,
        timeout: Duration
    ) async throws(Interruption) -> OrderAnswer? {
        do {
            return try await call(
                .taskOrder,
                of: worker,
                from: node,
                order,
                timeout: timeout,
                .background
            )
        } catch .interrupted(let interruption) {
            throw interruption
        } catch {
            // After a timeout it may be at it; if not, its next sign of life says so.
            return error == .timedOut ? .accepted : nil
        }
    }
}
