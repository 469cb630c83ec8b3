/// What clients are like that differ from those who send and read at once and say no more than they
/// must.
public struct ClientTraits: Equatable, Sendable {
    /// The part of the clients that is slow.
    public var slowPart = 1.0
    /// How long a slow client takes for the head of its request, where that takes time.
    public var sending: DurationDistribution?
    /// How many bytes a slow client reads in a second: one of these, each as likely; as fast as
    /// they come where there is none.
    public var reading: [Int] = []
    /// The part of the clients that accepts gzip; none is asked where there is nothing.
    public var gzipPart: Double?
    /// How clients open a connection, where that takes a handshake.
    public var tls: TLSClient?

    /// Clients like all others.
    public init() {}
}

/// Draws what each client is like.
struct ClientTraitsGenerator {
    let traits: ClientTraits
    private var random: RandomStream

    init(_ traits: ClientTraits, random: RandomStream) {
        self.traits = traits
        self.random = random
    }

    /// The details of the next request; nothing where it is like most.
    mutating func next() -> RequestDetails? {
        var details = RequestDetails()
        if let gzipPart = traits.gzipPart, occurs(gzipPart) {
            details.headers.acceptEncoding = "gzip"
        }
        let canBeSlow = traits.sending != nil || !traits.reading.isEmpty
        if canBeSlow, occurs(traits.slowPart) {
            details.sending = traits.sending?.sample(using: &random) ?? .zero
            if !traits.reading.isEmpty {
                let index = random.below(UInt64(traits.reading.count))
                details.reading = traits.reading[Int(index)]
            }
        }
        return details == RequestDetails() ? nil : details
    }

    /// Whether the next handshake resumes a session.
    mutating func resumes() -> Bool { occurs(traits.tls?.resumedPart ?? 0) }

    private mutating func occurs(_ probability: Double) -> Bool {
        probability >= 1 || probability > 0 && random.unit() < probability
    }
}
