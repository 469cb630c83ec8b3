/// Checks what a rolling deployment promises: one server at a time, none with requests, and one
/// version in the end.
public struct DeploymentChecker {
    private let settings: DeploymentSettings
    private let servers: [String]
    private let journal: DeploymentJournal
    private let supervisor: ServerSupervisor

    /// A checker of what a deployment did.
    ///
    /// - Parameters:
    ///   - settings: What the deployment was to do.
    ///   - servers: The servers that it was for.
    ///   - journal: What it says that it did.
    ///   - supervisor: What started and stopped the processes of the servers.
    public init(
        _ settings: DeploymentSettings,
        of servers: [String],
        journal: DeploymentJournal,
        supervisor: ServerSupervisor
    ) {
        self.settings = settings
        self.servers = servers
        self.journal = journal
        self.supervisor = supervisor
    }

    /// What is wrong; nothing where all is well.
    public var problem: String? {
        let problems = [turns, restarts, versions].compactMap { $0 }
        return problems.isEmpty ? nil : problems.joined(separator: "; ")
    }

    /// Servers are out of service one at a time, but for those that are not well with either
    /// version.
    private var turns: String? {
        var out: [String] = []
        var lost: Set<String> = []
        for entry in journal.entries {
            switch entry.event {
            case .drained where !out.contains(entry.server): out.append(entry.server)
            case .putBack:
                out.removeAll { $0 == entry.server }
                lost.remove(entry.server)
            case .unhealthy, .unreachable: lost.insert(entry.server)
            default: break
            }
            let present = out.filter { $0 == entry.server || !lost.contains($0) }
            guard present.count > 1 else { continue }
            return "at \(entry.instant) \(present.count) servers are out of service: "
                + present.joined(separator: ", ")
        }
        return nil
    }

    /// A server that drains is not restarted while it has requests, unless its time is over.
    ///
    /// What counts is what the deployer was told last when it gave the order: it cannot know of a
    /// proxy that started anew an instant ago, and the order may arrive late. But it must have
    /// asked after it had the server drain and after the package arrived; only what it takes back
    /// goes also where no proxy answers.
    private var restarts: String? {
        guard settings.drains else { return nil }
        for restart in supervisor.restarts
        where restart.deployment == journal.deployment && restart.underWay > 0 {
            let last = journal.entries.last { entry in
                guard entry.server == restart.server, entry.instant <= restart.given else {
                    return false
                }
                return switch entry.event {
                case .drained, .idle, .drainTimedOut, .transferred, .confirmed, .unreachable: true
                default: false
                }
            }
            switch last?.event {
            case .idle, .confirmed, .drainTimedOut: continue
            case .unreachable where restart.isTakenBack: continue
            default:
                return "at \(restart.instant) '\(restart.server)' was restarted with "
                    + "\(restart.underWay) requests under way"
            }
        }
        return nil
    }

    /// At the end of the deployment all servers have the new version, or none has, but for those
    /// that another deployment took meanwhile.
    private var versions: String? {
        guard let end = journal.end else { return nil }
        let begin = journal.entries.first?.instant ?? end.instant
        var own: [String] = []
        var others: [String] = []
        for server in servers {
            let last = supervisor.restarts.last { $0.server == server && $0.instant <= end.instant }
            guard let last else { continue }
            if last.deployment != journal.deployment {
                if last.instant >= begin { others.append(server) }
            } else if last.version == settings.version.number {
                own.append(server)
            }
        }
        let number = settings.version.number
        switch end.result {
        case .completed where own.count + others.count < servers.count:
            return "the deployment is complete, and \(own.count) of \(servers.count) servers "
                + "have version \(number)"
        case .rolledBack where !own.isEmpty:
            return "the deployment was rolled back, and \(own.joined(separator: ", ")) "
                + "still has version \(number)"
        default: return nil
        }
    }
}
