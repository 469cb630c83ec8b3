extension Service where Request == Replica, Response == Bool {
    /// Carries a version to another region; answered once it is there, false where it never will
    /// be.
    static let objectReplica = Service("s3 replica")
}

/// The way of versions to other regions: asynchronous, again and again until they are there.
///
/// Source: the S3 User Guide, *Replicating objects within and across Regions*.
extension ObjectStoreServer {
    /// How long another region may take to answer.
    private static var replicaTimeout: Duration { .seconds(60) }
    /// How long after a failure a version is sent again.
    private static var backoff: Backoff {
        Backoff(first: .seconds(1), maximum: .seconds(900))
    }
    /// How often a version is sent: over a day.
    private static var attemptsMaximum: Int { 110 }

    nonisolated func serveReplicas() {
        network.serve(.objectReplica, on: node) { incoming in
            incoming.reply(self.assumeIsolated { $0.receive(incoming.request) })
        }
    }

    private func receive(_ replica: Replica) -> Bool {
        do {
            try region.store.receive(
                replica,
                RequestContext(now: now, caller: "s3.amazonaws.com")
            )
            return true
        } catch {
            return false
        }
    }

    /// Sends what an earlier incarnation had not sent.
    func resumeReplication() {
        node.sometimes(ObjectStorePlace.copiesResumed, !region.openTasks.isEmpty)
        for task in region.openTasks { send(task) }
    }

    /// Sends what the last operation wrote to where it belongs.
    func takeReplicationTasks() {
        guard region.store.hasReplicationTasks else { return }
        for task in region.store.takeReplicationTasks() {
            region.openTasks.append(task)
            send(task)
        }
    }

    private func send(_ task: ReplicationTask) {
        let lag = settings.replicationLag.sample(using: &lags)
        node.spawn("replication \(task.number)") {
            try await self.node.sleep(for: lag)
            try await self.carry(task)
        }
    }

    private func carry(_ task: ReplicationTask) async throws {
        var failures = 0
        while failures < Self.attemptsMaximum {
            // A version that was deleted for good in between goes nowhere.
            guard let replica = region.store.replica(for: task) else {
                node.sometimes(ObjectStorePlace.copyOfTheDeleted)
                return end(task, .failed)
            }
            do throws(CallError) {
                // A bucket that no other region has stands in this one.
                let isThere = try await network.call(
                    .objectReplica,
                    of: region.destinations[task.destinationBucket] ?? node.name,
                    from: node,
                    replica,
                    timeout: Self.replicaTimeout
                )
                return end(task, isThere ? .completed : .failed)
            } catch .interrupted(let interruption) {
                throw interruption
            } catch {
                node.sometimes(ObjectStorePlace.copySentAgain)
                failures += 1
                try await node.sleep(for: Self.backoff.delay(after: failures))
            }
        }
        end(task, .failed)
    }

    private func end(_ task: ReplicationTask, _ outcome: ReplicationOutcome) {
        guard let place = region.openTasks.firstIndex(where: { $0.number == task.number }) else {
            return
        }
        region.openTasks.remove(at: place)
        let context = RequestContext(now: now, caller: "s3.amazonaws.com")
        region.store.finish(task, outcome, context)
        takeEvents()
        switch outcome {
        case .completed:
            let elapsed = context.now.nanoseconds - task.created.nanoseconds
            region.journal.noteReplication(after: .nanoseconds(elapsed))
        case .failed: region.journal.noteFailedReplication()
        }
    }
}
