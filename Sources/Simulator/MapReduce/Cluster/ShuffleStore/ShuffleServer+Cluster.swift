/// The part of a shuffle server in its cluster.
struct ShufflePart {
    var membership: ShuffleMembership
    /// The last writes, where it owns its shard.
    var log: ReplicationLog?
    /// How far it follows its owner, where it does not.
    var replica = ReplicaState()
    /// Wakes the tasks that send writes to the others of the shard.
    let bells: [Mailbox<Bool>]

    /// How much of its owner's writes it has, for the others to know.
    var offset: Int { log?.end ?? replica.wholeOffset ?? -1 }
}

extension ShuffleServer {
    /// How often servers talk to each other.
    private static let gossipPeriod = Duration.seconds(1)
    /// How often a server looks who is dead.
    private static let tick = Duration.milliseconds(500)

    /// Why a command is not done here; nothing where it is.
    var refusal: ShuffleAnswer? {
        guard let membership = part?.membership else { return nil }
        if membership.serves(now: node.now) { return nil }
        let owner = membership.owners[membership.shard].name
        return membership.isOwner ? .down : .moved(owner)
    }

    /// Begins to take part in the cluster.
    func join() {
        let membership = ShuffleMembership(
            node.name,
            settings,
            isFirstStart: node.incarnation == 1,
            now: node.now
        )
        let mates = settings.shards[membership.shard].filter { $0 != node.name }
        let bells = mates.map { Mailbox<Bool>("writes for \($0)", on: node, capacity: 1) }
        part = ShufflePart(membership: membership, bells: bells)
        network.serve(.shuffleGossip, on: node) { incoming in
            self.assumeIsolated {
                $0.receive(incoming.request)
                if let message = $0.gossip { incoming.reply(message) }
            }
        }
        network.serve(.shuffleVote, on: node) { incoming in
            self.assumeIsolated { server in
                let now = server.node.now
                incoming.reply(
                    server.part?.membership.votes(for: incoming.request, now: now) ?? false
                )
            }
        }
        network.serve(.shuffleReplication, on: node) { incoming in
            self.assumeIsolated { $0.accept(incoming) }
        }
        for peer in membership.peers {
            node.spawn("gossip with \(peer)", .background) { try await self.gossip(with: peer) }
        }
        for (mate, bell) in zip(mates, bells) {
            node.spawn("replication to \(mate)", .background) {
                try await self.replicate(to: mate, bell)
            }
        }
        node.spawn("membership", .background) { try await self.watch() }
        noteRole()
    }

    // MARK: Gossip

    private var gossip: ShuffleGossip? {
        part.map { $0.membership.message(offset: $0.offset, now: node.now) }
    }

    private func receive(_ message: ShuffleGossip) {
        part?.membership.receive(message, now: node.now)
        noteRole()
    }

    private func gossip(with peer: String) async throws(Interruption) {
        while true {
            try await tell(peer)
            try await node.sleep(for: Self.gossipPeriod)
        }
    }

    private func tell(_ peer: String) async throws(Interruption) {
        guard let gossip else { return }
        if let answer = try await ask(peer, .shuffleGossip, gossip, .seconds(1)) { receive(answer) }
    }

    /// One answer; nothing where none came.
    private func ask<Request: Sendable, Response: Sendable>(
        _ peer: String,
        _ service: Service<Request, Response>,
        _ request: Request,
        _ timeout: Duration
    ) async throws(Interruption) -> Response? {
        do throws(CallError) {
            return try await network.call(
                service,
                of: peer,
                from: node,
                request,
                timeout: timeout,
                .background
            )
        } catch {
            if case .interrupted(let interruption) = error { throw interruption }
            return nil
        }
    }

    // MARK: Takeover

    private func watch() async throws(Interruption) {
        let label = "shuffle elections \(node.name)#\(node.incarnation)"
        var random = node.record.executor.random(label)
        while true {
            try await node.sleep(for: Self.tick)
            let delay = Duration.milliseconds(Int(random.below(500)))
            let offset = part?.replica.wholeOffset
            guard
                let request = part?.membership.tick(offset: offset, delay: delay, now: node.now)
            else { continue }
            for peer in part?.membership.peers ?? [] {
                node.spawn("vote of \(peer)", .background) {
                    if try await self.ask(peer, .shuffleVote, request, .seconds(2)) == true {
                        self.noteVote(of: peer, epoch: request.epoch)
                    }
                }
            }
        }
    }

    private func noteVote(of voter: String, epoch: Int) {
        guard part?.membership.noteVote(of: voter, epoch: epoch, now: node.now) == true else {
            return
        }
        node.sometimes(MapReducePlace.replicaTookOver)
        journal.count(MetricKey("redis_cluster_takeovers_total", .init("server", node.name)))
        noteRole()
        for peer in part?.membership.peers ?? [] {
            node.spawn("news for \(peer)", .background) { try await self.tell(peer) }
        }
    }

    /// Begins to reign, or to follow, where that has changed.
    private func noteRole() {
        guard let membership = part?.membership else { return }
        node.claimsLeadership = membership.isOwner
        journal.noteMaster(node, membership.isOwner, of: membership.shard)
        if membership.isOwner, part?.log == nil {
            let reign =
                "\(node.name)#\(node.incarnation)@\(membership.owners[membership.shard].epoch)"
            part?.log = ReplicationLog(reign: reign, limit: settings.replicationBacklog)
            part?.replica.forget()
        } else if !membership.isOwner, part?.log != nil {
            part?.log = nil
        }
    }

    // MARK: Replication

    /// Has the replicas repeat what was done.
    func replicate(_ request: ShuffleRequest, _ answer: ShuffleAnswer) {
        guard part?.log != nil else { return }
        let removed = keyspace.takeRemoved()
        if !removed.isEmpty {
            part?.log?.append(ReplicatedWrite(request: .delete(removed), instant: node.now))
        }
        if answer == .done {
            part?.log?.append(ReplicatedWrite(request: request, instant: node.now))
        }
        for bell in part?.bells ?? [] { bell.put(true) }
    }

    /// Sends all writes to another one of the shard, for as long as it reigns.
    private func replicate(to mate: String, _ bell: Mailbox<Bool>) async throws(Interruption) {
        var position: Position?
        while true {
            if position != nil, position == end {
                // Without news it asks now and then whether the other one is still in step.
                _ = try await bell.receive(timeout: Self.gossipPeriod)
            }
            if !canFollow(from: position) {
                position = nil
                // A replica gets what the lists are when they have been copied.
                let bytes = part?.log == nil ? 0 : keyspace.used
                try await node.work(for: .seconds(bytes) / settings.copyBytesPerSecond)
            }
            guard let message = message(from: position) else {
                try await node.sleep(for: Self.gossipPeriod)
                continue
            }
            switch try await ask(mate, .shuffleReplication, message, .seconds(2)) {
            case .has(let offset): position = Position(reign: message.reign, offset: offset)
            case .outOfStep: position = nil
            case .deposed, nil: try await node.sleep(for: .milliseconds(200))
            }
        }
    }

    /// How far another one is.
    private struct Position: Equatable {
        let reign: String
        let offset: Int
    }

    private var end: Position? {
        part?.log.map { Position(reign: $0.reign, offset: $0.end) }
    }

    /// Whether one who is that far needs no more than some writes.
    private func canFollow(from position: Position?) -> Bool {
        guard let position, let log = part?.log, position.reign == log.reign else { return false }
        return log.writes(from: position.offset, maximum: 0) != nil
    }

    /// What one who is that far is to be sent; nothing from one who does not reign.
    private func message(from position: Position?) -> ReplicationMessage? {
        guard let membership = part?.membership, let end else { return nil }
        var content = ReplicationMessage.Content.everything(keyspace, offset: end.offset)
        if let position, let writes = part?.log?.writes(from: position.offset) {
            content = .writes(writes, from: position.offset)
        } else {
            journal.count(MetricKey("redis_sync_full_total", .init("server", node.name)))
        }
        return ReplicationMessage(
            sender: node.name,
            reign: end.reign,
            ownerEpoch: membership.owners[membership.shard].epoch,
            content: content
        )
    }

    private func accept(_ incoming: IncomingRequest<ReplicationMessage, ReplicationAnswer>) {
        guard let membership = part?.membership else { return }
        let message = incoming.request
        let owner = membership.owners[membership.shard]
        guard owner.name == message.sender, owner.epoch == message.ownerEpoch else {
            return incoming.reply(.deposed)
        }
        switch message.content {
        case .writes(let writes, let first):
            guard let new = part?.replica.take(writes, from: first, reign: message.reign) else {
                return incoming.reply(.outOfStep)
            }
            for write in new { keyspace.repeatWrite(write) }
            noteContents()
            incoming.reply(part?.replica.wholeOffset.map { .has($0) } ?? .outOfStep)
        case .everything(let copy, let offset):
            if part?.replica.takeCopy(reign: message.reign, offset: offset) == true {
                replaceContents(copy)
            }
            incoming.reply(part?.replica.wholeOffset.map { .has($0) } ?? .outOfStep)
        }
    }
}
