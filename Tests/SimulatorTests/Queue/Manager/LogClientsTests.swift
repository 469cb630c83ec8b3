import Testing

@testable import Simulator

/// The programs of the original that send logs and write them.
struct LogClientsTests {
    private static func bed(
        seed: UInt64 = 1,
        flush: FlushPolicy = .always
    ) -> (bed: QueueBed, clients: LogClients) {
        var settings = QueueBed.Settings()
        settings.brokers = 2
        settings.flush = flush
        settings.topics = ["T1", "T2"].map { TopicBlueprint($0, partitions: 2) }
        let bed = QueueBed(seed: seed, settings)
        bed.cluster.addManager("manager", QueueManagerSettings())
        var reading = QueueManagerSettings()
        reading.isReadOnly = true
        bed.cluster.addManager("manager-2", reading)
        return (bed, LogClients(in: bed.simulation, network: bed.network))
    }

    /// Two producers and two consumers, as `test2P2C.sh` starts them.
    private static func start(_ clients: LogClients) throws {
        let settings = LogClients.Settings()
        let all = try ["T1:P1", "T2:P1", "T1:P2", "T2:P2"].map { try #require(ShardSelector($0)) }
        let any = [ShardSelector("T1", nil), ShardSelector("T2", nil)]
        let start = VirtualInstant.zero.advanced(by: .seconds(1))
        clients.consume(all, named: "consumer_1", from: start, settings)
        clients.consume(any, named: "consumer_2", from: start, settings)
        let later = start.advanced(by: .seconds(5))
        let logs = [
            try ProducerLog(LogSamples.producers[0], for: all),
            try ProducerLog(LogSamples.producers[1], for: any),
        ]
        clients.produce(logs[0], named: "producer_1", from: later, settings)
        clients.produce(logs[1], named: "producer_2", from: later, settings)
    }

    @Test(arguments: 1...10 as ClosedRange<UInt64>)
    func `Both consumers get what those of the original got`(seed: UInt64) throws {
        let (bed, clients) = Self.bed(seed: seed)
        try Self.start(clients)
        #expect(bed.run().ending == .quiescent)
        #expect(clients.problems == [])
        let logs = clients.transcript.logs
        #expect(logs.map(\.name) == ["consumer_1", "consumer_2"])
        // Which shard a message for any of them has depends on who registered, and when.
        func messages(_ lines: [String]) -> [String] {
            lines.map { String($0.split(separator: " ")[1]) }.sorted()
        }
        let recorded = LogSamples.consumer.split(separator: "\n").map(String.init)
        for log in logs { #expect(messages(log.lines) == messages(recorded)) }
        // Those of named shards are where they were.
        let named = recorded.filter { line in
            (1...5).contains { line.hasSuffix("MSG\($0)") }
        }
        for log in logs { #expect(Set(named).isSubset(of: log.lines)) }
        // What has its place in turn is divided evenly: three of T1, two of T2.
        for log in logs {
            let shards = log.lines.filter { line in
                (6...10).contains { line.hasSuffix("MSG\($0)") }
            }.map { $0.prefix(5) }
            #expect(Set(shards).count == 4, "\(log.lines)")
        }
        for producer in 0...1 {
            let counts = clients.transcript.counts(ofProducer: producer)
            #expect(counts == (5, 5, 0))
        }
    }

    @Test
    func `A broker that loses what it acknowledged is noticed`() throws {
        let (bed, clients) = Self.bed(flush: .interval(.seconds(100)))
        try Self.start(clients)
        var settings = LogClients.Settings()
        settings.idle = .seconds(60)
        let all = [ShardSelector("T1", nil), ShardSelector("T2", nil)]
        let start = VirtualInstant.zero.advanced(by: .seconds(1))
        settings.poll = .seconds(30)
        clients.consume(all, named: "late", from: start, settings)
        let outcome = bed.run { node in
            try await node.sleep(for: .seconds(10))
            for broker in bed.brokers { broker.restart() }
        }
        #expect(outcome.ending == .quiescent)
        #expect(clients.problems.contains { $0.hasPrefix("late lacks MSG") })
    }

    @Test
    func `What nobody sent, what was lost and what is out of order is noticed`() {
        let transcript = LogTranscript()
        func instant(_ seconds: Int) -> VirtualInstant { .zero.advanced(by: .seconds(seconds)) }
        func send(_ text: String, at time: Int) {
            let message = transcript.begin(
                .init(
                    producer: 0,
                    topic: "T1",
                    shard: "P1",
                    text: text,
                    began: instant(time)
                )
            )
            transcript.noteAttempt(message)
            transcript.end(message, in: "P1", at: instant(time + 1))
        }
        func consume(_ name: String, _ texts: [String], shard: String = "P1") {
            let number = transcript.add(name, [ShardSelector("T1", "P1")])
            transcript.register(number, at: instant(1))
            for text in texts {
                transcript.write(.init(topic: "T1", shard: shard, text: text), of: number)
            }
            transcript.end(consumer: number, at: instant(100))
        }
        for (index, text) in ["a", "b", "c"].enumerated() { send(text, at: 2 + index) }
        consume("good", ["a", "b", "c"])
        #expect(LogChecker.problems(in: transcript) == [])
        consume("short", ["a", "b"])
        #expect(LogChecker.problems(in: transcript) == ["short lacks c of T1:P1 1 times"])
        consume("turned", ["b", "a", "c"])
        consume("double", ["a", "b", "c", "c"])
        consume("wrong", ["d"])
        consume("astray", ["a"], shard: "P2")
        let problems = LogChecker.problems(in: transcript)
        for problem in [
            "good and turned got T1:P1 in different orders",
            "double got c of T1:P1 2 times of 1", "wrong got d of T1:P1 1 times of 0",
            "astray got a of T1:P2, which it does not read",
        ] {
            #expect(problems.contains(problem), "\(problem): \(problems)")
        }
        #expect(!problems.contains { $0.hasPrefix("good and short") })
    }
}
