/// How a pool of servers behaves where the specification leaves the choice.
public struct PoolSettings: Equatable, Sendable {
    /// What becomes of a host name that does not fit: one that exists in `/add`, or that is unknown
    /// in `/rm`.
    public enum NameConflict: String, Equatable, Sendable, CaseIterable {
        /// Another server is taken instead, at random.
        case substitute
        /// The name is passed over.
        case skip
        /// The whole request is refused.
        case refuse
    }

    /// Heartbeats missed in a row after which a server is dead.
    public var missesAllowed: Int
    /// Whether a dead server is replaced by a new one.
    public var replacesDead: Bool
    /// A name in `/add` that exists.
    public var existingName: NameConflict
    /// A name in `/rm` that does not exist.
    public var unknownName: NameConflict
    /// Names of machines that are no servers, which no server may get.
    public var reservedNames: Set<String>
    /// Servers that `/add` may bring the pool to.
    public var serversMaximum: Int
    package var plantedBug: BalancerPlantedBug?

    /// Two misses, the dead are replaced, names that do not fit are substituted; 10,000 servers.
    public init(
        missesAllowed: Int = 2,
        replacesDead: Bool = true,
        existingName: NameConflict = .substitute,
        unknownName: NameConflict = .substitute,
        reservedNames: Set<String> = [],
        serversMaximum: Int = 10_000
    ) {
        precondition(missesAllowed > 0, "a server is dead after at least one miss")
        self.reservedNames = reservedNames
        self.serversMaximum = serversMaximum
        self.missesAllowed = missesAllowed
        self.replacesDead = replacesDead
        self.existingName = existingName
        self.unknownName = unknownName
    }
}

/// Why the pool refused a request.
public enum PoolError: Error, Equatable, Sendable, CustomStringConvertible {
    /// `/add` named more servers than it added.
    case tooManyNamesAdded
    /// `/rm` named more servers than it removed.
    case tooManyNamesRemoved
    /// The number of servers was not positive.
    case notPositive
    /// There would be more servers than this.
    case tooManyServers(maximum: Int)
    /// A host name has no characters.
    case emptyName
    /// Fewer servers are there than were to be removed.
    case tooFewServers
    /// A server of this name exists.
    case nameExists(String)
    /// No server has this name.
    case nameUnknown(String)
    /// The placement has no room, for the reason given.
    case noRoom(String)
    /// The body of the request could not be read.
    case malformed

    /// The message of the answer, in the words of the specification where it has some.
    public var description: String {
        switch self {
        case .tooManyNamesAdded:
            "<Error> Length of hostname list is more than newly added instances"
        case .tooManyNamesRemoved:
            "<Error> Length of hostname list is more than removable instances"
        case .notPositive: "<Error> The number of instances is not positive"
        case .tooManyServers(let maximum): "<Error> There can be at most \(maximum) instances"
        case .emptyName: "<Error> A hostname is empty"
        case .tooFewServers: "<Error> Fewer instances are there than are to be removed"
        case .nameExists(let name): "<Error> A replica '\(name)' exists already"
        case .nameUnknown(let name): "<Error> There is no replica '\(name)'"
        case .noRoom(let reason): "<Error> No room for the replica: \(reason)"
        case .malformed: "<Error> The body of the request cannot be read"
        }
    }
}
