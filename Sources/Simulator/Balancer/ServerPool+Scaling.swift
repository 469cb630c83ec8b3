/// What `/add` and `/rm` do to a pool.
extension ServerPool {
    mutating func add(_ count: Int, _ names: [String]) -> [Action] {
        do {
            let added = try newNames(count, names)
            return added.map { launch($0, replacing: nil, at: members.count) }
        } catch {
            return [.refuse(error)]
        }
    }

    /// The names of `count` servers to be added: `names` as far as they fit, then random ones.
    private mutating func newNames(
        _ count: Int,
        _ names: [String]
    ) throws(PoolError) -> [String] {
        guard count > 0 else { throw .notPositive }
        guard names.count <= count else { throw .tooManyNamesAdded }
        guard !names.contains("") else { throw .emptyName }
        guard count <= settings.serversMaximum - members.count else {
            throw .tooManyServers(maximum: settings.serversMaximum)
        }
        var added: [String] = []
        for name in names {
            if !isTaken(name) && !added.contains(name) {
                added.append(name)
                continue
            }
            switch settings.existingName {
            case .substitute: added.append(randomName(besides: names + added))
            case .skip: break
            case .refuse: throw .nameExists(name)
            }
        }
        for _ in names.count..<count { added.append(randomName(besides: added)) }
        try checkRoom(for: added)
        return added
    }

    /// Refuses servers now that would find no place once they answer.
    private func checkRoom(for names: [String]) throws(PoolError) {
        let starting = members.filter { $0.standing == .starting }.map(\.placementMember)
        let new = names.enumerated().map { index, name in
            PlacementMember(name: name, ordinal: nextOrdinal + index)
        }
        do {
            _ = try placement(adding: starting + new)
        } catch {
            throw .noRoom(error.description)
        }
    }

    mutating func remove(_ count: Int, _ names: [String]) -> [Action] {
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
}
