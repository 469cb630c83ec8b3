/// Which clients may come, by address: nginx's `allow` and `deny`.
///
/// The first rule that an address matches decides; one that matches none may come. An IPv6 address
/// that stands for an IPv4 one is looked up as that.
/// Source: nginx, `src/http/modules/ngx_http_access_module.c`.
public struct AccessList: Hashable, Sendable {
    /// The addresses that begin with the same bits.
    public struct Network: Hashable, Sendable, CustomStringConvertible {
        /// The first of them.
        public let address: NetworkAddress
        /// How many bits are the same.
        public let prefix: Int

        /// The network of a text such as `10.0.0.0/8`, `2001:db8::/32` or a single address; none
        /// where it is none. Bits behind the prefix are disregarded.
        public init?(_ text: some StringProtocol) {
            let parts = text.split(separator: "/", omittingEmptySubsequences: false)
            guard parts.count <= 2, let address = NetworkAddress(parts[0]) else { return nil }
            let bits = address.octetCount * 8
            guard parts.count == 2 else {
                self.init(address, prefix: bits)
                return
            }
            guard let prefix = Int(parts[1]), (0...bits).contains(prefix) else { return nil }
            self.init(address, prefix: prefix)
        }

        /// The network of the addresses that have the first `prefix` bits of `address`.
        public init(_ address: NetworkAddress, prefix: Int) {
            self.prefix = prefix
            switch address {
            case .version4(let value):
                let rest = UInt32(32 - prefix)
                self.address = .version4((value >> rest) << rest)
            case .version6(let value):
                let rest = UInt128(128 - prefix)
                self.address = .version6((value >> rest) << rest)
            }
        }

        /// Whether an address is of the network.
        public func contains(_ other: NetworkAddress) -> Bool {
            Network(other, prefix: min(prefix, other.octetCount * 8)).address == address
        }

        /// `address/prefix`.
        public var description: String { "\(address)/\(prefix)" }
    }

    /// One line.
    public enum Rule: Hashable, Sendable {
        /// Lets the clients of a network in; of any where there is none.
        case allow(Network?)
        /// Keeps the clients of a network out; of any where there is none.
        case deny(Network?)

        func matches(_ address: NetworkAddress?) -> Bool {
            switch self {
            case .allow(let network), .deny(let network):
                network.map { network in address.map(network.contains) ?? false } ?? true
            }
        }
    }

    /// The rules in their order.
    public var rules: [Rule]

    /// A list of these rules.
    public init(_ rules: [Rule] = []) {
        self.rules = rules
    }

    /// Whether a client may come: 403 where not. One without an address is of no network.
    public func allows(_ client: NetworkAddress?) -> Bool {
        let address = client?.unmapped
        guard let rule = rules.first(where: { $0.matches(address) }) else { return true }
        if case .allow = rule { return true }
        return false
    }
}
