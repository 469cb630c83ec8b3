import OrderedCollections

extension Coordinator {
    /// How long a sub-coordinator is left out that could not be reached.
    private static let avoidance = Duration.seconds(10)

    /// Has the sub-coordinator of each job hand out its orders.
    ///
    /// - Returns: What is left to the coordinator itself.
    func delegate(_ items: [Delegation.Item]) -> [Delegation.Item] {
        guard !settings.subCoordinators.isEmpty else { return items }
        let available = settings.subCoordinators.filter {
            (avoidedUntil[$0] ?? .zero) <= node.now
        }
        var jobs: OrderedDictionary<String, [Delegation.Item]> = [:]
        for item in items { jobs[item.order.attempt.task.job, default: []].append(item) }
        var left: [Delegation.Item] = []
        for (job, items) in jobs {
            guard let delegate = RendezvousWeight.first(of: available, for: job) else {
                left += items
                continue
            }
            send(Delegation(items: items), to: delegate)
        }
        return left
    }

    private func send(_ delegation: Delegation, to delegate: String) {
        node.spawn("delegation to \(delegate)", .background) {
            guard let epoch = delegation.items.first?.order.epoch,
                self.isLeading("gave orders", epoch: epoch)
            else { return }
            do throws(CallError) {
                _ = try await self.network.call(
                    .delegation,
                    of: delegate,
                    from: self.node,
                    delegation,
                    timeout: self.settings.orderTimeout,
                    .background
                )
            } catch {
                if case .interrupted(let interruption) = error { throw interruption }
                self.node.sometimes(MapReducePlace.delegateLost)
                self.avoid(delegate)
                // Where it took them after all, workers get some of them twice.
                for item in delegation.items {
                    self.inbox.put(
                        Event(input: .undelivered(item.order.attempt, worker: item.worker))
                    )
                }
            }
        }
    }

    private func avoid(_ delegate: String) {
        avoidedUntil[delegate] = node.now.advanced(by: Self.avoidance)
    }

    /// Takes note of an order that a sub-coordinator could not hand out.
    func accept(_ incoming: IncomingRequest<OrderRefusal, Bool>) {
        let refusal = incoming.request
        note(refusal.epoch.map { .outdated($0) } ?? .busy, to: refusal.attempt, by: refusal.worker)
        incoming.reply(true)
    }
}
