@testable import Simulator

/// A use of the language's concurrency, and what it must do in virtual time.
struct HomeProgram: Sendable {
    var name: String
    /// What it notes, in first-in first-out order.
    var entries: [String]
    var body: @Sendable (Node, Journal) async throws -> Void

    init(
        _ name: String,
        _ entries: [String],
        _ body: @escaping @Sendable (Node, Journal) async throws -> Void
    ) {
        self.name = name
        self.entries = entries
        self.body = body
    }

    static let all = structured + suspensions + scopes

    private static let structured = [
        HomeProgram("task group", ["1@10", "2@20", "3@30", "6@30"]) { node, journal in
            let sum = try await withThrowingTaskGroup(of: Int.self) { group in
                for number in [3, 1, 2] {
                    group.addTask {
                        try await node.nap(10 * number)
                        journal.note("\(number)", at: node)
                        return number
                    }
                }
                return try await group.reduce(0, +)
            }
            journal.note("\(sum)", at: node)
        },
        HomeProgram("task group that does not throw", ["child@5", "end@5"]) { node, journal in
            await withTaskGroup(of: Void.self) { group in
                group.addTask {
                    try? await node.nap(5)
                    journal.note("child", at: node)
                }
            }
            journal.note("end", at: node)
        },
        HomeProgram("discarding task group", ["1@1", "2@2", "3@3", "end@3"]) { node, journal in
            try await withThrowingDiscardingTaskGroup { group in
                for number in 1...3 {
                    group.addTask {
                        try await node.nap(number)
                        journal.note("\(number)", at: node)
                    }
                }
            }
            journal.note("end", at: node)
        },
        HomeProgram("immediate child", ["begun@0", "goes on@0", "child@5", "end@5"]) {
            node,
            journal in
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addImmediateTask {
                    journal.note("begun", at: node)
                    try await node.nap(5)
                    journal.note("child", at: node)
                }
                journal.note("goes on", at: node)
                try await group.waitForAll()
            }
            journal.note("end", at: node)
        },
        HomeProgram("async let", ["inner@3", "outer@7", "sum 10@7"]) { node, journal in
            @Sendable func wait(_ name: String, _ time: Int) async throws -> Int {
                try await node.nap(time)
                journal.note(name, at: node)
                return time
            }
            async let outer = wait("outer", 7)
            async let inner = wait("inner", 3)
            let sum = try await outer + inner
            journal.note("sum \(sum)", at: node)
        },
        HomeProgram("nested groups", ["4@4", "8@8", "end@8"]) { node, journal in
            try await withThrowingTaskGroup(of: Void.self) { outer in
                for number in [4, 8] {
                    outer.addTask {
                        try await withThrowingTaskGroup(of: Void.self) { inner in
                            inner.addTask { try await node.nap(number) }
                            try await inner.waitForAll()
                            journal.note("\(number)", at: node)
                        }
                    }
                }
                try await outer.waitForAll()
            }
            journal.note("end", at: node)
        },
    ]

    private static let suspensions = [
        HomeProgram("stream", ["0@1", "1@2", "2@3", "end@3"]) { node, journal in
            let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
            node.spawn("producer") {
                for number in 0..<3 {
                    try await node.nap(1)
                    continuation.yield(number)
                }
                continuation.finish()
            }
            for await number in stream { journal.note("\(number)", at: node) }
            journal.note("end", at: node)
        },
        HomeProgram("yield", ["a@0", "b@0", "a@0", "b@0", "end@0"]) { node, journal in
            await withTaskGroup(of: Void.self) { group in
                for name in ["a", "b"] {
                    group.addTask {
                        journal.note(name, at: node)
                        await Task.yield()
                        journal.note(name, at: node)
                    }
                }
            }
            journal.note("end", at: node)
        },
        HomeProgram("continuation", ["resumed 7@9"]) { node, journal in
            let number = await withCheckedContinuation { continuation in
                _ = node.spawn("resumer") {
                    try await node.nap(9)
                    continuation.resume(returning: 7)
                }
            }
            journal.note("resumed \(number)", at: node)
        },
        HomeProgram("default actor", ["3@0", "7@1", "9@3"]) { node, journal in
            let actor = DefaultActor()
            journal.note("\(await actor.add(3))", at: node)
            try await actor.pause(node)
            journal.note("\(await actor.add(3))", at: node)
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 0..<2 { group.addTask { try await actor.pause(node) } }
                try await group.waitForAll()
            }
            try await node.nap(1)
            journal.note("\(await actor.add(0))", at: node)
        },
        HomeProgram("clock", ["past@0", "for@4", "until@9"]) { node, journal in
            try await Task.sleep(until: node.now, clock: node.clock)
            journal.note("past", at: node)
            try await Task.sleep(for: .milliseconds(4), clock: node.clock)
            journal.note("for", at: node)
            try await node.clock.sleep(until: node.now.advanced(by: .milliseconds(5)))
            journal.note("until", at: node)
        },
        HomeProgram("another simulated actor", ["nested@6", "back@6"]) { node, journal in
            try await Host(node: node).perform { node in
                try await Host(node: node).perform { node in
                    try await node.nap(6)
                    journal.note("nested", at: node)
                }
            }
            journal.note("back", at: node)
        },
    ]

    private static let scopes = [
        HomeProgram("timeout that is met", ["5@3", "after@4"]) { node, journal in
            let result = try await node.withTimeout(.milliseconds(10)) {
                try await node.nap(3)
                return 5
            }
            journal.note("\(result)", at: node)
            try await node.nap(1)
            journal.note("after", at: node)
        },
        HomeProgram("timeout that is missed", ["late the task was cancelled@10", "timed out@10"]) {
            node,
            journal in
            do {
                try await node.withTimeout(.milliseconds(10)) {
                    await journal.record("late", at: node) {
                        try await node.nap(11)
                    }
                    try await node.nap(0)
                }
            } catch is TimedOut {
                journal.note("timed out", at: node)
            }
        },
        HomeProgram("race", ["hare@2"]) { node, journal in
            let winner = try await node.race {
                try await node.nap(1_000)
                return "tortoise"
            } against: {
                try await node.nap(2)
                return "hare"
            }
            journal.note(winner, at: node)
        },
    ]
}
