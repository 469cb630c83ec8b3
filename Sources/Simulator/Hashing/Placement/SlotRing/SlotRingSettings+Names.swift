/// The hashes of a slot ring by name: what a scenario may choose from.
extension SlotRingSettings {
    /// The names that ``requestHash(named:)`` knows: the ring's own hashes, then every
    /// ``HashAlgorithm``.
    public static let requestHashNames =
        ["quadratic", "linear", "multiplicative"] + HashAlgorithm.allCases.map(\.rawValue)

    /// The names that ``serverHash(named:)`` knows, which are the same.
    public static let serverHashNames = requestHashNames

    /// The request hash of a name; hash functions are seeded with zero.
    public static func requestHash(named name: String) -> (any RequestHash)? {
        switch name {
        case "quadratic": QuadraticRequestHash()
        case "linear": LinearRequestHash()
        case "multiplicative": MultiplicativeRequestHash()
        default: HashAlgorithm(rawValue: name).map { BytesRequestHash($0.function(seed: 0)) }
        }
    }

    /// The server hash of a name; hash functions are seeded with zero.
    public static func serverHash(named name: String) -> (any VirtualNodeHash)? {
        switch name {
        case "quadratic": QuadraticServerHash()
        case "linear": LinearServerHash()
        case "multiplicative": MultiplicativeServerHash()
        default: HashAlgorithm(rawValue: name).map { TextServerHash($0.function(seed: 0)) }
        }
    }
}
