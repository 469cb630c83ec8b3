import Testing

@testable import Simulator

struct ProducerQueueTests {
    private static let identity = ProducerIdentity(id: 7, epoch: 0)

    /// A queue with batches of one message each.
    private static func queue(_ count: Int) -> ProducerQueue {
        var queue = ProducerQueue()
        for tag in 0..<count {
            let record = QueueRecord(value: [UInt8](repeating: 1, count: 50), timestamp: 0)
            _ = queue.add(record, tag: tag, limit: 60, now: .zero)
        }
        return queue
    }

    private func isReady(_ queue: ProducerQueue, at now: VirtualInstant = .zero) -> Bool {
        queue.isReady(linger: .zero, limit: 60, inFlight: 5, isHurried: true, now: now)
    }

    @Test
    func `what is sent again keeps its place and its number`() {
        var queue = Self.queue(4)
        let sent = (0..<4).map { _ in queue.send(as: Self.identity) }
        #expect(sent.map { $0?.stamp?.sequence } == [0, 1, 2, 3])
        // The answers come in another order than the requests went.
        for sequence in [2, 0, 3, 1] as [Int32] {
            guard let batch = queue.finish(sequence) else { continue }
            queue.retry(batch)
        }
        let again = (0..<4).map { _ in queue.send(as: Self.identity) }
        #expect(again == sent)
    }

    @Test
    func `nothing is sent again before what came before it is settled`() {
        var queue = Self.queue(3)
        for _ in 0..<3 { _ = queue.send(as: Self.identity) }
        if let batch = queue.finish(1) { queue.retry(batch) }
        #expect(!isReady(queue))
        if let batch = queue.finish(0) { queue.note(acknowledged: batch) }
        #expect(isReady(queue))
        let bytes = queue.send(as: Self.identity)
        #expect(bytes?.stamp?.sequence == 1)
    }

    @Test
    func `one that was overtaken on its way was not the first`() {
        var queue = Self.queue(2)
        for _ in 0..<2 { _ = queue.send(as: Self.identity) }
        #expect(queue.finish(1)?.wasFirst == false)
        #expect(queue.finish(0)?.wasFirst == true)
    }

    @Test
    func `another number of the producer begins to count anew`() {
        var queue = Self.queue(3)
        _ = queue.send(as: Self.identity)
        if let batch = queue.finish(0) { queue.note(givenUp: batch) }
        #expect(queue.needsIdentity && !isReady(queue))
        let next = ProducerIdentity(id: 7, epoch: 1)
        queue.renumber(as: next)
        #expect(!queue.needsIdentity && isReady(queue))
        let bytes = queue.send(as: next)
        #expect(bytes?.stamp == ProducerStamp(producer: 7, epoch: 1, sequence: 0))
    }

    @Test
    func `what was sent keeps its number until its fate is known, though one before is given up`() {
        var queue = Self.queue(3)
        let sent = (0..<2).map { _ in queue.send(as: Self.identity) }
        for number in 0..<2 as Range<Int32> { queue.finish(number).map { queue.retry($0) } }
        #expect(queue.send(as: Self.identity) == sent[0])
        if let batch = queue.finish(0) { queue.note(givenUp: batch) }
        #expect(!queue.needsIdentity && isReady(queue))
        #expect(queue.send(as: Self.identity) == sent[1])
        // What has no number yet waits.
        #expect(!queue.needsIdentity && !isReady(queue))
        if let batch = queue.finish(1) { queue.note(acknowledged: batch) }
        // It was appended, and so was the one before it, which was given up.
        #expect(!queue.needsIdentity && isReady(queue))
        let bytes = queue.send(as: Self.identity)
        #expect(bytes?.stamp == ProducerStamp(producer: 7, epoch: 0, sequence: 2))
    }

    @Test
    func `what a leader never takes is numbered anew with all that comes after it`() {
        var queue = Self.queue(3)
        for _ in 0..<2 { _ = queue.send(as: Self.identity) }
        if let batch = queue.finish(0) { queue.noteGap(before: batch) }
        #expect(!queue.needsIdentity && !isReady(queue))
        if let batch = queue.finish(1) { queue.retry(batch) }
        #expect(queue.needsIdentity)
        let next = ProducerIdentity(id: 7, epoch: 1)
        queue.renumber(as: next)
        for sequence in 0..<3 as Range<Int32> {
            #expect(isReady(queue))
            #expect(queue.send(as: next)?.stamp?.sequence == sequence)
            if let batch = queue.finish(sequence) { queue.note(acknowledged: batch) }
        }
    }

    @Test
    func `the second batch waits until the first one is there`() {
        var queue = Self.queue(3)
        _ = queue.send(as: Self.identity)
        #expect(!isReady(queue))
        if let batch = queue.finish(0) { queue.note(acknowledged: batch) }
        for _ in 0..<2 {
            #expect(isReady(queue))
            _ = queue.send(as: Self.identity)
        }
    }

    @Test
    func `nothing gets further ahead of what is not settled than a broker remembers`() {
        var queue = Self.queue(9)
        for _ in 0..<5 { _ = queue.send(as: Self.identity) }
        #expect(!isReady(queue))
        for sequence in 1...4 as ClosedRange<Int32> { _ = queue.finish(sequence) }
        // One is under way, and four after it are there.
        #expect(!isReady(queue))
        if let batch = queue.finish(0) { queue.note(acknowledged: batch) }
        #expect(isReady(queue))
    }
}
