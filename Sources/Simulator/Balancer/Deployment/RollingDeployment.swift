/// Decides what a rolling deployment does next: one server at a time is drained, gets the package,
/// starts anew, is checked, put back and watched.
///
/// Where a server turns out bad, it and all that have the new version already get the old one
/// again, the last one first, so that one version serves in the end. A server that is not even well
/// with the old version stays out of service.
struct RollingDeployment: Sendable {
    /// Something to do, with a server.
    enum Step: Equatable, Sendable {
        /// It is to get nothing new and to finish what it has.
        case drain(String)
        /// It is to get the package, by the way with this number.
        case transfer(String, way: Int)
        /// Its process is to be replaced.
        case restart(String, isNew: Bool)
        /// It must say that it is well.
        case verify(String)
        /// It is to get requests again.
        case putBack(String)
        /// Its errors are to be counted.
        case watch(String)
        /// Nothing is left to do.
        case end(DeploymentResult)

        /// The server that it is about.
        var server: String? {
            switch self {
            case .drain(let server), .transfer(let server, _), .restart(let server, _),
                .verify(let server), .putBack(let server), .watch(let server):
                server
            case .end: nil
            }
        }
    }

    private let servers: [String]
    private let drains: Bool
    private let ways: Int
    private let plantedBug: DeploymentPlantedBug?
    /// How many have the new version for good.
    private var updated = 0
    /// Those that get the old version again, the present one first; empty on the way forward.
    private var reverts: [String] = []
    /// What it comes to when everything is taken back.
    private var result = DeploymentResult.rolledBack
    /// What is to be done now.
    private(set) var step: Step

    init(
        _ servers: [String],
        drains: Bool,
        ways: Int,
        plantedBug: DeploymentPlantedBug? = nil
    ) {
        self.servers = servers
        self.drains = drains
        self.ways = ways
        self.plantedBug = plantedBug
        step = .end(.completed)
        step = forwardStep
    }

    /// Whether servers get the old version again.
    var isReverting: Bool { !reverts.isEmpty }

    /// Notes how the present step ended.
    ///
    /// - Returns: The next one.
    @discardableResult
    mutating func finish(succeeded: Bool) -> Step {
        step = isReverting ? backward(succeeded) : forward(succeeded)
        return step
    }

    // MARK: Forward

    /// What the next server begins with.
    private var forwardStep: Step {
        guard updated < servers.count else { return .end(.completed) }
        return drains ? .drain(servers[updated]) : .transfer(servers[updated], way: 0)
    }

    private mutating func forward(_ succeeded: Bool) -> Step {
        switch (step, succeeded) {
        case (.drain(let server), true): return .transfer(server, way: 0)
        case (.transfer(let server, _), true): return .restart(server, isNew: true)
        case (.restart(let server, _), true): return .verify(server)
        case (.verify(let server), true):
            return drains && plantedBug != .forgetful ? .putBack(server) : .watch(server)
        case (.putBack(let server), true): return .watch(server)
        case (.watch, true):
            updated += 1
            return forwardStep
        case (.transfer(let server, let way), false) where way + 1 < ways:
            return .transfer(server, way: way + 1)
        case (.drain(let server), false), (.transfer(let server, _), false):
            // Nothing has changed there yet.
            result = .failed
            return drains
                ? revert(server, from: .putBack(server))
                : revert(nil, from: nil)
        case (.restart(let server, _), false), (.verify(let server), false),
            (.putBack(let server), false):
            return revert(server, from: .restart(server, isNew: false))
        case (.watch(let server), false): return revert(server, from: nil)
        case (.end, _): return step
        }
    }

    // MARK: Backward

    /// Begins to take everything back, from `server` on.
    ///
    /// - Parameter step: What comes first; nothing for all that it takes.
    private mutating func revert(_ server: String?, from step: Step?) -> Step {
        reverts = (server.map { [$0] } ?? []) + servers.prefix(updated).reversed()
        if plantedBug == .lenient { reverts = [] }
        return isReverting ? step ?? revertStep : .end(result)
    }

    /// What the next server that gets the old version begins with.
    private var revertStep: Step {
        guard let server = reverts.first else { return .end(result) }
        return drains ? .drain(server) : .restart(server, isNew: false)
    }

    private mutating func backward(_ succeeded: Bool) -> Step {
        switch step {
        case .drain(let server): return .restart(server, isNew: false)
        case .restart(let server, _) where succeeded: return .verify(server)
        case .verify(let server) where succeeded && drains: return .putBack(server)
        default:
            if !succeeded { result = .failed }
            reverts.removeFirst()
            return revertStep
        }
    }
}

/// What a deployment came to.
public enum DeploymentResult: String, Equatable, Sendable {
    /// All servers have the new version.
    case completed = "completed"
    /// The new version is bad: all servers have the old one.
    case rolledBack = "rolled back"
    /// A server could not be reached, or is not well with either version.
    case failed = "failed"
}
