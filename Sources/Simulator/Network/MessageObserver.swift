/// Sees every message of a network as it is sent.
public protocol MessageObserver: AnyObject {
    /// A node sends a message now.
    ///
    /// - Parameters:
    ///   - source: The node that sends it.
    ///   - destination: The node that it goes to.
    ///   - name: The service, and whether it asks or answers.
    ///   - sent: When it is sent, which is now.
    ///   - received: When it will arrive; nothing where it is lost. Of a message that a link
    ///     delivers twice, when the first one will.
    func observe(
        from source: String,
        to destination: String,
        _ name: String,
        sent: VirtualInstant,
        received: VirtualInstant?
    )
}
