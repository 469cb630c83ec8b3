/// The servers behind a balancer: who is there, who serves, and which server a key belongs to.
///
/// A member is *starting* until it has answered its first heartbeat; only members that are
/// *serving* have a place on the ring. A member that misses heartbeats is dead: it leaves, and
/// where the pool replaces the dead, a new member with a random name and the next number takes its
/// place in the list, so that the number of replicas stays the same.
///
/// Pure: what has to be done comes back as actions. `/add` and `/rm` stand in
/// `ServerPool+Scaling.swift`, the ring and the loads in `ServerPool+Placement.swift`.
public struct ServerPool: Sendable {
    /// Where a member stands.
    public enum Standing: Equatable, Sendable {
        /// It was launched and has not answered yet.
        case starting
        /// It answers, and owns keys.
        case serving
    }

    /// One server of the pool.
    public struct Member: Equatable, Sendable {
        /// Its host name, unique.
        public let name: String
        /// How many members came before it.
        public internal(set) var ordinal: Int
        /// Where it stands.
        public internal(set) var standing: Standing
        /// Heartbeats missed in a row.
        public internal(set) var misses = 0
        /// The dead member it replaces.
        public let replaces: String?
    }

    /// What happens to the pool.
    public enum Input: Equatable, Sendable {
        /// `server` answered a heartbeat.
        case answered(server: String)
        /// `server` did not answer a heartbeat in time.
        case missed(server: String)
        /// `/add`: `count` more servers, the first of them with these names.
        case addition(count: Int, names: [String])
        /// `/rm`: `count` fewer servers, these first.
        case removal(count: Int, names: [String])
    }

    /// What is to be done.
    public enum Action: Equatable, Sendable {
        /// Start the server `name`, the member number `ordinal`.
        case launch(name: String, ordinal: Int)
        /// Stop the server `name`; it was removed.
        case stop(name: String)
        /// Give up on what is under way to `name`; it is dead or removed.
        case disconnect(name: String)
        /// The ring changed: `joined` has keys now, or `left` has none any more.
        case placementChanged(joined: String?, left: String?)
        /// The request was refused, for this reason.
        case refuse(PoolError)
    }

    /// The members in the order in which `/rep` lists them.
    public internal(set) var members: [Member] = []
    /// Where keys belong; its members are those that serve.
    public internal(set) var placement: any Placement
    let settings: PoolSettings
    let emptyPlacement: any Placement
    private var random: any RandomNumberGenerator & Sendable
    private(set) var nextOrdinal = 0

    /// A pool whose first servers serve from the start.
    ///
    /// - Parameters:
    ///   - names: The names of the first servers, in the order of their numbers.
    ///   - placement: How keys are placed; without members.
    ///   - settings: How failures are told and mended.
    ///   - random: Draws names and victims.
    /// - Throws: `PlacementError` when the placement has no room for them.
    public init(
        names: [String],
        placement: any Placement,
        settings: PoolSettings,
        random: any RandomNumberGenerator & Sendable
    ) throws(PlacementError) {
        precondition(placement.members.isEmpty, "the pool adds the members")
        emptyPlacement = placement
        self.placement = placement
        self.settings = settings
        self.random = random
        for name in names { append(name, replacing: nil, standing: .serving) }
        try self.placement.add(
            contentsOf: members.map { PlacementMember(name: $0.name, ordinal: $0.ordinal) }
        )
    }

    /// The member called `name`.
    public func member(named name: String) -> Member? {
        members.first { $0.name == name }
    }

    /// Takes `input` into account and says what is to be done about it, in order.
    public mutating func receive(_ input: Input) -> [Action] {
        switch input {
        case .answered(let server): answered(server)
        case .missed(let server): missed(server)
        case .addition(let count, let names): add(count, names)
        case .removal(let count, let names): remove(count, names)
        }
    }

    /// The same pool with names and victims drawn from `random`, for a balancer that starts again.
    public func drawing(from random: any RandomNumberGenerator & Sendable) -> ServerPool {
        var pool = self
        pool.random = random
        return pool
    }

    // MARK: Heartbeats

    private mutating func answered(_ server: String) -> [Action] {
        guard let index = members.firstIndex(where: { $0.name == server }) else { return [] }
        members[index].misses = 0
        guard members[index].standing == .starting else { return [] }
        members[index].standing = .serving
        return place(members[index])
    }

    private mutating func missed(_ server: String) -> [Action] {
        guard let index = members.firstIndex(where: { $0.name == server }) else { return [] }
        members[index].misses += 1
        guard members[index].misses >= settings.missesAllowed else { return [] }
        var actions = [Action.disconnect(name: server)]
        let dead = members.remove(at: index)
        if dead.standing == .serving { actions += displace(server) }
        if settings.replacesDead {
            actions.append(launch(randomName(), replacing: dead, at: index))
        }
        return actions
    }

    // MARK: New members

    mutating func launch(_ name: String, replacing dead: Member?, at index: Int) -> Action {
        append(name, replacing: dead?.name, standing: .starting)
        if settings.plantedBug == .reusesOrdinals, let dead {
            members[members.count - 1].ordinal = dead.ordinal
        }
        let member = members.removeLast()
        members.insert(member, at: min(index, members.count))
        return .launch(name: name, ordinal: member.ordinal)
    }

    private mutating func append(_ name: String, replacing dead: String?, standing: Standing) {
        members.append(
            Member(name: name, ordinal: nextOrdinal, standing: standing, replaces: dead)
        )
        nextOrdinal += 1
    }

    /// A name that neither a member nor one of `others` has.
    mutating func randomName(besides others: [String] = []) -> String {
        while true {
            let digits = String(random.next() >> 40, radix: 16)
            let name = "S-" + String(repeating: "0", count: 6 - digits.count) + digits
            if !isTaken(name), !others.contains(name) { return name }
        }
    }

    /// Whether a new server cannot be called `name`.
    func isTaken(_ name: String) -> Bool {
        member(named: name) != nil || settings.reservedNames.contains(name)
    }

    mutating func draw(below bound: Int) -> Int {
        Int(random.next().multipliedFullWidth(by: UInt64(bound)).high)
    }
}
