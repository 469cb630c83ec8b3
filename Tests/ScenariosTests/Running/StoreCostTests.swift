import Scenarios
import Simulator
import Testing

@testable import Scenarios

/// The bills of a store, added up by hand.
struct StoreCostTests {
    /// A year of objects in one of three ways.
    private struct Year {
        enum Choice: String, CaseIterable {
            case standard
            case infrequent = "standard-ia"
            case moved
        }

        /// US dollars in us-east-1: a GiB-month, a thousand writes, a thousand reads, a GiB read.
        private static let standard = (month: 0.023, write: 0.005, read: 0.0004, bytes: 0.0)
        private static let infrequent = (month: 0.0125, write: 0.01, read: 0.001, bytes: 0.01)
        private static let move = 0.01 / 1_000
        private static let gibibyte = 1_073_741_824.0
        private static let end = 8_748.0

        let choice: Choice
        let size: Double
        let days: Double?
        let isRead: Bool

        /// Hours to the first midnight after an hour; all begins at one.
        private static func midnight(after hour: Double) -> Double {
            ((hour / 24).rounded(.down) + 1) * 24
        }

        private func stored(_ hours: Double, isInfrequent: Bool) -> Double {
            let billed = isInfrequent ? max(size, 131_072) : size
            let price = isInfrequent ? Self.infrequent.month : Self.standard.month
            return billed * hours / 730 / Self.gibibyte * price
        }

        /// What an object costs but for reading it.
        private func cost(ofObjectAt hour: Double) -> Double {
            let last = days.map { Self.midnight(after: hour + 24 * $0) } ?? .infinity
            let stop = min(last, Self.end)
            switch choice {
            case .standard:
                return stored(stop - hour, isInfrequent: false) + Self.standard.write / 1_000
            case .infrequent:
                let least = last <= Self.end ? max(stop, hour + 720) : stop
                return stored(least - hour, isInfrequent: true) + Self.infrequent.write / 1_000
            case .moved:
                let move = Self.midnight(after: hour + 720)
                let written = Self.standard.write / 1_000
                guard size >= 131_072, move < last, move <= Self.end else {
                    return stored(stop - hour, isInfrequent: false) + written
                }
                let least = last <= Self.end ? max(stop, move + 720) : stop
                return stored(move - hour, isInfrequent: false)
                    + stored(least - move, isInfrequent: true) + written + Self.move
            }
        }

        var cost: Double {
            let hours = Array(stride(from: 0.0, to: 8_680, by: 50))
            let price = choice == .infrequent ? Self.infrequent : Self.standard
            let reading = price.read / 1_000 + size / Self.gibibyte * price.bytes
            return hours.reduce(0) { $0 + cost(ofObjectAt: $1) }
                + reading * Double(isRead ? hours.count : 1)
        }
    }

    private static let cells: [(size: Double, days: Double?, isRead: Bool)] = [
        (16_384, nil, false), (1_048_576, nil, false), (1_048_576, 7, false),
        (1_048_576, 30, true), (1_048_576, 90, false),
    ]

    private func cost(_ record: RunRecord, _ label: MetricKey.Label) -> Double {
        Double(record.metrics.total("cost", label)) / RunRecorder.billion
    }

    /// Two kinds of ends, moves, least sizes and least times, by every byte and nanosecond of which
    /// the store keeps account. An upload takes 12 ms, during which nothing is billed yet.
    @Test(arguments: [0, 2, 3])
    func `a year costs what it costs by hand`(number: Int) throws {
        let loaded = try ScenarioLoader.load("s-6-lifecycle-cost")
        let record = try ScenarioRunner().run(loaded.cells[number])
        let (size, days, isRead) = Self.cells[number]
        for choice in Year.Choice.allCases {
            let year = Year(choice: choice, size: size, days: days, isRead: isRead)
            let cost = cost(record, .init("bucket", choice.rawValue))
            #expect(abs(cost / year.cost - 1) < 1e-5, "\(choice): \(cost), not \(year.cost)")
        }
    }

    /// What `s-6-lifecycle-cost` expects is the same sum.
    @Test
    func `the shipped expectations are the sums`() throws {
        let loaded = try ScenarioLoader.load("s-6-lifecycle-cost")
        let texts = loaded.cells.flatMap { $0.scenario.expectations.map(\.text) }
        for (size, days, isRead) in Self.cells {
            for choice in Year.Choice.allCases {
                let year = Year(choice: choice, size: size, days: days, isRead: isRead)
                let isExpected = texts.contains { text in
                    guard text.contains("\"\(choice.rawValue)\"") else { return false }
                    let words = text.split(separator: " ").compactMap { Double($0) }
                    return words.contains { abs($0 - year.cost) < 1e-7 }
                }
                #expect(isExpected, "\(choice) of \(size) bytes: \(year.cost)")
            }
        }
    }

    private func record(_ store: String, _ workload: String) throws -> RunRecord {
        let text = """
            version: 1
            name: costs
            seed: 1
            start: 2024-01-01T18:00:00Z
            until: 800h
            network: {latency: 0s}
            cluster: {object-store: {write-latency: 0s, read-latency: 0s, \(store)}}
            workload: [\(workload)]
            """
        let loaded = try ScenarioLoader.load(bytes: Array(text.utf8), name: "costs.yaml")
        return try ScenarioRunner().run(loaded.cells[0])
    }

    /// A day after its creation at 18:00 an object ends at the next midnight, or some hours later.
    @Test(arguments: [("0s", 30.0), ("6h", 36.0)])
    func `a pass of lifecycles may be late`(lag: String, hours: Double) throws {
        let record = try record(
            """
            lifecycle-lag: \(lag), prices: [{storage-class: STANDARD, storage: 730, writes: 0, reads: 0, transitions: 0, retrieval: 0}],
              buckets: [{name: data, lifecycle: [{id: end, expiration-days: 1}]}]
            """,
            "{objects: {bucket: data, count: 1, size: 1MiB, actions: {put: 1}, history: false}}"
        )
        // 730 dollars for 730 hours of a GiB.
        let cost = cost(record, .init("item", "storage"))
        #expect(abs(cost * 1_024 - hours) < 0.001)
        #expect(record.metrics.total("store.expirations") == 1)
    }

    @Test
    func `uploads are aborted, and versions end that are not current`() throws {
        let record = try record(
            """
            buckets: [{name: data, versioning: true, lifecycle: [{id: old, noncurrent-days: 2, abort-upload-days: 3}]}]
            """,
            """
            {calls: [{at: 1s, method: PUT, path: /data/k, body: a}, {at: 2s, method: PUT, path: /data/k, body: b},
              {at: 3s, method: POST, path: "/data/m?uploads", capture: {id: {xml: InitiateMultipartUploadResult/UploadId}}},
              {at: 71h, path: "/data/m?uploadId=${id}", expect: {status: 200}},
              {at: 80h, path: "/data/m?uploadId=${id}", expect: {status: 404, code: NoSuchUpload}},
              {at: 80h, path: "/data?versions", expect: {xml: {ListVersionsResult: {Version: {IsLatest: true}}}}}]}
            """
        )
        #expect(record.metrics.total("calls.failed") == 0)
        #expect(record.metrics.total("store.aborted-uploads") == 1)
        #expect(record.metrics.total("store.expirations") == 1)
    }
}
