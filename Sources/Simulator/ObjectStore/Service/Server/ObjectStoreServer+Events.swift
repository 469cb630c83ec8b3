extension Service where Request == EventRecord, Response == Bool {
    /// Tells a listener what happened to an object; answered once it knows.
    public static let objectEvent = Service("s3 event")
}

/// The way of events to those whom a bucket tells of them: at least once, in no particular order.
///
/// Source: the S3 User Guide, *Amazon S3 Event Notifications*: "designed to be delivered at least
/// once", "typically … in seconds but can sometimes take a minute or longer".
extension ObjectStoreServer {
    /// How long a listener may take to answer.
    private static var eventTimeout: Duration { .seconds(10) }
    /// How long after a failure an event is sent again.
    private static var eventBackoff: Backoff {
        Backoff(first: .seconds(1), maximum: .seconds(300))
    }
    /// How often an event is sent: over a day.
    private static var eventAttempts: Int { 300 }

    /// Sends what an earlier incarnation had not sent.
    func resumeEvents() {
        if settings.plantedBug == .forgetsEvents { return region.openEvents.removeAll() }
        node.sometimes(ObjectStorePlace.eventsResumed, !region.openEvents.isEmpty)
        for event in region.openEvents.values.sorted(by: { $0.sequencer < $1.sequencer }) {
            send(event)
        }
    }

    /// Sends what the last operation gave occasion to tell of.
    func takeEvents() {
        guard region.store.hasEvents else { return }
        for event in region.store.takeEvents() {
            region.openEvents[event.sequencer] = event
            region.journal.noteSent(event)
            send(event)
        }
    }

    private func send(_ event: EventRecord) {
        let lag = settings.notificationLag.sample(using: &eventLags)
        node.spawn("event \(event.sequencer)") {
            try await self.node.sleep(for: lag)
            try await self.carry(event)
        }
    }

    private func carry(_ event: EventRecord) async throws {
        for failures in 1...Self.eventAttempts {
            do throws(CallError) {
                _ = try await network.call(
                    .objectEvent,
                    of: event.destination,
                    from: node,
                    event,
                    timeout: Self.eventTimeout
                )
                region.openEvents[event.sequencer] = nil
                return
            } catch .interrupted(let interruption) {
                throw interruption
            } catch {
                if settings.plantedBug == .sendsEventsOnce { break }
                node.sometimes(ObjectStorePlace.eventSentAgain)
                try await node.sleep(for: Self.eventBackoff.delay(after: failures))
            }
        }
        region.openEvents[event.sequencer] = nil
        region.journal.noteLostEvent()
    }
}
