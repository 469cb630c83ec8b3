/// Something that is to be mended about a server that is neither being launched nor removed.
enum ScalingRepair: Equatable, Sendable {
    /// It runs and should be in service: proxies are to list it.
    case add(Int)
    /// It runs and none of its removals is under way: it is in service from now on.
    case adopt(Int)
    /// It runs, and either its removal was begun or there are enough without it: it drains, and is
    /// removed and stopped.
    case remove(Int)
    /// It does not run: it should not be in service.
    case forget(Int)
    /// It does not run: proxies are not to list it.
    case strike(Int)
}

/// Compares what there should be with what there is.
struct ScalingComparison: Sendable {
    /// What there is of one server.
    struct Sighting: Equatable, Sendable {
        /// Whether the provider started it and did not stop it.
        var isStarted: Bool
        /// Whether all proxies list it.
        var isListed: Bool
        /// Whether a proxy lists it.
        var isMentioned: Bool
        /// Whether it drains wherever it is listed.
        var isDraining: Bool
    }

    /// What there is of each server, by its number.
    var sightings: [Sighting]
    /// The most servers.
    var maximum: Int

    /// What is to be done, those that come before those that go: a proxy keeps the last server of a
    /// group.
    ///
    /// - Parameters:
    ///   - members: Those that should be in service, ascending.
    ///   - changing: Those that are being launched or removed.
    func repairs(members: [Int], changing: Set<Int>) -> [ScalingRepair] {
        var coming: [ScalingRepair] = []
        var going: [ScalingRepair] = []
        var count = members.count
        for (number, sighting) in sightings.enumerated() where !changing.contains(number) {
            let isMember = members.contains(number)
            switch (isMember, sighting.isStarted) {
            case (true, true):
                if !sighting.isListed { coming.append(.add(number)) }
            case (false, true):
                if sighting.isMentioned && sighting.isDraining || count >= maximum {
                    going.append(.remove(number))
                } else {
                    count += 1
                    coming.append(.adopt(number))
                    if !sighting.isListed { coming.append(.add(number)) }
                }
            case (_, false):
                if isMember { going.append(.forget(number)) }
                if sighting.isMentioned { going.append(.strike(number)) }
            }
        }
        return coming + going
    }
}

extension Autoscaler {
    /// Compares what there is with what there should be, mends what differs, and looks again.
    ///
    /// - Returns: Whether all proxies said what they have.
    func compare() async throws(Interruption) -> Bool {
        guard var sightings = try await look() else { return false }
        let isFirst = members.isEmpty && changing.isEmpty
        if settings.plantedBug != .trusting || isFirst {
            let comparison = ScalingComparison(sightings: sightings, maximum: settings.maximum)
            let repairs = comparison.repairs(members: members, changing: changing)
            if !repairs.isEmpty {
                for repair in repairs { try await perform(repair) }
                guard let again = try await look() else { return false }
                sightings = again
            }
        }
        journal.noteLook(
            Array(zip(fleet.names, sightings)),
            bounds: settings.minimum...max(settings.minimum, settings.maximum),
            at: node.now
        )
        return true
    }

    /// What there is of each server; nothing where a proxy does not say it.
    private func look() async throws(Interruption) -> [ScalingComparison.Sighting]? {
        guard let rotation = try await proxies.rotation() else {
            node.sometimes(ScalingPlace.silenced)
            journal.noteSilence()
            return nil
        }
        return fleet.names.map { name in
            ScalingComparison.Sighting(
                isStarted: fleet.provider.isStarted(name),
                isListed: rotation.lists(name, in: fleet.upstream),
                isMentioned: rotation.mentions(name, in: fleet.upstream),
                isDraining: rotation.drains(name, in: fleet.upstream)
            )
        }
    }

    private func perform(_ repair: ScalingRepair) async throws(Interruption) {
        switch repair {
        case .add(let number):
            // What began meanwhile sees to the server itself.
            guard members.contains(number), !changing.contains(number) else { return }
            _ = try await order(number, "add", settledBy: 409)
        case .adopt(let number):
            // One that begins finds those that stand before it.
            node.sometimes(ScalingPlace.adopted, !members.isEmpty)
            enlist(number)
        case .remove(let number): remove(number)
        case .forget(let number):
            node.sometimes(ScalingPlace.forgotten)
            forget(number)
        case .strike(let number):
            guard !changing.contains(number) else { return }
            node.sometimes(ScalingPlace.struck)
            _ = try await order(number, "remove", settledBy: 404)
        }
    }
}
