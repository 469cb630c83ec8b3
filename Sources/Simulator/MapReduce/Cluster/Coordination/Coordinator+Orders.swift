extension Coordinator {
    /// Gives a worker an order.
    func give(_ order: TaskOrder, to worker: String) {
        node.spawn("order \(order.attempt)", .background) {
            guard self.isLeading("gave an order", epoch: order.epoch) else { return }
            let answer = try await self.network.give(
                order,
                to: worker,
                from: self.node,
                timeout: self.settings.orderTimeout
            )
            self.note(answer, to: order.attempt, by: worker)
        }
    }

    /// Takes note of what a worker said to an order; nothing where it was not reached.
    func note(_ answer: OrderAnswer?, to attempt: AttemptIdentifier, by worker: String) {
        switch answer {
        case .accepted: break
        case .outdated(let epoch): noteEpoch(epoch)
        case .busy, nil:
            journal.count("mapreduce_orders_refused_total")
            inbox.put(Event(input: .refused(attempt, worker: worker)))
        }
    }

    /// Gives a worker that asks the next of its orders.
    func answer(_ poll: TaskPoll) -> TaskPollAnswer {
        guard isLeading("gave an order"), let tracker else { return .notLeading(leader) }
        let committed = poll.epoch == tracker.epoch ? poll.committed : 0
        let next = topic.poll(poll.worker, committed: committed)
        return next.map { .order($0.order, offset: $0.offset) } ?? .none
    }

    /// Has a worker let go of an attempt. Where it is not reached, it learns it from the answer to
    /// its next sign of life.
    func abandon(_ attempt: AttemptIdentifier, on worker: String) {
        node.spawn("abandon \(attempt)", .background) {
            do throws(CallError) {
                _ = try await self.network.call(
                    .abandonment,
                    of: worker,
                    from: self.node,
                    attempt,
                    timeout: self.settings.orderTimeout,
                    .background
                )
                self.inbox.put(Event(input: .abandoned(attempt, worker: worker)))
            } catch {
                if case .interrupted(let interruption) = error { throw interruption }
            }
        }
    }

    // MARK: Map output of jobs that are over

    /// Lists that are deleted with one request.
    private static let listsTogether = 1_000

    /// Deletes the map output of a job.
    func clear(_ job: String, _ attempts: [AttemptIdentifier], partitions: Int) {
        var lists = [[String]](repeating: [], count: shuffle.servers.count)
        for attempt in attempts {
            for partition in 0..<partitions {
                let key = shuffle.key(attempt, partition: partition)
                let server = shuffle.servers.firstIndex(of: shuffle.server(of: key)) ?? 0
                lists[server].append(key)
            }
        }
        let requests = zip(shuffle.shards, lists)
        node.spawn("deletion of the output of \(job)", .background) {
            var isDone = true
            for (servers, keys) in requests {
                for start in stride(from: 0, to: keys.count, by: Self.listsTogether) {
                    let end = min(start + Self.listsTogether, keys.count)
                    let part = Array(keys[start..<end])
                    isDone = try await self.delete(part, on: servers) && isDone
                }
            }
            self.inbox.put(Event(input: .cleared(job, isDone: isDone)))
        }
    }

    /// Deletes lists on whichever of `servers` owns them; false where none says that it does.
    private func delete(
        _ keys: [String],
        on servers: [String]
    ) async throws(Interruption) -> Bool {
        for server in servers {
            do {
                let answer = try await network.call(
                    .shuffle,
                    of: server,
                    from: node,
                    .delete(keys),
                    timeout: shuffle.timeout,
                    .background
                )
                if answer == .done { return true }
            } catch .interrupted(let interruption) {
                throw interruption
            } catch {
                continue
            }
        }
        return false
    }
}
