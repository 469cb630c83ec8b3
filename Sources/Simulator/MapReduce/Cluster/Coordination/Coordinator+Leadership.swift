import OrderedCollections

/// The row that says who leads.
enum Lease {
    static let key = DatabaseKey(JobTables.leases, "coordinator")

    /// Who leads: a term of an incarnation of a node. The term alone would do, if databases never
    /// lost what they promised to keep.
    static func holder(_ node: Node) -> ColumnValue { .text("\(node.name)#\(node.incarnation)") }

    /// The conditions under which a leader may write.
    static func isHeld(by node: Node, epoch: Int) -> [DatabaseTransaction.Condition] {
        [
            .equals(key, column: "epoch", .integer(epoch)),
            .equals(key, column: "holder", holder(node)),
        ]
    }

    /// The column that counts the transactions of a term, so that one which was sent again is done
    /// once, and never after a later one: the first copy may arrive last.
    static let countColumn = "transactions"
}

extension Coordinator {
    /// Whether it leads at this moment: the lease has not run out by its own clock.
    ///
    /// It is asked whenever the coordinator takes something in, decides, sends or answers: a node
    /// that stood still does not know it, and others may have taken over.
    ///
    /// - Parameters:
    ///   - act: What it is about to do, for the checker.
    ///   - epoch: The term in which it was decided; the present one where it is nil.
    func isLeading(_ act: String, epoch: Int? = nil) -> Bool {
        guard let tracker, epoch.map({ $0 == tracker.epoch }) ?? true else { return false }
        switch settings.scheduling.plantedBug {
        case .actsAfterItsLease, .ignoresTheEpoch: break
        default: if node.localTime >= leaseEnd { return false }
        }
        checker.noteAct(act, of: node.name, epoch: tracker.epoch, at: node.now)
        return true
    }

    /// Tries to lead whenever nobody does, and keeps the lease while it leads.
    func seekLeadership() async throws(Interruption) {
        while true {
            if let tracker {
                try await renew(epoch: tracker.epoch)
            } else {
                try await apply()
            }
            // Without an answer of the database the lease runs out.
            if tracker != nil, node.localTime >= leaseEnd { stepDown() }
            try await node.sleep(for: settings.lease / 3)
        }
    }

    /// Takes the lease where it has run out.
    private func apply() async throws(Interruption) {
        guard let rows = try await database.query(.row(Lease.key), from: node) else { return }
        let lease = rows.first?.row
        let holder = lease?["holder"]?.text
        leader = holder.map { String($0.prefix { $0 != "#" }) }
        let last = lease?["epoch"]?.integer ?? 0
        let epoch = max(last, latestEpoch) + 1
        let asked = node.localTime
        let condition: DatabaseTransaction.Condition =
            lease == nil
            ? .absent(Lease.key) : .equals(Lease.key, column: "epoch", .integer(last))
        let transaction = DatabaseTransaction(
            [
                .set(
                    Lease.key,
                    [
                        "holder": Lease.holder(node), "epoch": .integer(epoch),
                        Lease.countColumn: .integer(0),
                    ]
                ),
                .setTime(Lease.key, column: "expires", after: settings.lease),
            ],
            if: [condition, .passed(Lease.key, column: "expires")]
        )
        guard try await database.commit(transaction, from: node) == .committed else { return }
        try await takeOver(epoch: epoch, until: asked.advanced(by: settings.usableLease))
    }

    /// Reads what the leader before has left, and leads.
    private func takeOver(epoch: Int, until end: VirtualInstant) async throws(Interruption) {
        var tracker = JobTracker(
            settings: settings.scheduling,
            epoch: epoch,
            random: random.split("term \(epoch)"),
            locate: { [library] in library.places(of: $1, for: $0) }
        )
        let jobs = DatabaseQuery.rows(table: JobTables.jobs, matching: [:])
        let tasks = DatabaseQuery.rows(table: JobTables.tasks, matching: [:])
        guard let jobs = try await database.query(jobs, from: node),
            let tasks = try await database.query(tasks, from: node),
            node.localTime < end
        else { return }
        tracker.load(jobs: jobs, tasks: tasks, node.now)
        node.sometimes(MapReducePlace.tookOverInAJob, !tracker.running.isEmpty)
        leaseEnd = end
        latestEpoch = epoch
        transactions = 0
        topic = TaskTopic()
        self.tracker = tracker
        published = [:]
        for job in tracker.jobs.values { published[job.identifier] = JobState(job) }
        leader = node.name
        node.claimsLeadership = true
        journal.noteLeader(node.name, epoch: epoch, at: node.now)
    }

    /// Prolongs the lease.
    private func renew(epoch: Int) async throws(Interruption) {
        let asked = node.localTime
        let transaction = DatabaseTransaction(
            [.setTime(Lease.key, column: "expires", after: settings.lease)],
            if: Lease.isHeld(by: node, epoch: epoch)
        )
        switch try await database.commit(transaction, from: node) {
        case .committed: leaseEnd = asked.advanced(by: settings.usableLease)
        case .conflict: stepDown()
        case .failed, nil: break
        }
    }

    /// A worker has heard of a later term. It cannot be led by an earlier one, even where the
    /// database has forgotten the later one.
    func noteEpoch(_ epoch: Int) {
        latestEpoch = max(latestEpoch, epoch)
        if let tracker, tracker.epoch < epoch { stepDown() }
    }

    /// Stops leading: what it knows may be out of date from now on.
    func stepDown() {
        guard settings.scheduling.plantedBug != .ignoresTheEpoch else { return }
        node.sometimes(MapReducePlace.steppedDown, tracker != nil)
        tracker = nil
        node.claimsLeadership = false
        published = [:]
        leader = nil
    }
}
