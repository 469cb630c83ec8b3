extension TaskWorker {
    /// How long a worker waits that found no order.
    private static let pollPeriod = Duration.milliseconds(100)

    /// Takes orders from the topic of the coordinator, one at a time, and commits each when it is
    /// done with it.
    func poll() async throws(Interruption) {
        var epoch = 0
        var committed = 0
        while true {
            let poll = TaskPoll(worker: node.name, epoch: epoch, committed: committed)
            guard let (order, offset) = try await next(poll) else {
                try await node.sleep(for: Self.pollPeriod)
                continue
            }
            if accept(order) == .accepted {
                while isBusy(with: order.attempt) { try await node.sleep(for: .milliseconds(10)) }
            }
            epoch = order.epoch
            committed = offset
        }
    }

    private func next(_ poll: TaskPoll) async throws(Interruption) -> (TaskOrder, Int)? {
        let asked = leader
        do throws(CallError) {
            let answer = try await network.call(
                .taskPoll,
                of: asked,
                from: node,
                poll,
                timeout: settings.timeout,
                .background
            )
            switch answer {
            case .order(let order, let offset): return (order, offset)
            case .none: return nil
            case .notLeading(let hint): turn(from: asked, to: hint)
            }
        } catch {
            if case .interrupted(let interruption) = error { throw interruption }
            turn(from: asked, to: nil)
        }
        return nil
    }
}
