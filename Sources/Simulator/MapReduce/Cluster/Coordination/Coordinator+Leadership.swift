import OrderedCollections

/// The row that says who leads.
enum Lease {
    static let key = DatabaseKey(JobTables.leases, "coordinator")
}

extension Coordinator {
    /// Tries to lead whenever nobody does, and keeps the lease while it leads.
    func seekLeadership() async throws(Interruption) {
        while true {
            if let tracker {
                try await renew(epoch: tracker.epoch)
            } else {
                try await apply()
            }
            // Without an answer of the database the lease runs out.
            if tracker != nil, node.localTime >= leaseEnd { stepDown(for: nil) }
            try await node.sleep(for: settings.lease / 3)
        }
    }

    /// Takes the lease where it has run out.
    private func apply() async throws(Interruption) {
        guard let rows = try await database.query(.row(Lease.key), from: node) else { return }
        let lease = rows.first?.row
        leader = lease?["holder"]?.text
        let epoch = lease?["epoch"]?.integer ?? 0
        let asked = node.localTime
        let condition: DatabaseTransaction.Condition =
            lease == nil
            ? .absent(Lease.key) : .equals(Lease.key, column: "epoch", .integer(epoch))
        let transaction = DatabaseTransaction(
            [
                .set(
                    Lease.key,
                    ["holder": .text(node.name), "epoch": .integer(epoch + 1)]
                ),
                .setTime(Lease.key, column: "expires", after: settings.lease),
            ],
            if: [condition, .passed(Lease.key, column: "expires")]
        )
        guard try await database.commit(transaction, from: node) == .committed else { return }
        var tracker = JobTracker(settings: settings.scheduling, epoch: epoch + 1)
        let jobs = DatabaseQuery.rows(table: JobTables.jobs, matching: [:])
        let tasks = DatabaseQuery.rows(table: JobTables.tasks, matching: [:])
        guard let jobs = try await database.query(jobs, from: node),
            let tasks = try await database.query(tasks, from: node)
        else { return }
        tracker.load(jobs: jobs, tasks: tasks)
        leaseEnd = asked.advanced(by: settings.lease)
        self.tracker = tracker
        published = tracker.jobs
        leader = node.name
        node.claimsLeadership = true
        journal.noteLeader(node.name, epoch: epoch + 1, at: node.now)
    }

    /// Prolongs the lease.
    private func renew(epoch: Int) async throws(Interruption) {
        let asked = node.localTime
        let transaction = DatabaseTransaction(
            [.setTime(Lease.key, column: "expires", after: settings.lease)],
            if: [.equals(Lease.key, column: "epoch", .integer(epoch))]
        )
        switch try await database.commit(transaction, from: node) {
        case .committed: leaseEnd = asked.advanced(by: settings.lease)
        case .conflict: stepDown(for: nil)
        case .failed, nil: break
        }
    }

    /// Stops leading: what it knows may be out of date from now on.
    func stepDown(for successor: String?) {
        guard settings.scheduling.plantedBug != .ignoresTheEpoch else { return }
        tracker = nil
        node.claimsLeadership = false
        published = [:]
        leader = successor
    }
}
