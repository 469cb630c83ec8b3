/// Connections and queries.
extension BackedRequests {
    /// The pause after a connection could not be opened.
    ///
    /// Source: HikariCP, `HikariPool.java`: `PoolEntryCreator`.
    private var backoff: Backoff {
        Backoff(
            first: .milliseconds(250),
            factor: 1.5,
            maximum: min(.seconds(10), settings.wait)
        )
    }

    /// Takes a connection for a request, or has it wait for one.
    func want(_ slot: Int) {
        asked[slot]?.since = node.now
        switch pool.take(for: slot) {
        case .granted(let connection): grant(slot, connection)
        case .waits(let ticket):
            deadline?.schedule(after: settings.wait, number: ticket, .background)
            open(pool.beginOpening())
        }
    }

    /// Ends a wait whose time is over.
    func giveUp(_ ticket: UInt32) {
        guard let slot = pool.giveUp(ticket) else { return }
        node.sometimes(BackingPlace.waitedTooLong)
        journal.counts.timeouts += 1
        fail(slot, 503)
    }

    private func open(_ number: UInt32?) {
        guard let number else { return }
        ask(.open(number), timeout: settings.wait) { $0.finishOpening(number, $1) }
    }

    private func finishOpening(
        _ number: UInt32,
        _ result: Result<SharedDatabaseAnswer, CallError>
    ) {
        if case .success(.opened(let incarnation)) = result {
            openingFailures = 0
            hand(pool.add(.init(number: number, database: incarnation)))
            return open(pool.beginOpening())
        }
        // The answer may have been lost, and not the connection.
        if case .failure(.timedOut) = result {
            node.sometimes(BackingPlace.openedInSilence)
            tell(.close(number))
        }
        openingFailures += 1
        pause?.schedule(after: backoff.delay(after: openingFailures), .background)
    }

    /// Tries once more to open a connection, where somebody still waits for one.
    func openAgain() {
        let number = pool.openAgain()
        if number == nil { openingFailures = 0 }
        open(number)
    }

    /// The news that the processes of a node have ended, with their ends of connections.
    func noteClosed(_ number: UInt32) {
        guard let database, let record = try? network.record(named: database.name),
            record.identifier == number, let first = network.firstIncarnation(ofNode: number)
        else { return }
        pool.dropIdle(before: first)
    }

    private func hand(_ grant: ConnectionPool.Grant?) {
        if let grant { self.grant(grant.request, grant.connection) }
    }

    private func grant(_ slot: Int, _ connection: ConnectionPool.Connection) {
        guard let since = asked[slot]?.since else { return }
        journal.noteGrant(at: node.name, after: since.duration(to: node.now), now: node.now)
        asked[slot]?.connection = connection
        query(slot)
    }

    private func query(_ slot: Int) {
        guard let request = asked[slot], let connection = request.connection else { return }
        turns &+= 1
        let purpose: SharedQuery.Purpose
        if !request.isCached {
            purpose = .other
        } else if !request.isChange {
            purpose = .read(request.key)
        } else {
            purpose = request.queries == 1 ? .change(request.key) : .other
        }
        let query = SharedQuery(connection: connection.number, turn: turns, purpose: purpose)
        ask(.query(query), over: connection.database, timeout: settings.timeout) {
            $0.finishQuery(slot, $1)
        }
    }

    private func finishQuery(_ slot: Int, _ result: Result<SharedDatabaseAnswer, CallError>) {
        guard let request = asked[slot], let connection = request.connection else { return }
        guard case .success(.rows(let version)) = result else {
            return lose(connection, of: slot)
        }
        if request.version == nil { asked[slot]?.version = version }
        asked[slot]?.queries -= 1
        if request.queries > 1 { return query(slot) }
        asked[slot]?.connection = nil
        journal.noteReturn(at: node.name, now: node.now)
        hand(pool.giveBack(connection))
        finishQueries(slot)
    }

    /// Closes a connection whose query gave nothing, and opens another one where that is needed.
    ///
    /// Where it would have changed a row nobody knows whether it did, and nothing is deleted.
    private func lose(_ connection: ConnectionPool.Connection, of slot: Int) {
        if let request = asked[slot], request.isCached, request.isChange, request.queries == 1 {
            node.sometimes(BackingPlace.changeOfUnknownFate)
            journal.counts.lostDeletions += 1
            flights.forget(request.key)
        }
        node.sometimes(BackingPlace.connectionLost)
        asked[slot]?.connection = nil
        journal.counts.failed += 1
        journal.noteReturn(at: node.name, now: node.now)
        pool.drop()
        tell(.close(connection.number))
        open(pool.beginOpening())
        fail(slot, 500)
    }

    /// Tells the database something until it confirms it, or has ended: after a second, then after
    /// twice as long each time.
    ///
    /// Source: Linux, `ip-sysctl`: `tcp_orphan_retries`, eight times.
    func tell(_ order: SharedDatabaseOrder, attempt: Int = 0) {
        ask(order, timeout: .seconds(1 << attempt)) { requests, result in
            guard case .failure(.timedOut) = result, attempt < 8 else { return }
            requests.tell(order, attempt: attempt + 1)
        }
    }

    private func ask(
        _ order: SharedDatabaseOrder,
        over connection: UInt32 = 0,
        timeout: Duration,
        _ completion:
            @escaping @Sendable (isolated BackedRequests, Result<SharedDatabaseAnswer, CallError>)
            -> Void
    ) {
        guard let database else { return }
        network.ask(
            .sharedDatabase,
            order,
            of: database,
            over: connection,
            from: node,
            timeout: timeout
        ) { result in
            self.atEvent { completion($0, result) }
        }
    }
}
