/// What the machine of a server does for whoever deploys: it takes packages, and has the process
/// replaced.
///
/// An order carries the name of the deployment, and a deployment replaces a process once: an order
/// that comes again, since its answer was lost, is answered again and changes nothing. It may
/// arrive long after it was given, at a machine that stood still, so it says when that was.
enum HostOrder: Sendable {
    /// Take so many bytes, at so many a second.
    case receive(bytes: Int, bytesPerSecond: Int)
    /// Start this version, for the deployment of this name.
    case restart(ReleasedVersion, deployment: String, given: VirtualInstant)
    /// Start the version again that ran before the deployment of this name; from now on that one
    /// starts nothing here any more.
    case takeBack(deployment: String, given: VirtualInstant)
}

/// What comes of an order.
enum HostAnswer: Sendable {
    /// The package is there.
    case received
    /// The process is replaced, now or before.
    case restarting
    /// Nothing was replaced that could be taken back.
    case kept
}

extension Service where Request == HostOrder, Response == HostAnswer {
    /// The remote shell of a machine.
    static let host = Service("host")
}

/// The remote shell on the machine of a server.
///
/// It goes down with the node, and is there again when the node is.
public actor ServerHost: SimulatedActor {
    /// The node it runs on.
    public nonisolated let node: Node
    private let supervisor: ServerSupervisor

    /// Starts the shell on the node of a server.
    @discardableResult
    public static func start(
        on node: Node,
        network: Network,
        supervisor: ServerSupervisor
    ) -> ServerHost {
        let host = ServerHost(node: node, supervisor: supervisor)
        network.serve(.host, on: node) { incoming in
            node.spawn("order of \(incoming.sender)", .background) {
                try await host.carryOut(incoming)
            }
        }
        return host
    }

    private init(node: Node, supervisor: ServerSupervisor) {
        self.node = node
        self.supervisor = supervisor
    }

    private func carryOut(
        _ incoming: IncomingRequest<HostOrder, HostAnswer>
    ) async throws(Interruption) {
        switch incoming.request {
        case .receive(let bytes, let bytesPerSecond):
            try await node.sleep(
                for: Self.transferTime(bytes: bytes, bytesPerSecond: bytesPerSecond)
            )
            incoming.reply(.received)
        // The answer leaves before the process, and with it this shell, ends.
        case .restart(let version, let deployment, let given):
            supervisor.restart(node.name, as: version, for: deployment, given: given)
            incoming.reply(.restarting)
        case .takeBack(let deployment, let given):
            let isReplaced = supervisor.takeBack(node.name, of: deployment, given: given)
            incoming.reply(isReplaced ? .restarting : .kept)
        }
    }

    /// How long a package is under way.
    static func transferTime(bytes: Int, bytesPerSecond: Int) -> Duration {
        Duration(
            wholeNanoseconds: UInt64(bytes) * 1_000_000_000 / UInt64(max(1, bytesPerSecond))
        )
    }
}
