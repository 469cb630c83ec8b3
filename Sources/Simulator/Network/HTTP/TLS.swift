/// A version of TLS, as far as its handshakes differ.
public enum TLSVersion: String, Equatable, Sendable, CaseIterable {
    /// A full handshake takes two round trips, one that is resumed takes one.
    ///
    /// Source: RFC 5246, section 7.3, figures 1 and 2.
    case version1_2 = "1.2"
    /// Every handshake takes one round trip; data before its end, which would need none, is not
    /// sent.
    ///
    /// Source: RFC 8446, section 2, figures 1 and 3.
    case version1_3 = "1.3"

    /// How often the client waits for the server before it may send its request.
    public func roundTrips(isResumed: Bool) -> Int {
        self == .version1_2 && !isResumed ? 2 : 1
    }
}

/// What a client sends in a handshake.
enum TLSFlight: Equatable, Sendable {
    /// The first flight, with a session that it knows from before or without one. `port` tells the
    /// connection from all others, as the port of the client does.
    case hello(isResumed: Bool, port: UInt64)
    /// The client closes the connection from this port: nobody waits any more.
    case close(port: UInt64)
    /// The keys, where they are no part of the first flight.
    case keys(connection: UInt64)
}

/// What a client of a proxy with TLS does before each request: its connections carry one each.
public struct TLSClient: Equatable, Sendable {
    /// The version.
    public var version: TLSVersion
    /// The part of the handshakes that resume a session.
    public var resumedPart: Double

    /// A client of this version.
    public init(_ version: TLSVersion, resumedPart: Double = 0) {
        self.version = version
        self.resumedPart = resumedPart
    }

    /// Opens a connection: the flights of the handshake go over the network one after the other.
    ///
    /// - Parameters:
    ///   - patience: How long that may take.
    /// - Returns: The number of the connection, for the request that goes over it.
    func connect(
        to name: String,
        from node: Node,
        over network: Network,
        isResumed: Bool,
        patience: Duration?
    ) async throws(CallError) -> UInt64 {
        let begin = node.now
        var connection: UInt64 = 0
        let port = network.takePort()
        for trip in 0..<version.roundTrips(isResumed: isResumed) {
            do throws(CallError) {
                connection = try await network.call(
                    .tls,
                    of: name,
                    from: node,
                    trip == 0
                        ? .hello(isResumed: isResumed, port: port) : .keys(connection: connection),
                    timeout: patience.map { max(.zero, $0 - begin.duration(to: node.now)) }
                )
            } catch {
                if error == .timedOut { close(port, at: name, from: node, over: network) }
                throw error
            }
        }
        return connection
    }

    /// Says that a connection is closed, and does not wait to hear that it was heard.
    private func close(_ port: UInt64, at name: String, from node: Node, over network: Network) {
        node.spawn("close", .background) {
            _ = try? await network.call(
                .tls,
                of: name,
                from: node,
                .close(port: port),
                timeout: .seconds(60)
            )
        }
    }
}

extension Service where Request == TLSFlight, Response == UInt64 {
    /// Handshakes; the answer to each flight has the number of the connection.
    static let tls = Service("tls")
}
