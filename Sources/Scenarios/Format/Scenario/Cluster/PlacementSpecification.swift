/// The algorithm that gives each key a server.
public indirect enum PlacementSpecification: Sendable, Equatable {
    /// A ring of slots.
    case ring(RingSpecification)
    /// A ring of points, as nginx and libketama have it; points of one server.
    case ketama(points: Int, hash: HashName)
    /// The remainder of the hash by the number of servers.
    case hash(HashName)
    /// Jump consistent hash (Lamping and Veach, 2014).
    case jump(hash: HashName)
    /// Maglev (Eisenbud and others, 2016) with a table of prime size.
    case maglev(table: Int, hash: HashName)
    /// Rendezvous, or highest random weight (Thaler and Ravishankar, 1998).
    case rendezvous(hash: HashName)
    /// Multi-probe consistent hash (Appleton and O'Reilly, 2015).
    case multiProbe(probes: Int, hash: HashName)
    /// AnchorHash (Mendelson and others, 2020) with room for so many servers.
    case anchor(capacity: Int, hash: HashName)
    /// No server holds more than the factor times the average (Mirrokni and others, 2018).
    case boundedLoad(factor: Double, of: PlacementSpecification)
}

extension ValueFormat where Value == PlacementSpecification {
    /// Any placement.
    static var placement: ValueFormat {
        .union("placement", "a placement", plainCases + [boundedLoadCase])
    }

    /// Any placement without a bound on the load.
    fileprivate static var plainPlacement: ValueFormat {
        .union("plain-placement", "a placement", plainCases)
    }

    private static var plainCases: [UnionCase<PlacementSpecification>] {
        [
            .of("ring", "A ring of slots on which servers stand several times.", .section) {
                .ring($0)
            } unwrap: {
                if case .ring(let ring) = $0 { ring } else { nil }
            },
            .of("ketama", "A ring of points, as nginx has it.", .section) { (shape: KetamaShape) in
                .ketama(points: shape.points, hash: shape.hash)
            } unwrap: {
                guard case .ketama(let points, let hash) = $0 else { return nil }
                return KetamaShape(points: points, hash: hash)
            },
            .of("hash", "The plain remainder.", .section) { (shape: RemainderShape) in
                .hash(shape.hash)
            } unwrap: {
                if case .hash(let hash) = $0 { RemainderShape(hash: hash) } else { nil }
            },
            .of("jump", "Jump consistent hash.", .section) { (shape: HashOnlyShape) in
                .jump(hash: shape.hash)
            } unwrap: {
                if case .jump(let hash) = $0 { HashOnlyShape(hash: hash) } else { nil }
            },
            .of("maglev", "Maglev's lookup table.", .section) { (shape: MaglevShape) in
                .maglev(table: shape.table, hash: shape.hash)
            } unwrap: {
                guard case .maglev(let table, let hash) = $0 else { return nil }
                return MaglevShape(table: table, hash: hash)
            },
        ] + laterCases
    }

    private static var laterCases: [UnionCase<PlacementSpecification>] {
        [
            .of("rendezvous", "The server with the highest hash.", .section) {
                (shape: HashOnlyShape) in
                .rendezvous(hash: shape.hash)
            } unwrap: {
                if case .rendezvous(let hash) = $0 { HashOnlyShape(hash: hash) } else { nil }
            },
            .of("multi-probe", "The nearest of several probes.", .section) { (shape: ProbesShape) in
                .multiProbe(probes: shape.probes, hash: shape.hash)
            } unwrap: {
                guard case .multiProbe(let probes, let hash) = $0 else { return nil }
                return ProbesShape(probes: probes, hash: hash)
            },
            .of("anchor", "AnchorHash.", .section) { (shape: AnchorShape) in
                .anchor(capacity: shape.capacity, hash: shape.hash)
            } unwrap: {
                guard case .anchor(let capacity, let hash) = $0 else { return nil }
                return AnchorShape(capacity: capacity, hash: hash)
            },
        ]
    }

    private static var boundedLoadCase: UnionCase<PlacementSpecification> {
        .of("bounded-load", "A bound on the load of each server.", .section) {
            (shape: BoundShape) in
            .boundedLoad(factor: shape.factor, of: shape.inner)
        } unwrap: {
            guard case .boundedLoad(let factor, let inner) = $0 else { return nil }
            return BoundShape(factor: factor, inner: inner)
        }
    }
}

/// What stands below `bounded-load`.
private struct BoundShape: Section {
    var factor = 1.25
    var inner = PlacementSpecification.ring(RingSpecification())

    static let name = "bounded-load"
    static let documentation = "No server holds more than the factor times the average."
    static var fields: [Field<Self>] {
        [
            .key("factor", \.factor, .factor, "Most load of a server, in averages; above 1x."),
            .key("of", \.inner, .plainPlacement, required: true, "The placement that is bounded."),
        ]
    }

    mutating func finish(_ node: YAMLNode, _ reading: inout Reading) {
        guard factor <= 1 else { return }
        reading.report(
            "a factor of \(NumberText.written(factor))x leaves no room",
            at: node.location(at: ["factor"]),
            expected: "a factor above 1x, such as 1.25x"
        )
    }
}
