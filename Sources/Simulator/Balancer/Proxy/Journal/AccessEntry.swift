extension ProxyJournal {
    /// A line of the access log.
    public struct AccessEntry: Sendable {
        /// One attempt at a server.
        public struct Attempt: Sendable {
            /// The server.
            public let server: String
            /// Its status, or the one that stands for its absence.
            public let status: Int
            /// How long it took.
            public let time: Duration
        }

        /// When the client got its answer, since the start of the run.
        public let instant: VirtualInstant
        /// The address of the client.
        public let client: NetworkAddress?
        /// The method and the path.
        public let request: String
        /// What the client got.
        public let status: Int
        /// The bytes of the body.
        public let bytes: Int
        /// From the arrival to the answer.
        public let time: Duration
        /// The attempts in their order.
        public let attempts: [Attempt]

        init(_ exchange: ProxyExchange, _ response: HTTPResponse, at now: VirtualInstant) {
            let incoming = exchange.incoming.request
            instant = now
            client = incoming.client
            request = "\(incoming.method.rawValue) \(incoming.path) HTTP/1.1"
            status = response.status
            bytes = response.body.count
            time = exchange.arrived.duration(to: now)
            attempts = exchange.trail
        }

        /// The line at the local time `time`, as nginx writes it with
        /// `$remote_addr - - [$time_local] "$request" $status $body_bytes_sent rt=$request_time
        /// ut="$upstream_response_time" us="$upstream_status" upstream: $upstream_addr`: the
        /// servers stand last and in one word, so that `awk '{print $NF}'` counts them.
        public func line(time local: String) -> String {
            let times = attempts.map { Self.seconds($0.time) }.joined(separator: ", ")
            let statuses = attempts.map { String($0.status) }.joined(separator: ", ")
            let servers = attempts.map { attempt in
                attempt.server.split(separator: " ").joined(separator: "-")
            }
            return "\(client?.description ?? "-") - - [\(local)] \"\(request)\" "
                + "\(status) \(bytes) rt=\(Self.seconds(time)) ut=\"\(times)\" us=\"\(statuses)\" "
                + "upstream: \(servers.isEmpty ? "-" : servers.joined(separator: ","))"
        }

        /// nginx's notation: seconds with three digits, rounded down.
        private static func seconds(_ time: Duration) -> String {
            let milliseconds = time.wholeNanoseconds / 1_000_000
            let fraction = String(milliseconds % 1_000)
            let zeros = String(repeating: "0", count: 3 - fraction.count)
            return "\(milliseconds / 1_000).\(zeros)\(fraction)"
        }
    }
}
