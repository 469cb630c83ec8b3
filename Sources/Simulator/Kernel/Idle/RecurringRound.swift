/// Something that happens again and again at equal distances, such as a heartbeat, and that leaves
/// everything but counts as it was while all is well.
///
/// While nothing else happens, the run loop skips over such rounds instead of performing them: an
/// idle year costs what its events cost, not what its seconds do.
protocol RecurringRound: AnyObject {
    /// From the start of one round to that of the next, nanoseconds; above zero.
    var period: UInt64 { get }

    /// What `IdleTime.takeNumber()` gave: rounds that begin at one instant begin in this order.
    var number: UInt64 { get }

    /// How long a round lasts at most, nanoseconds; nothing where a round that begins now, or later
    /// while nothing else happens, might do more than `skip` makes good.
    var longest: UInt64? { get }

    /// Leaves everything as `count` rounds would have left it, the first of which would have begun
    /// at `first`, nanoseconds.
    func skip(_ count: UInt64, from first: UInt64)
}

extension Node {
    /// Waits until `instant`, at which `round` begins; where rounds are skipped, until one that is
    /// not.
    ///
    /// - Returns: When the round begins that is to be performed: `instant`, or later by whole
    ///   periods.
    /// - Throws: `Interruption` when the node crashes or the task is cancelled.
    func sleep(
        until instant: VirtualInstant,
        beginning round: any RecurringRound
    ) async throws(Interruption) -> VirtualInstant {
        let wait = try takeSlot(until: nil, .sleep, nil)
        let sleeper = RoundSleeper(round: round, time: max(instant.nanoseconds, now.nanoseconds))
        if wait.isOpen { record.executor.arm(sleeper, in: wait.slot) }
        await park(wait)
        record.executor.idleTime.sleepers[wait.slot] = nil
        try endWait(wait)
        return VirtualInstant(nanoseconds: sleeper.time)
    }
}

/// A task that sleeps until the next of its rounds.
final class RoundSleeper {
    let round: any RecurringRound
    /// When the round begins, nanoseconds.
    var time: UInt64

    init(round: any RecurringRound, time: UInt64) {
        self.round = round
        self.time = time
    }

    /// How long a round lasts at most, nanoseconds, where it can be skipped: one that may last
    /// until the next one begins has that one begin late.
    var longest: UInt64? {
        round.longest.flatMap { $0 < round.period ? $0 : nil }
    }
}
