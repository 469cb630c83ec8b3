/// A request of a store and its answer.
///
/// Its functions know the types; those of a generic class look them up at every step.
///
/// Soundness of `@unchecked Sendable`: as of ``Exchange``.
final class ObjectStoreExchange: Exchange<ObjectStoreCall, ObjectStoreReply>, @unchecked Sendable {
    /// A copy of a request never gets through the connection: of a conditional write that was made
    /// twice, the second answer could arrive first and deny what the first one did.
    override func fire(_ message: UInt32) {
        if isCopyOfRequest(message) { return }
        receive(message)
    }

    override func reply(_ response: ObjectStoreReply, from server: Node) {
        answer(response, from: server)
    }
}

extension Network {
    /// Asks the store at `destination` and waits for the answer.
    ///
    /// - Throws: `CallError`.
    @inline(__always)
    func ask(
        _ call: ObjectStoreCall,
        of destination: Destination,
        from node: Node,
        timeout: Duration?
    ) async throws(CallError) -> ObjectStoreReply {
        guard node.record.executor.isCurrent else {
            await node.record.executor.comeBack()
            throw .interrupted(.crashed)
        }
        let exchange = ObjectStoreExchange(
            network: self,
            service: .objectStore,
            caller: node,
            destination: try destination.record(in: self),
            request: call,
            kind: .foreground
        )
        return try await exchange.perform(timeout: timeout)
    }
}
