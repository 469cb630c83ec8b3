/// Windows of event time: how records are cut by the time they speak of, not by when they came.
public struct WindowSettings: Hashable, Sendable {
    /// What kind of windows.
    public enum Shape: Hashable, Sendable {
        /// Windows of one size, one after the other.
        case tumbling(size: Duration)
        /// Windows of one size, one every `slide`; a record falls into each that holds its time.
        case sliding(size: Duration, slide: Duration)
        /// Windows of a key's own: from its first event on until none came for `gap`.
        case session(gap: Duration)
    }

    /// What kind of windows.
    public var shape: Shape
    /// How the time stands in a record.
    public var timestamps: TimestampFormat
    /// How far behind the latest time so far a time may be and still be expected.
    public var outOfOrderness: Duration
    /// How long past its end a window still takes records.
    public var allowedLateness: Duration

    /// Creates settings.
    public init(
        _ shape: Shape,
        timestamps: TimestampFormat,
        outOfOrderness: Duration = .zero,
        allowedLateness: Duration = .zero
    ) {
        self.shape = shape
        self.timestamps = timestamps
        self.outOfOrderness = outOfOrderness
        self.allowedLateness = allowedLateness
    }
}
