import Simulator

/// Writes every decision of runs into a file, as they are made.
final class DecisionRecorder: DecisionMaker {
    /// So many events share a line.
    private static let stride = 100
    /// Bytes that are written at a time.
    private static let chunk = 1 << 16

    private let file: PartialFile
    private var bytes: [UInt8] = []
    private var streams: [UInt64: Int] = [:]
    /// The lowest bits of the digests of the events that no line has yet.
    private var checks: [UInt16] = []
    /// Why it could not be written; nobody can be told during a run.
    private var error: WriteError?

    /// A recorder that begins `path` with `header`.
    init(path: String, header: DecisionLogHeader) throws(WriteError) {
        file = try PartialFile(path)
        bytes = header.line
        bytes.reserveCapacity(Self.chunk + 1_000)
    }

    /// Begins a run.
    func begin(index: Int, seed: UInt64, title: String) {
        streams = [:]
        checks = []
        add(.run(index: index, seed: seed, title: title))
    }

    /// Ends a run.
    func end(_ outcome: RunOutcome) {
        var point = DecisionLine.Checkpoint(outcome)
        point.checks = checks
        add(.end(point))
    }

    /// Puts the file in its place.
    func commit() throws(WriteError) {
        flush()
        if let error { throw error }
        try file.commit()
    }

    func begin(_: RunView) {}

    func open(stream label: String, identity: UInt64) -> UInt64 {
        if streams[identity] == nil {
            let number = streams.count
            streams[identity] = number
            add(.stream(number: number, identity: identity, label: label))
        }
        return identity
    }

    func draw(_ value: UInt64, from identity: UInt64) -> UInt64 {
        if let stream = streams[identity] { add(.draw(stream: stream, value: value)) }
        return value
    }

    func pick(_ place: UInt64, of count: UInt64, among choice: DecisionChoice) -> UInt64 {
        let pick = DecisionLine.Pick(count: count, place: place)
        add(choice == .tasks ? .task(pick) : .tie(pick))
        return place
    }

    /// Notes an event.
    func note(event: UInt64, instant: VirtualInstant, digest: UInt64) {
        checks.append(UInt16(truncatingIfNeeded: digest))
        guard checks.count == Self.stride else { return }
        let time = instant.nanoseconds
        add(.event(.init(event: event, instant: time, digest: digest, checks: checks)))
        checks.removeAll(keepingCapacity: true)
    }

    private func add(_ line: DecisionLine) {
        line.write(to: &bytes)
        if bytes.count >= Self.chunk { flush() }
    }

    private func flush() {
        guard error == nil else { return bytes.removeAll(keepingCapacity: true) }
        do throws(WriteError) { try file.write(bytes: bytes) } catch { self.error = error }
        bytes.removeAll(keepingCapacity: true)
    }
}

extension DecisionLine.Checkpoint {
    /// The end of a run.
    init(_ outcome: RunOutcome) {
        self.init(
            event: outcome.events,
            instant: outcome.instant.nanoseconds,
            digest: outcome.digest.value
        )
    }
}

/// Has somebody see the decisions of a run beside its events.
final class DecidedRun: EventObserver {
    let decisions: (any DecisionMaker)?
    private let next: (any EventObserver)?
    private let note: (_ event: UInt64, _ instant: VirtualInstant, _ digest: UInt64) -> Void

    /// A run whose decisions `maker` makes.
    ///
    /// - Parameters:
    ///   - next: Who sees every event, too.
    ///   - note: Called with every event: its number, its instant, and the digest with it.
    init(
        by maker: any DecisionMaker,
        next: (any EventObserver)?,
        note: @escaping (_ event: UInt64, _ instant: VirtualInstant, _ digest: UInt64) -> Void
    ) {
        decisions = maker
        self.next = next
        self.note = note
    }

    func observe(event: UInt64, instant: VirtualInstant, node: UInt32, digest: UInt64) {
        note(event, instant, digest)
        next?.observe(event: event, instant: instant, node: node, digest: digest)
    }
}
