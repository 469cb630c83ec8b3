import Foundation
import Synchronization

@testable import Simulator

/// What simulated code did, in order, and whether all of it happened on one thread.
final class Journal: Sendable {
    private struct Contents {
        var entries: [String] = []
        var threads: Set<UInt> = []
    }

    private let contents = Mutex(Contents())

    /// Adds `entry`.
    func note(_ entry: String) {
        contents.withLock {
            $0.entries.append(entry)
            $0.threads.insert(UInt(pthread_self()))
        }
    }

    /// Adds `entry` and the instant of `node` in whole milliseconds: `woke@5`.
    func note(_ entry: String, at node: Node) {
        note("\(entry)@\(node.now.nanoseconds / 1_000_000)")
    }

    /// Adds how `body` ended: its name, and the error if there was one.
    func record(_ name: String, at node: Node, _ body: () async throws -> Void) async {
        do {
            try await body()
            note("\(name) done", at: node)
        } catch {
            note("\(name) \(error)", at: node)
        }
    }

    var entries: [String] { contents.withLock { $0.entries } }

    /// Whether every entry came from the calling thread.
    var staysOnThisThread: Bool {
        contents.withLock { $0.threads.isSubset(of: [UInt(pthread_self())]) }
    }
}
