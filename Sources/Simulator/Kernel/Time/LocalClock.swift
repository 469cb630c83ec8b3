/// What a node believes the time to be: an offset, and a drift that adds up.
struct LocalClock {
    private var anchor = VirtualInstant.zero
    private var offset = Duration.zero
    private var drift = 0.0

    /// The time the node reads at `instant`, never before its zero.
    func reading(at instant: VirtualInstant) -> VirtualInstant {
        let elapsed = Double(instant.nanoseconds - anchor.nanoseconds)
        let gained = (elapsed * drift).rounded()
        let size = Duration(wholeNanoseconds: UInt64(min(abs(gained), 0x1p63)))
        return instant.advanced(by: gained < 0 ? offset - size : offset + size)
    }

    /// From `instant` on the clock is `offset` ahead and gains `drift` seconds a second.
    mutating func skew(offset: Duration, drift: Double, at instant: VirtualInstant) {
        precondition(drift > -1 && drift < 1, "a clock drifts by less than its own rate")
        anchor = instant
        self.offset = offset
        self.drift = drift
    }
}
