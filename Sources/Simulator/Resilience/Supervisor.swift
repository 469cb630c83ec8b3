/// Starts processes again that ended by themselves, as a container runtime does on its machine.
public struct Supervisor: Sendable {
    private let node: Node
    private let delay: Duration

    /// A supervisor on `node`, a place that has no faults of its own.
    ///
    /// - Parameters:
    ///   - node: Where it runs.
    ///   - delay: From the end of a process to its next start.
    public init(node: Node, delay: Duration) {
        self.node = node
        self.delay = delay
    }

    /// Ends the process on `subject` at once, and starts it again after the delay.
    public func restart(_ subject: Node) {
        node.spawn("restart of \(subject.name)", .background) {
            subject.crash()
            try await self.node.sleep(for: self.delay)
            subject.restart()
        }
    }
}
