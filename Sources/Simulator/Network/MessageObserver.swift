/// Sees every message of a network as it is sent.
public protocol MessageObserver: AnyObject {
    /// A node sends a message now.
    ///
    /// - Parameters:
    ///   - name: The service, and whether it asks or answers.
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
