import Simulator

extension ValueFormat where Value == WindowSettings {
    /// Windows of event time.
    static var window: ValueFormat {
        .union(
            "window",
            "a window of event time",
            [
                .of("tumbling", "Windows of one size, one after the other.", .section) {
                    (shape: TumblingShape) in
                    shape.time.settings(.tumbling(size: shape.size))
                } unwrap: {
                    guard case .tumbling(let size) = $0.shape else { return nil }
                    return TumblingShape(size: size, time: EventTimeShape($0))
                },
                .of("sliding", "Windows of one size, one every slide.", .section) {
                    (shape: SlidingShape) in
                    shape.time.settings(.sliding(size: shape.size, slide: shape.slide))
                } unwrap: {
                    guard case .sliding(let size, let slide) = $0.shape else { return nil }
                    return SlidingShape(size: size, slide: slide, time: EventTimeShape($0))
                },
                .of("session", "From a key's first event until none came for a gap.", .section) {
                    (shape: SessionShape) in
                    shape.time.settings(.session(gap: shape.gap))
                } unwrap: {
                    guard case .session(let gap) = $0.shape else { return nil }
                    return SessionShape(gap: gap, time: EventTimeShape($0))
                },
            ]
        )
    }
}

/// How the time stands in records, as words.
private enum TimestampName: String, CaseIterable {
    case apache, syslog, hdfs, iso8601
}

/// What every window says of the time of records.
private struct EventTimeShape: Sendable, Equatable {
    var format = TimestampName.iso8601
    var year = 2024
    var outOfOrderness: Duration = .zero
    var allowedLateness: Duration = .zero

    init() {}

    init(_ settings: WindowSettings) {
        outOfOrderness = settings.outOfOrderness
        allowedLateness = settings.allowedLateness
        switch settings.timestamps {
        case .apache: format = .apache
        case .syslog(let year): (format, self.year) = (.syslog, year)
        case .hdfs: format = .hdfs
        case .iso8601: format = .iso8601
        }
    }

    func settings(_ shape: WindowSettings.Shape) -> WindowSettings {
        let timestamps: TimestampFormat =
            switch format {
            case .apache: .apache
            case .syslog: .syslog(year: year)
            case .hdfs: .hdfs
            case .iso8601: .iso8601
            }
        return WindowSettings(
            shape,
            timestamps: timestamps,
            outOfOrderness: outOfOrderness,
            allowedLateness: allowedLateness
        )
    }

    static func fields<Root: Sendable>(
        _ path: any WritableKeyPath<Root, EventTimeShape> & Sendable
    ) -> [Field<Root>] {
        [
            .part(
                path,
                \.format,
                "timestamps",
                .choice("format of times", TimestampName.self),
                "How the time stands in a record."
            ),
            .part(
                path,
                \.year,
                "year",
                .integer(in: 1...9_999, example: 2024),
                "The year of times that have none: syslog's."
            ),
            .part(
                path,
                \.outOfOrderness,
                "out-of-orderness",
                .duration,
                "How far behind the latest time so far a time may be and still be expected."
            ),
            .part(
                path,
                \.allowedLateness,
                "allowed-lateness",
                .duration,
                "How long past its end a window still takes records."
            ),
        ]
    }
}

/// What stands below `tumbling`.
private struct TumblingShape: Section {
    var size: Duration = .seconds(60)
    var time = EventTimeShape()

    static let name = "tumbling"
    static let documentation = "Windows of one size, one after the other."
    static var fields: [Field<Self>] {
        [.key("size", \.size, .windowDuration, required: true, "The size of a window.")]
            + EventTimeShape.fields(\.time)
    }
}

/// What stands below `sliding`.
private struct SlidingShape: Section {
    var size: Duration = .seconds(60)
    var slide: Duration = .seconds(10)
    var time = EventTimeShape()

    static let name = "sliding"
    static let documentation = "Windows of one size, one every slide."
    static var fields: [Field<Self>] {
        [
            .key("size", \.size, .windowDuration, required: true, "The size of a window."),
            .key(
                "slide",
                \.slide,
                .windowDuration,
                required: true,
                "From the start of one window to that of the next."
            ),
        ] + EventTimeShape.fields(\.time)
    }
}

/// What stands below `session`.
private struct SessionShape: Section {
    var gap: Duration = .seconds(1_800)
    var time = EventTimeShape()

    static let name = "session"
    static let documentation = "From a key's first event until none came for a gap."
    static var fields: [Field<Self>] {
        [.key("gap", \.gap, .windowDuration, required: true, "Silence that ends a session.")]
            + EventTimeShape.fields(\.time)
    }
}

extension ValueFormat where Value == Duration {
    /// A duration above zero of whole milliseconds, which is what windows count in.
    fileprivate static var windowDuration: ValueFormat {
        let duration = ValueFormat<Duration>.positiveDuration
        return ValueFormat(
            shape: duration.shape,
            read: { node, reading in
                guard let value = duration.read(node, &reading) else { return nil }
                guard value.wholeNanoseconds % 1_000_000 == 0 else {
                    reading.report(
                        "\(Shortened.node(node)) has a part of a millisecond",
                        at: node.location,
                        expected: "whole milliseconds"
                    )
                    return nil
                }
                return value
            },
            write: duration.write
        )
    }
}
