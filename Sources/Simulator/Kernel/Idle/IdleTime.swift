/// What the run loop knows of time in which nothing happens but rounds that change nothing.
struct IdleTime {
    /// Whether rounds are skipped.
    var isSkipped = true
    /// Those who sleep until their next round, by their slots.
    var sleepers: [UInt32: RoundSleeper] = [:]
    /// Rounds that were skipped so far.
    var skippedRounds: UInt64 = 0
    /// Samples that were drawn one by one for rounds that were skipped, since they take no fixed
    /// number of draws.
    var drawnSamples: UInt64 = 0
    /// How many of them there may be, some seconds' worth; further rounds are performed, so that
    /// the budget of events bounds the run again.
    var drawnSamplesMaximum: UInt64 = 1_000_000_000
    /// How many rounds have a number.
    private var numbered: UInt64 = 0
    /// When rounds were put in order last.
    fileprivate var ordered: UInt64?
    /// Something is known to happen at this instant, so that none before it need be looked at.
    fileprivate var busyUntil: UInt64 = 0
    /// The last jump of a random stream; many links jump by the same number.
    private var jump: (steps: UInt64, jump: Xoshiro256.Jump)?

    /// A number for a round that begins again and again, above those of earlier ones.
    mutating func takeNumber() -> UInt64 {
        numbered += 1
        return numbered
    }

    /// The jump of a random stream by `steps` draws.
    mutating func jump(by steps: UInt64) -> Xoshiro256.Jump {
        if let jump, jump.steps == steps { return jump.jump }
        let jump = Xoshiro256.Jump(by: steps)
        self.jump = (steps, jump)
        return jump
    }
}

/// Skips over rounds.
///
/// It is sound because of three things. Between two rounds nothing of one is under way: a message
/// or a timer would be an event, and then nothing is skipped. A round says itself that, as things
/// stand, it can only end in one way. And only rounds are skipped that are over before the next
/// event that is none, so that this event finds what it would have found.
///
/// Rounds that begin at one instant begin in the order of their numbers, whoever came first to
/// sleep until then: that would depend on how the rounds before them went, which nobody knows of
/// those that were skipped. Where the order of tasks or of such events is another than the first
/// in, first out, what is drawn or reversed depends on it, and no round is skipped.
extension SimulationExecutor {
    /// Has the task in `slot` woken for its round, or later if rounds are skipped.
    func arm(_ sleeper: RoundSleeper, in slot: UInt32) {
        idleTime.sleepers[slot] = sleeper
        state.pointee.slots[slot].pointee.key = state.pointee.schedule(
            at: sleeper.time,
            .round,
            slot
        )
    }

    /// The time of a round has come: its task is woken, or it is skipped.
    ///
    /// - Returns: The event that wakes the task; nothing where it has been put off, or is stale.
    @inline(never)
    func beginRound(_ event: Event) -> Event? {
        guard isLive(event) else { return nil }
        if skipsRounds(event) { return nil }
        let event = first(of: event)
        let key = event.key.asWake
        state.pointee.slots[key.index].pointee.key = key
        return Event(time: event.time, key: key)
    }

    /// The first of the rounds that begin at the instant of `event`, which was taken from the
    /// queue; the others stand there in their order afterwards.
    private func first(of event: Event) -> Event {
        guard state.pointee.takesInTurn, idleTime.ordered != event.time else { return event }
        idleTime.ordered = event.time
        return state.pointee.queue.sortDue(event) { sleeper(of: $0)?.round.number }
    }

    /// Skips every round, `event` first, that is over before something else happens.
    private func skipsRounds(_ event: Event) -> Bool {
        guard idleTime.isSkipped, event.time >= idleTime.busyUntil, state.pointee.takesInTurn,
            idleTime.drawnSamples < idleTime.drawnSamplesMaximum,
            !state.pointee.isFinishing, let first = idleTime.sleepers[event.key.index],
            let longest = first.longest
        else { return false }
        var rounds = [PendingRound(slot: event.key.index, sleeper: first, longest: longest)]
        let (shortest, isLong) = first.round.period.addingReportingOverflow(longest)
        let (enough, isLate) = event.time.addingReportingOverflow(shortest)
        guard !isLong, !isLate else { return false }
        let end = collectRounds(into: &rounds, enough: enough)
        guard end > enough, end < .max else {
            idleTime.busyUntil = end
            return false
        }
        for place in rounds.indices { rounds[place].count = rounds[place].rounds(before: end) }
        if skip(&rounds, before: end) { return true }
        idleTime.busyUntil = event.time + 1
        return false
    }

    /// Finds the rounds that are pending, and when something else happens first.
    ///
    /// - Returns: That time, nanoseconds; where something happens up to `enough`, some such time.
    private func collectRounds(into rounds: inout [PendingRound], enough: UInt64) -> UInt64 {
        var end = UInt64.max
        state.pointee.queue.forEach { event in
            if let sleeper = sleeper(of: event) {
                if let longest = sleeper.longest {
                    rounds.append(
                        PendingRound(slot: event.key.index, sleeper: sleeper, longest: longest)
                    )
                } else {
                    end = min(end, event.time)
                }
            } else if isLive(event) {
                end = min(end, event.time)
            }
            return end > enough
        }
        return end
    }

    /// Who sleeps until `event`, if it is the next round of somebody.
    private func sleeper(of event: Event) -> RoundSleeper? {
        guard event.key.isRound, isLive(event) else { return nil }
        return idleTime.sleepers[event.key.index]
    }

    /// Whether `event` does anything when its time comes.
    private func isLive(_ event: Event) -> Bool {
        if event.key.isControl { return true }
        return event.key.isCall
            ? state.pointee.calls[event.key.index].pointee.key == event.key
            : state.pointee.slots[event.key.index].pointee.key == event.key
    }

    /// Skips rounds, the first of which begins now.
    ///
    /// - Parameter end: When something else happens, nanoseconds.
    /// - Returns: Whether any was skipped.
    private func skip(_ rounds: inout [PendingRound], before end: UInt64) -> Bool {
        let begin = state.pointee.now
        let next = rounds.reduce(end) { min($0, $1.time(after: $1.count)) }
        // Whoever reads numbers now and then reads those of the time in between. A round that is
        // under way then is performed: part of it counts, nobody knows which.
        while let reading = observer?.nextReading?.nanoseconds, reading < next {
            if rounds.contains(where: { $0.isUnderWay(at: reading) }) {
                for place in rounds.indices { rounds[place].end(before: reading) }
                break
            }
            for place in rounds.indices { rounds[place].skip(before: reading) }
            observer?.read(at: VirtualInstant(nanoseconds: reading))
        }
        guard rounds[0].count > 0 else { return false }
        for place in rounds.indices { rounds[place].skip(before: .max) }
        for round in rounds { idleTime.skippedRounds += round.skipped }
        state.pointee.digest.fold(begin, idleTime.skippedRounds)
        putOff(rounds.filter { $0.skipped > 0 }, after: begin)
        return true
    }

    /// Has those whose rounds were skipped woken for the ones that follow.
    ///
    /// - Parameter begin: The time of the first of them, whose event was taken from the queue.
    private func putOff(_ rounds: [PendingRound], after begin: UInt64) {
        let slots = Set(rounds.map(\.slot))
        let first = Event(time: begin, key: state.pointee.slots[rounds[0].slot].pointee.key)
        let others = state.pointee.queue.remove { event in
            event.key.isRound && slots.contains(event.key.index) && isLive(event)
        }
        for event in [first] + others {
            guard let sleeper = idleTime.sleepers[event.key.index] else { continue }
            state.pointee.queue.push(Event(time: sleeper.time, key: event.key))
        }
    }
}

/// A round that somebody sleeps for, and how many from it on are to be skipped.
private struct PendingRound {
    let slot: UInt32
    let sleeper: RoundSleeper
    /// How long a round lasts at most, nanoseconds.
    let longest: UInt64
    /// How many rounds are to be skipped.
    var count: UInt64 = 0
    /// How many were skipped.
    var skipped: UInt64 = 0

    init(slot: UInt32, sleeper: RoundSleeper, longest: UInt64) {
        self.slot = slot
        self.sleeper = sleeper
        self.longest = longest
    }

    /// As many as are skipped at once at most.
    private static let countMaximum: UInt64 = 1 << 20

    /// How many rounds are over before `end`, of those that are skipped at once.
    func rounds(before end: UInt64) -> UInt64 {
        let (over, overflow) = sleeper.time.addingReportingOverflow(longest)
        guard !overflow, over < end else { return 0 }
        return min(Self.countMaximum, (end - 1 - over) / sleeper.round.period + 1)
    }

    /// When the round begins that comes after `count` others.
    func time(after count: UInt64) -> UInt64 { sleeper.time + count * sleeper.round.period }

    /// Whether a round that is to be skipped lasts from before `instant` until then, or longer.
    func isUnderWay(at instant: UInt64) -> Bool {
        guard skipped < count, sleeper.time < instant else { return false }
        let period = sleeper.round.period
        let others = min(count - skipped - 1, (instant - 1 - sleeper.time) / period)
        let (over, overflow) = time(after: others).addingReportingOverflow(longest)
        return overflow || over >= instant
    }

    /// Has no round skipped that is not over before `instant`.
    mutating func end(before instant: UInt64) {
        count = min(count, skipped + rounds(before: instant))
    }

    /// Skips the rounds that begin before `instant`, of those that are to be skipped.
    mutating func skip(before instant: UInt64) {
        let period = sleeper.round.period
        guard sleeper.time < instant, skipped < count else { return }
        let number = min(count - skipped, (instant - 1 - sleeper.time) / period + 1)
        sleeper.round.skip(number, from: sleeper.time)
        sleeper.time += number * period
        skipped += number
    }
}
