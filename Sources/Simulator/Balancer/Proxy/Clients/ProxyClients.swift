/// The clients of a running proxy: who has a connection, and of which worker.
struct ProxyClients {
    /// A connection that a handshake opened, until its request comes.
    struct Handshake {
        /// The worker that has it.
        let worker: Int
        /// Where the client has it.
        let port: UInt64
        /// When it was opened.
        let opened: VirtualInstant
        /// When it is closed where no request comes, as a number of the agenda.
        var timer: Int?
    }

    let settings: ProxyClientSettings
    /// Compresses responses, where that is done.
    let gzip: GzipStore?
    /// Whether connections are counted, as there is a limit of them.
    let countsConnections: Bool
    /// Connections of clients, by worker, where they are counted.
    private(set) var open: [Int]
    /// Connections to servers that have a request, by worker, where they are counted.
    private(set) var toServers: [Int]
    /// Heads of requests that are awaited.
    var reading = 0
    private var handshakes: [UInt64: Handshake] = [:]
    private var numbers: [UInt64: UInt64] = [:]
    /// The number of the last connection; no other proxy has it, and no other start of this one.
    private var lastNumber: UInt64

    init(_ settings: ProxyClientSettings, workers: Int, on node: Node) {
        self.settings = settings
        gzip = settings.gzip.map { GzipStore($0) }
        countsConnections = settings.connectionsMaximum != nil
        open = [Int](repeating: 0, count: workers)
        toServers = open
        lastNumber = UInt64(node.identifier) << 48 | UInt64(node.incarnation) << 32
    }

    // MARK: Handshakes

    /// Notes a connection that a handshake opens.
    ///
    /// - Returns: Its number.
    mutating func begin(_ handshake: Handshake) -> UInt64 {
        lastNumber += 1
        handshakes[lastNumber] = handshake
        numbers[handshake.port] = lastNumber
        return lastNumber
    }

    /// The handshake with this number, until its request comes.
    subscript(number: UInt64) -> Handshake? {
        get { handshakes[number] }
        set { handshakes[number] = newValue }
    }

    /// Takes the handshake with this number out.
    mutating func end(_ number: UInt64) -> Handshake? {
        guard let handshake = handshakes.removeValue(forKey: number) else { return nil }
        numbers[handshake.port] = nil
        return handshake
    }

    /// Takes the handshake out that a client has at this port.
    mutating func end(port: UInt64) -> Handshake? { numbers[port].flatMap { end($0) } }

    // MARK: Connections

    /// Counts a connection of a client, or takes it back.
    mutating func count(_ change: Int, of worker: Int) {
        if countsConnections { open[worker] += change }
    }

    /// Counts a connection to a server, or takes it back.
    mutating func countServer(_ change: Int, of worker: Int) { toServers[worker] += change }
}
