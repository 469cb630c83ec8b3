import Foundation
import Testing

@testable import Simulator

/// Windows of event time, beside a plain computation.
struct WindowTests {
    /// A line of a made log: its time, in eighths of a second, and its keys.
    private struct Line {
        let eighths: Int
        let words: [String]

        var milliseconds: Int { eighths * 125 }

        var text: String {
            let date = Date(timeIntervalSince1970: Double(eighths) / 8)
            let style = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
            return ([date.formatted(style)] + words).joined(separator: " ")
        }
    }

    /// Words after the first, which is the time.
    private struct OtherWords: MapFunction {
        func map(_ record: Record, into output: inout MapOutput<Int>) {
            for word in record.bytes.words.dropFirst() { output.emit(word, 1) }
        }
    }

    /// Words after the first, each with the line as its value, some of them made for it.
    private struct WordsWithLines: MapFunction {
        func map(_ record: Record, into output: inout MapOutput<ByteView>) {
            for (number, word) in record.bytes.words.dropFirst().enumerated() {
                let value = number % 2 == 0 ? output.copy(record.bytes) : record.bytes
                output.emit(copying: word, value)
            }
        }
    }

    private func lines(_ random: inout Xoshiro256) -> [Line] {
        var time = Int.random(in: -20_000...20_000, using: &random)
        return (0..<Int.random(in: 1...150, using: &random)).map { _ in
            time += Int.random(in: -40...80, using: &random)
            let words = (0..<Int.random(in: 0...3, using: &random)).map { _ in
                ["a", "b", "c"].randomElement(using: &random) ?? ""
            }
            return Line(eighths: time, words: words)
        }
    }

    /// Pairs of every window that begins at a multiple of `slide`, found by trying all starts.
    private func expected(
        _ lines: [Line],
        size: Int,
        slide: Int,
        delay: Int,
        lateness: Int
    ) -> (pairs: [String: Int], late: Int) {
        var pairs: [String: Int] = [:]
        var late = 0
        for (number, line) in lines.enumerated() {
            let latest = lines[...number].map(\.milliseconds).max() ?? 0
            var isDropped = true
            let lowest = (line.milliseconds - size) / slide - 2
            for start in (lowest...(lowest + size / slide + 4)).map({ $0 * slide })
            where (start..<(start + size)).contains(line.milliseconds) {
                guard start + size + lateness > latest - delay else { continue }
                isDropped = false
                let date = Date(timeIntervalSince1970: Double(start) / 1_000)
                let hasFraction = size % 1_000 != 0 || slide % 1_000 != 0
                let style = Date.ISO8601FormatStyle(includingFractionalSeconds: hasFraction)
                for word in line.words {
                    pairs[date.formatted(style) + " " + word, default: 0] += 1
                }
            }
            if isDropped { late += 1 }
        }
        return (pairs, late)
    }

    private static let shapes = [
        (1_000, 1_000), (10_000, 10_000), (10_000, 5_000), (6_000, 1_000), (7_000, 3_000),
        (2_500, 2_500), (1_500, 500),
    ]

    @Test(arguments: shapes, 0..<12 as Range<UInt64>)
    func `windows hold what a plain computation puts into them`(
        shape: (size: Int, slide: Int),
        seed: UInt64
    ) throws {
        var random = Xoshiro256(seed: seed)
        let lines = lines(&random)
        let delay = Int.random(in: 0...3, using: &random) * 2_000
        let lateness = Int.random(in: 0...3, using: &random) * 1_000
        let settings = WindowSettings(
            shape.size == shape.slide
                ? .tumbling(size: .milliseconds(shape.size))
                : .sliding(size: .milliseconds(shape.size), slide: .milliseconds(shape.slide)),
            timestamps: .iso8601,
            outOfOrderness: .milliseconds(delay),
            allowedLateness: .milliseconds(lateness)
        )
        let text = lines.map { $0.text + "\n" }.joined()
        let expected = expected(
            lines,
            size: shape.size,
            slide: shape.slide,
            delay: delay,
            lateness: lateness
        )
        for byRecord in [true, false] {
            let map = try Windowed(OtherWords(), settings)
            let bed = MapFunctionBed(map, text.utf8, byRecord: byRecord)
            #expect(Dictionary(grouping: bed.keys) { $0 }.mapValues(\.count) == expected.pairs)
            #expect(bed.counters.lateRecords == expected.late)
            #expect(bed.counters.records == lines.count)
            #expect(bed.counters.badRecords == 0)
        }
    }

    /// The rule at its edge: a window of ten seconds that ended at second 10.
    @Test(arguments: [
        (0, 0, "00:00:09.999", false), (0, 0, "00:00:10", true), (2, 0, "00:00:11.999", false),
        (2, 0, "00:00:12", true), (2, 3, "00:00:14.999", false), (2, 3, "00:00:15", true),
    ])
    func `a window is late when the watermark has passed its end`(
        delay: Int,
        lateness: Int,
        latest: String,
        isLate: Bool
    ) throws {
        let settings = WindowSettings(
            .tumbling(size: .seconds(10)),
            timestamps: .iso8601,
            outOfOrderness: .seconds(delay),
            allowedLateness: .seconds(lateness)
        )
        let text = "2024-01-01T\(latest) a\n2024-01-01T00:00:05 b\n"
        let bed = MapFunctionBed(try Windowed(OtherWords(), settings), text.utf8)
        #expect(bed.counters.lateRecords == (isLate ? 1 : 0))
        #expect(bed.keys.contains("2024-01-01T00:00:00Z b") == !isLate)
    }

    @Test func `a record without a time is bad, and one that is bad has its time`() throws {
        struct Picky: MapFunction {
            func map(_ record: Record, into output: inout MapOutput<Int>) throws(BadRecord) {
                output.emit(ByteView.empty, 1)
                throw BadRecord("never good")
            }
        }
        let settings = WindowSettings(.tumbling(size: .seconds(1)), timestamps: .iso8601)
        let text = "nothing\n2024-01-01T00:00:05\n2024-01-01T00:00:01\n"
        let bed = MapFunctionBed(try Windowed(Picky(), settings), text.utf8)
        #expect(bed.counters.badRecords == 2)
        #expect(bed.counters.firstBadRecord?.reason == "no time stamp (iso8601)")
        #expect(bed.counters.lateRecords == 1)
        #expect(bed.pairs == ["2024-01-01T00:00:05Z =1"])
    }

    @Test func `values outlive the record`() throws {
        var random = Xoshiro256(seed: 5)
        let lines = (0..<20).flatMap { _ in self.lines(&random) }
        let text = lines.map { $0.text + "\n" }.joined()
        let settings = WindowSettings(
            .sliding(size: .seconds(4), slide: .seconds(1)),
            timestamps: .iso8601,
            allowedLateness: .seconds(1_000_000)
        )
        let bed = MapFunctionBed(try Windowed(WordsWithLines(), settings), text.utf8)
        let expected = lines.flatMap { line in
            line.words.flatMap { word in Array(repeating: "\(word)=\(line.text)", count: 4) }
        }
        #expect(bed.pairs.map { String($0.dropFirst(21)) }.sorted() == expected.sorted())
        #expect(bed.pairs.count > 1_024)
    }

    @Test func `sessions take the times of records`() throws {
        let settings = WindowSettings(.session(gap: .seconds(5)), timestamps: .iso8601)
        let text = """
            2024-01-01T00:00:00 a
            2024-01-01T00:00:06 b a
            2024-01-01T00:00:01 a
            2024-01-01T00:00:02 a
            none
            """
        let bed = MapFunctionBed(try SessionTimes(OtherWords(), settings), text.utf8)
        let start = 1_704_067_200_000
        #expect(
            bed.pairs == ["a=\(start)", "b=\(start + 6_000)", "a=\(start + 6_000)"]
                + ["a=\(start + 2_000)"]
        )
        #expect(bed.counters.lateRecords == 1)
        #expect(bed.counters.badRecords == 1)
    }

    @Test(
        arguments: [
            (WindowSettings.Shape.tumbling(size: .zero), "the size of the windows is not positive"),
            (
                .tumbling(size: .microseconds(1_500)),
                "the size of the windows is no whole number of milliseconds"
            ),
            (
                .sliding(size: .seconds(1), slide: .seconds(2)),
                "the slide is larger than the windows: some records are in none"
            ),
            (.sliding(size: .seconds(1), slide: .seconds(-1)), "the slide is not positive"),
            (
                .sliding(size: .seconds(100), slide: .milliseconds(1)),
                "a record falls into more than 10,000 windows"
            ),
            (.session(gap: .seconds(1)), "a session window is no window of one size"),
        ] as [(WindowSettings.Shape, String)]
    )
    func `windows that cannot be are refused`(shape: WindowSettings.Shape, reason: String) {
        #expect(throws: JobError.badWindow(reason)) {
            _ = try Windowed(WordCount(), WindowSettings(shape, timestamps: .hdfs))
        }
    }

    @Test func `a negative allowance is refused`() {
        let settings = WindowSettings(
            .session(gap: .seconds(1)),
            timestamps: .hdfs,
            outOfOrderness: .seconds(-1)
        )
        #expect(throws: JobError.badWindow("the out-of-orderness is negative")) {
            _ = try SessionTimes(WordCount(), settings)
        }
    }
}
