/// The servers behind a balancer: who is there, who serves, and which server a key belongs to.
///
/// A member is *starting* until it has answered its first heartbeat; only members that are *serving*
/// have a place on the ring. A member that misses heartbeats is dead: it leaves, and where the pool
/// replaces the dead, a new member with a random name and the next number takes its place in the list,
/// so that the number of replicas stays the same.
///
/// Pure: what has to be done comes back as actions.
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
        public let ordinal: Int
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
    public private(set) var members: [Member] = []
    /// Where keys belong; its members are those that serve.
    public private(set) var placement: any Placement
    let settings: PoolSettings
    private let emptyPlacement: any Placement
    private var random: any RandomNumberGenerator & Sendable
    private var nextOrdinal = 0

    /// A pool whose first servers serve from the start.
    ///
    /// - Parameters:
    ///   - names: The names of the first servers, in the order of their numbers.
    ///   - placement: How keys are placed; without members.
    ///   - random: Draws names and victims.
    /// - Throws: `PlacementError` when the placement has no room for them.
    public init(
        names: [String], placement: any Placement, settings: PoolSettings,
        random: any RandomNumberGenerator & Sendable
    ) throws(PlacementError) {
        precondition(placement.members.isEmpty, "the pool adds the members")
        emptyPlacement = placement
        self.placement = placement
        self.settings = settings
        self.random = random
        for name in names { append(name, replacing: nil, standing: .serving) }
        try self.placement.add(
            contentsOf: members.map { PlacementMember(name: $0.name, ordinal: $0.ordinal) })
    }

    /// The server that answers requests with `key`: its owner, or the next one that serves.
    public func server(for key: PlacementKey) -> String? {
        if let index = placement.ownerIndex(of: key) {
            let name = placement.members[index].name
            if isServing(name) { return name }
        }
        let placed = placement.members
        return placement.ownerIndex(of: key) { !isServing(placed[$0].name) }
            .map { placed[$0].name }
    }

    /// The server that answers requests with `key`, which has one more of them until `release`.
    public mutating func assign(_ key: PlacementKey) -> String? {
        guard let name = server(for: key) else { return nil }
        changeLoad(of: name) { $0.assign(toMemberAt: $1) }
        return name
    }

    /// A request of `server` ended.
    public mutating func release(_ server: String) {
        changeLoad(of: server) { if $0.loads[$1] > 0 { $0.release(memberAt: $1) } }
    }

    private mutating func changeLoad(of name: String, _ change: (inout BoundedLoad, Int) -> Void) {
        guard var bounded = placement as? BoundedLoad,
            let index = bounded.members.firstIndex(where: { $0.name == name })
        else { return }
        placement = emptyPlacement
        change(&bounded, index)
        placement = bounded
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
            actions.append(launch(randomName(), replacing: server, at: index))
        }
        return actions
    }

    // MARK: Addition and removal

    private mutating func add(_ count: Int, _ names: [String]) -> [Action] {
        guard count > 0 else { return [.refuse(.notPositive)] }
        guard names.count <= count else { return [.refuse(.tooManyNamesAdded)] }
        var added: [String] = []
        for name in names {
            if member(named: name) == nil && !added.contains(name) {
                added.append(name)
                continue
            }
            switch settings.existingName {
            case .substitute: added.append(randomName())
            case .skip: break
            case .refuse: return [.refuse(.nameExists(name))]
            }
        }
        added += (names.count..<count).map { _ in randomName() }
        return added.map { launch($0, replacing: nil, at: members.count) }
    }

    private mutating func remove(_ count: Int, _ names: [String]) -> [Action] {
        guard count > 0 else { return [.refuse(.notPositive)] }
        guard names.count <= count else { return [.refuse(.tooManyNamesRemoved)] }
        guard count <= members.count else { return [.refuse(.tooFewServers)] }
        var victims: [String] = []
        var substitutes = count - names.count
        for name in names {
            if member(named: name) != nil && !victims.contains(name) {
                victims.append(name)
                continue
            }
            switch settings.unknownName {
            case .substitute: substitutes += 1
            case .skip: break
            case .refuse: return [.refuse(.nameUnknown(name))]
            }
        }
        for _ in 0..<substitutes {
            let candidates = members.map(\.name).filter { !victims.contains($0) }
            victims.append(candidates[draw(below: candidates.count)])
        }
        return victims.flatMap { take(out: $0) }
    }

    private mutating func take(out name: String) -> [Action] {
        guard let index = members.firstIndex(where: { $0.name == name }) else { return [] }
        let member = members.remove(at: index)
        let displaced = member.standing == .serving ? displace(name) : []
        return displaced + [.disconnect(name: name), .stop(name: name)]
    }

    // MARK: The ring

    /// Gives a member its place; where a dead one still holds its own, takes that.
    private mutating func place(_ member: Member) -> [Action] {
        let entry = PlacementMember(name: member.name, ordinal: member.ordinal)
        if let vacant = placement.members.firstIndex(where: { self.member(named: $0.name) == nil }) {
            var placed = placement.members
            placed[vacant] = entry
            return replacePlacement(by: placed, joined: member.name)
        }
        do {
            try placement.add(entry)
        } catch {
            return [.refuse(.noRoom(error.description))]
        }
        return [.placementChanged(joined: member.name, left: nil)]
    }

    /// Takes a server's keys away; where the algorithm can drop only its last member, the place stays
    /// vacant, and its keys go to the next server that serves.
    private mutating func displace(_ name: String) -> [Action] {
        do {
            try placement.remove(name)
            return [.placementChanged(joined: nil, left: name)]
        } catch {
            return []
        }
    }

    private mutating func replacePlacement(
        by placed: [PlacementMember], joined: String
    ) -> [Action] {
        var fresh = emptyPlacement
        do {
            try fresh.add(contentsOf: placed)
        } catch {
            return [.refuse(.noRoom(error.description))]
        }
        placement = fresh
        return [.placementChanged(joined: joined, left: nil)]
    }

    private func isServing(_ name: String) -> Bool {
        member(named: name)?.standing == .serving
    }

    // MARK: New members

    private mutating func launch(
        _ name: String, replacing dead: String?, at index: Int
    ) -> Action {
        append(name, replacing: dead, standing: .starting)
        let member = members.removeLast()
        members.insert(member, at: min(index, members.count))
        return .launch(name: name, ordinal: member.ordinal)
    }

    private mutating func append(_ name: String, replacing dead: String?, standing: Standing) {
        members.append(
            Member(name: name, ordinal: nextOrdinal, standing: standing, replaces: dead))
        nextOrdinal += 1
    }

    private mutating func randomName() -> String {
        while true {
            let digits = String(random.next() >> 40, radix: 16)
            let name = "S-" + String(repeating: "0", count: 6 - digits.count) + digits
            if member(named: name) == nil { return name }
        }
    }

    private mutating func draw(below bound: Int) -> Int {
        Int(random.next().multipliedFullWidth(by: UInt64(bound)).high)
    }
}
