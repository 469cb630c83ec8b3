#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// Finds out whether foreground work can still move, and says what it waits for.
extension SimulationExecutor {
    private static let maximumLines = 20

    /// Reports that the run is stuck, or that a task left virtual time where that is the cause.
    func reportStuck(_ cause: String) {
        if let task = nodes.lazy.flatMap(\.tasks).first(where: isOutsideVirtualTime) {
            awaitForeignArrivals()
            if state.pointee.mustStop { return }
            report(
                .outsideVirtualTime,
                "task '\(task.label)' of node '\(task.record.name)' is suspended where virtual "
                    + "time cannot wake it: on the main actor, in a continuation that nobody has "
                    + "resumed or that another thread resumes, or in a stream that nobody feeds. "
                    + "Wait with node.sleep, mailboxes and the simulated network"
            )
            return
        }
        let waits = nodes.flatMap(describeWaits)
        let shown = waits.prefix(Self.maximumLines).map { "\n  " + $0 }.joined()
        let rest = waits.count - Self.maximumLines
        report(
            .stuck,
            "the system is stuck: foreground work is left and \(cause)" + shown
                + (rest > 0 ? "\n  and \(rest) more" : "")
        )
    }

    /// Whether every foreground task has waited without a timer for `patience` nanoseconds.
    ///
    /// A task outside of virtual time has done so when it was there the last time too, `patience`
    /// ago, and has not come back in between. Child tasks that come back count for every task:
    /// whose they are is not known.
    func foregroundStoodStill(for patience: UInt64) -> Bool {
        guard state.pointee.foreground > 0 else { return false }
        var foregroundTasks = 0
        var outside: Set<UInt> = []
        var stoodStill = true
        for node in nodes {
            for task in node.tasks where task.kind == .foreground {
                foregroundTasks += 1
                let slots = slot(of: task).map { [$0] } ?? childSlots(of: node)
                if slots.isEmpty {
                    outside.insert(task.address)
                    if !suspects.contains(task.address) { stoodStill = false }
                } else if !slots.allSatisfy({ hasWaited(in: $0, for: patience) }) {
                    stoodStill = false
                }
            }
        }
        suspects = outside
        state.pointee.hasSuspects = !outside.isEmpty
        let held = nodes.reduce(0) { $0 + heldCalls(of: $1, for: patience) }
        return stoodStill && foregroundTasks + held == state.pointee.foreground
    }

    private func hasWaited(in slot: UInt32, for patience: UInt64) -> Bool {
        let place = state.pointee.slots[slot]
        if isHeld(place.pointee.node, for: patience) { return true }
        return place.pointee.key == .none && state.pointee.now - place.pointee.since >= patience
    }

    /// Whether `node` has been paused for `patience` nanoseconds: no timer of its own can move it.
    private func isHeld(_ node: UnsafeMutablePointer<NodeState>, for patience: UInt64) -> Bool {
        node.pointee.isPaused && state.pointee.now - node.pointee.pausedSince >= patience
    }

    /// The foreground calls that a pause of `patience` nanoseconds holds back.
    private func heldCalls(of node: NodeRecord, for patience: UInt64) -> Int {
        guard isHeld(node.state, for: patience) else { return 0 }
        return node.state.pointee.deferred.count { key in
            guard key.isCall else { return false }
            let call = state.pointee.calls[key.index]
            return call.pointee.key == key && call.pointee.isForeground
        }
    }

    /// Clears the task of `job`, which has come back from outside of virtual time.
    func clearSuspects(_ job: UnownedJob) {
        if JobHeader(address: job.address).isChild {
            suspects = []
        } else {
            suspects.remove(job.address)
        }
        state.pointee.hasSuspects = !suspects.isEmpty
    }

    /// Gives another thread a moment to show itself, so that the message can name the cause.
    ///
    /// The run has failed already; only the wording of its violation depends on real time.
    private func awaitForeignArrivals() {
        for _ in 0..<100 where !outside.hasArrived { usleep(2_000) }
        takeForeign()
    }

    /// Whether `task` neither waits in a slot nor has a child that does.
    private func isOutsideVirtualTime(_ task: SpawnedTask) -> Bool {
        task.kind == .foreground && slot(of: task) == nil && childSlots(of: task.record).isEmpty
    }

    private func describeWaits(of node: NodeRecord) -> [String] {
        let foreground = node.tasks.filter { $0.kind == .foreground }
        guard !foreground.isEmpty else { return [] }
        return foreground.map { task in
            let wait = slot(of: task).map(describeWait) ?? "waits for its child tasks"
            return "node '\(node.name)': task '\(task.label)' \(wait)"
        }
            + childSlots(of: node).map {
                "node '\(node.name)': a child task \(describeWait($0))"
            }
    }

    private func describeWait(_ slot: UInt32) -> String {
        let place = state.pointee.slots[slot]
        let subject = place.pointee.subject?._withUnsafeGuaranteedRef { $0.waitDescription } ?? ""
        let since =
            "since \(VirtualInstant(nanoseconds: place.pointee.since))"
            + (place.pointee.node.pointee.isPaused ? ", on a node that is paused" : "")
        switch place.pointee.reason {
        case .sleep: return "sleeps \(since)"
        case .work: return "works \(since)"
        case .message: return "waits for a message in \(subject) \(since)"
        case .reply: return "waits for a reply \(subject) \(since)"
        case .disk: return "waits for its disk \(since)"
        }
    }

    /// The slot in which `task` itself is suspended: one of its own node, or of another whose
    /// handle or mailbox it uses.
    func slot(of task: SpawnedTask) -> UInt32? {
        let address = task.address
        guard address != 0 else { return nil }
        return slots(of: task.record).first { state.pointee.slots[$0].pointee.address == address }
            ?? state.pointee.slots.first(holding: address)
    }

    /// The slots of a node's child tasks.
    private func childSlots(of node: NodeRecord) -> [UInt32] {
        let roots = Set(nodes.lazy.flatMap { $0.tasks.map(\.address) })
        return slots(of: node).filter { slot in
            guard let job = state.pointee.slots[slot].pointee.job else { return false }
            return !roots.contains(job.address)
        }
    }

    /// The occupied slots of a node, in the order of suspension.
    func slots(of node: NodeRecord) -> [UInt32] {
        var slots: [UInt32] = []
        var slot = node.state.pointee.firstSlot
        while slot != 0 {
            slots.append(slot)
            slot = state.pointee.slots[slot].pointee.next
        }
        return slots
    }
}
