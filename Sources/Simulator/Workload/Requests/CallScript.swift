/// Single requests, each at its instant, and what came back.
///
/// Soundness of `@unchecked Sendable`: reached only from the thread that owns the simulation.
public final class CallScript: @unchecked Sendable {
    /// One request of the script.
    public struct Call: Sendable {
        /// When it is sent.
        public let instant: Duration
        /// What is sent.
        public let request: HTTPRequest
        /// Who is asked, where it is not whom the other calls ask.
        public let address: String?
        /// What later calls say again of the answer.
        public let captures: [CallCapture]

        /// `request` at `instant`.
        public init(
            at instant: Duration,
            _ request: HTTPRequest,
            to address: String? = nil,
            captures: [CallCapture] = []
        ) {
            self.instant = instant
            self.request = request
            self.address = address
            self.captures = captures
        }
    }

    /// The requests.
    public let calls: [Call]
    /// What came back for each; nil while nothing did.
    public private(set) var results: [Result<HTTPResponse, CallError>?]
    /// What was captured, by its names.
    public private(set) var captured: [String: String] = [:]
    /// Why a call was not sent: a name in it under which nothing had been captured.
    public private(set) var unsent: [Int: String] = [:]
    /// Whether calls say again what others captured.
    private let hasCaptures: Bool

    /// A script of `calls`.
    public init(_ calls: [Call]) {
        self.calls = calls
        results = calls.map { _ in nil }
        hasCaptures = calls.contains { !$0.captures.isEmpty }
    }

    /// Starts to send the calls from `node` to the node called `address`.
    ///
    /// - Parameters:
    ///   - node: Where it runs.
    ///   - network: What it sends through.
    ///   - address: The node that answers.
    ///   - timeout: How long an answer may take.
    ///   - tls: How a connection is opened, where that takes a handshake.
    ///   - proxies: Where it takes one, besides at `address`.
    public func start(
        on node: Node,
        network: Network,
        address: String,
        timeout: Duration,
        tls: TLSClient? = nil,
        at proxies: [String] = []
    ) {
        for number in calls.indices {
            let own = calls[number].address
            let tls = own.map { proxies.contains($0) } ?? true ? tls : nil
            node.spawn("call \(number)") {
                try await self.perform(number, node, network, own ?? address, timeout, tls)
            }
        }
    }

    /// The request of a call; nil where it waits for what was not captured.
    private func request(_ number: Int) -> HTTPRequest? {
        guard hasCaptures else { return calls[number].request }
        do throws(CapturedText.MissingValue) {
            return try calls[number].request.filled(captured)
        } catch {
            unsent[number] = error.name
            return nil
        }
    }

    private func perform(
        _ number: Int,
        _ node: Node,
        _ network: Network,
        _ address: String,
        _ timeout: Duration,
        _ tls: TLSClient?
    ) async throws(Interruption) {
        try await node.sleep(until: .zero.advanced(by: calls[number].instant))
        guard var request = request(number) else { return }
        let begin = node.now
        do throws(CallError) {
            if let tls {
                var details = request.details ?? RequestDetails()
                details.connection = try await tls.connect(
                    to: address,
                    from: node,
                    over: network,
                    isResumed: false,
                    patience: timeout
                )
                request.details = details
            }
            var response = try await network.call(
                .http,
                of: address,
                from: node,
                request,
                timeout: timeout - begin.duration(to: node.now)
            )
            if response.isGzipped, let plain = try? GzipDecoder.decode(response.body) {
                response.body = plain
            }
            results[number] = .success(response)
            for capture in calls[number].captures {
                captured[capture.name] = capture.value(in: response)
            }
        } catch .interrupted(let interruption) {
            throw interruption
        } catch {
            results[number] = .failure(error)
        }
    }
}
