/// The algorithm that gives each key a server.
public indirect enum PlacementSpecification: Sendable, Equatable {
    /// A ring of slots.
    case ring(RingSpecification)
    /// nginx's ring of 160 points for each server, by CRC-32.
    case ketama
    /// nginx's remainder of the hash by the number of servers.
    case hash
    /// Jump consistent hash (Lamping and Veach, 2014), with the seed of its hash.
    case jump(seed: Int)
    /// Maglev (Eisenbud and others, 2016) with a table of prime size and the seed of its hash.
    case maglev(table: Int, seed: Int)
    /// Rendezvous, or highest random weight (Thaler and Ravishankar, 1998), with the seed of its
    /// hash.
    case rendezvous(seed: Int)
    /// Multi-probe consistent hash (Appleton and O'Reilly, 2015).
    case multiProbe(probes: Int)
    /// AnchorHash (Mendelson and others, 2020) with room for so many servers and the seed of its
    /// hash.
    case anchor(capacity: Int, seed: Int)
    /// No server holds more than so many percent of the average (Mirrokni and others, 2018).
    case boundedLoad(factorPercent: Int, of: PlacementSpecification)
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
            .plain("ketama", "nginx's ring of 160 points for each server.", .ketama),
            .plain("hash", "nginx's remainder of the hash.", .hash),
            .of("jump", "Jump consistent hash.", .section) { (shape: SeedShape) in
                .jump(seed: shape.seed)
            } unwrap: {
                if case .jump(let seed) = $0 { SeedShape(seed: seed) } else { nil }
            },
            .of("maglev", "Maglev's lookup table.", .section) { (shape: MaglevShape) in
                .maglev(table: shape.table, seed: shape.seed)
            } unwrap: {
                guard case .maglev(let table, let seed) = $0 else { return nil }
                return MaglevShape(table: table, seed: seed)
            },
        ] + drawingCases
    }

    private static var drawingCases: [UnionCase<PlacementSpecification>] {
        [
            .of("rendezvous", "The server with the best draw.", .section) { (shape: SeedShape) in
                .rendezvous(seed: shape.seed)
            } unwrap: {
                if case .rendezvous(let seed) = $0 { SeedShape(seed: seed) } else { nil }
            },
            .of("multi-probe", "The nearest of several probes.", .section) { (shape: ProbesShape) in
                .multiProbe(probes: shape.probes)
            } unwrap: {
                if case .multiProbe(let probes) = $0 { ProbesShape(probes: probes) } else { nil }
            },
            .of("anchor", "AnchorHash.", .section) { (shape: AnchorShape) in
                .anchor(capacity: shape.capacity, seed: shape.seed)
            } unwrap: {
                guard case .anchor(let capacity, let seed) = $0 else { return nil }
                return AnchorShape(capacity: capacity, seed: seed)
            },
        ]
    }

    private static var boundedLoadCase: UnionCase<PlacementSpecification> {
        .of("bounded-load", "A bound on the load of each server.", .section) {
            (shape: BoundShape) in
            .boundedLoad(factorPercent: Int((shape.factor * 100).rounded()), of: shape.inner)
        } unwrap: {
            guard case .boundedLoad(let percent, let inner) = $0 else { return nil }
            return BoundShape(factor: Double(percent) / 100, inner: inner)
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
            .key(
                "factor",
                \.factor,
                .factor,
                "Most load of a server, in averages; above 1x, with at most two decimals."
            ),
            .key("of", \.inner, .plainPlacement, required: true, "The placement that is bounded."),
        ]
    }

    mutating func finish(_ node: YAMLNode, _ reading: inout Reading) {
        let percent = (factor * 100).rounded()
        let problem: String
        if factor <= 1 {
            problem = "a factor of \(NumberText.written(factor))x leaves no room"
        } else if percent / 100 != factor {
            problem = "a factor of \(NumberText.written(factor))x is no whole percentage"
        } else {
            return
        }
        reading.report(
            problem,
            at: node.location(at: ["factor"]),
            expected: "a factor above 1x such as 1.25x"
        )
    }
}
