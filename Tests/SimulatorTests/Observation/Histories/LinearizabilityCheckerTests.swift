import Simulator
import Testing

struct LinearizabilityCheckerTests {
    private typealias Register = HistoryOperation<RegisterModel.Input, RegisterModel.Output>
    private typealias Queue = HistoryOperation<QueueModel.Input, QueueModel.Output>

    private let register = LinearizabilityChecker(model: RegisterModel())
    private let queue = LinearizabilityChecker(model: QueueModel())

    private func write(_ value: Int, by client: Int, _ began: UInt64, _ ended: UInt64?) -> Register
    {
        guard let ended else { return Register(client: client, input: .write(value), began: began) }
        return Register(
            client: client,
            input: .write(value),
            output: .done,
            began: began,
            ended: ended
        )
    }

    private func read(_ value: Int, by client: Int, _ began: UInt64, _ ended: UInt64) -> Register {
        Register(client: client, input: .read, output: .value(value), began: began, ended: ended)
    }

    /// The two histories of porcupine's own documentation and tests.
    @Test
    func `the published examples of a register are judged as published`() {
        let right = [write(100, by: 0, 0, 100), read(100, by: 1, 25, 75), read(0, by: 2, 30, 60)]
        #expect(register.check(right).isLinearizable)
        let wrong = [write(200, by: 0, 0, 100), read(200, by: 1, 10, 30), read(0, by: 2, 40, 90)]
        #expect(register.check(wrong).violation != nil)
    }

    private func enqueue(_ item: String, _ began: UInt64, _ ended: UInt64) -> Queue {
        Queue(client: 0, input: .enqueue(item), output: .done, began: began, ended: ended)
    }

    private func dequeue(_ item: String, _ began: UInt64, _ ended: UInt64) -> Queue {
        Queue(client: 1, input: .dequeue, output: .item(item), began: began, ended: ended)
    }

    /// Herlihy and Wing 1990, figure 1: H1 and H3 are linearizable, H2 and H4 are not.
    @Test
    func `the published examples of a queue are judged as published`() {
        let h1 = [
            enqueue("x", 0, 4), enqueue("y", 2, 5), dequeue("x", 6, 9), dequeue("y", 7, 10),
            enqueue("z", 11, 12),
        ]
        #expect(queue.check(h1).isLinearizable)
        let h2 = [enqueue("x", 0, 1), enqueue("y", 2, 3), dequeue("y", 4, 5)]
        #expect(queue.check(h2).violation != nil)
        let h3 = [enqueue("x", 0, 10), dequeue("x", 2, 5)]
        #expect(queue.check(h3).isLinearizable)
        let h4 = [
            enqueue("x", 0, 3), enqueue("y", 1, 4), dequeue("y", 5, 8), dequeue("y", 6, 9),
        ]
        #expect(queue.check(h4).violation != nil)
    }

    @Test
    func `what has no answer may have taken effect at any later time, or never`() {
        let lost = write(1, by: 0, 0, nil)
        #expect(register.check([lost, read(0, by: 1, 5, 6)]).isLinearizable)
        #expect(register.check([lost, read(0, by: 1, 5, 6), read(1, by: 1, 7, 8)]).isLinearizable)
        let back = [lost, read(1, by: 1, 5, 6), read(0, by: 1, 7, 8)]
        #expect(register.check(back).violation != nil)
        // Not before it began.
        #expect(register.check([read(1, by: 1, 1, 2), write(1, by: 0, 3, nil)]).violation != nil)
        let failed = Register(
            client: 0,
            input: .compareAndSet(1, 2),
            output: .failed,
            began: 9,
            ended: 10
        )
        #expect(register.check([lost, failed]).isLinearizable)
    }

    @Test
    func `an order that was found explains the answers`() {
        let operations = [
            write(1, by: 0, 0, 10), write(2, by: 1, 1, 11), read(2, by: 2, 2, 12),
            read(1, by: 3, 13, 14),
        ]
        guard case .linearizable(let order) = register.check(operations) else {
            Issue.record("no order")
            return
        }
        #expect(order == [1, 2, 0, 3])
    }

    @Test
    func `a stale read is shown with the shortest history that proves it`() throws {
        var operations: [Register] = []
        for index in 0..<20 {
            let began = UInt64(10 * index)
            operations.append(write(index + 1, by: 0, began, began + 5))
        }
        operations.append(read(7, by: 1, 77, 78))
        for index in 0..<20 {
            let began = UInt64(300 + 2 * index)
            operations.append(read(20, by: 2, began, began + 1))
        }
        let violation = try #require(register.check(operations).violation)
        #expect(violation.operations.count == 9)
        #expect(violation.culprit == 8)
        let text = violation.description
        #expect(text.contains("#9 client 1 [77, 78] read -> value(7)  <- cannot be answered so"))
        #expect(text.contains("#8 leads to 8"))
        #expect(text.hasSuffix("which leaves #9"))
    }

    @Test
    func `the search ends at its bound`() {
        let few = LinearizabilityChecker(model: RegisterModel(), configurationMaximum: 3)
        let operations = (0..<8).map { write($0, by: $0, 0, 100) } + [read(9, by: 9, 101, 102)]
        guard case .undecided = few.check(operations) else {
            Issue.record("decided")
            return
        }
        #expect(register.check(operations).violation != nil)
    }

    /// A long history of few clients: what the memory of configurations is for.
    @Test
    func `a long history is decided`() {
        var operations: [Register] = []
        for round in 0..<1_000 {
            let start = UInt64(100 * round)
            for client in 0..<4 {
                let began = start + UInt64(client)
                operations.append(write(4 * round + client, by: client, began, start + 50))
            }
            operations.append(read(4 * round, by: 5, start + 60, start + 61))
        }
        #expect(register.check(operations).isLinearizable)
        operations.append(read(1, by: 5, 200_000, 200_001))
        #expect(register.check(operations).violation?.culprit == operations.count - 1)
    }

    @Test(arguments: 0..<40)
    func `the verdict is that of trying every order`(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        let brute = BruteForce(model: RegisterModel())
        var verdicts = [0, 0]
        for _ in 0..<100 {
            let operations = Self.history(using: &random)
            let expected = brute.isLinearizable(operations)
            let verdict = register.check(operations)
            #expect(verdict.isLinearizable == expected, "\(operations)")
            #expect((verdict.violation == nil) == expected, "\(operations)")
            if let violation = verdict.violation {
                #expect(!brute.isLinearizable(violation.operations))
            }
            verdicts[expected ? 1 : 0] += 1
        }
        #expect(verdicts.allSatisfy { $0 > 5 }, "one verdict only: \(verdicts)")
    }

    /// Up to six operations with answers that might be right.
    private static func history(using random: inout SplitMix64) -> [Register] {
        (0..<Int.random(in: 2...6, using: &random)).map { client in
            let began = UInt64.random(in: 0...12, using: &random)
            let ended = began + UInt64.random(in: 0...8, using: &random)
            let value = Int.random(in: 0...2, using: &random)
            let input: RegisterModel.Input =
                switch Int.random(in: 0...3, using: &random) {
                case 0: .write(value)
                case 1: .compareAndSet(value, Int.random(in: 0...2, using: &random))
                default: .read
                }
            if Int.random(in: 0...5, using: &random) == 0 {
                return Register(client: client, input: input, began: began)
            }
            let output: RegisterModel.Output =
                switch input {
                case .write: .done
                case .read: .value(value)
                case .compareAndSet: Bool.random(using: &random) ? .done : .failed
                }
            return Register(
                client: client,
                input: input,
                output: output,
                began: began,
                ended: ended
            )
        }
    }
}
