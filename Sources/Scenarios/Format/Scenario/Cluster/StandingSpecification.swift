/// Where the nodes of one component stand.
public struct StandingSpecification: Sendable, Equatable {
    /// Zones, taken in turn.
    public var zones = [Self.standardZone]
    /// Machines, taken in turn; empty when each node has its own.
    public var machines: [String] = []

    /// Each node on a machine of its own, in the zone where everything stands.
    public init() {}

    /// The zone of everything that names none.
    static let standardZone = "default"

    /// The zone of the node with this index, from zero, as the component says it.
    public func zone(of index: Int) -> String { zones[index % zones.count] }

    /// The zone of the node with this index: that of its machine unless the component names
    /// another.
    func zone(of index: Int, on known: [MachineSpecification]) -> String {
        let own = zone(of: index)
        guard own == Self.standardZone, let machine = machine(of: index) else { return own }
        return known.first { $0.name == machine }?.zone ?? own
    }

    /// The machine of the node with this index, from zero, if it shares one.
    public func machine(of index: Int) -> String? {
        machines.isEmpty ? nil : machines[index % machines.count]
    }

    /// The keys `zone` and `on` of a component of many nodes that has its standing at `path`.
    static func fields<Root: Sendable>(
        _ path: any WritableKeyPath<Root, StandingSpecification> & Sendable
    ) -> [Field<Root>] {
        let zones = ValueFormat<[String]>.oneOrMore("a zone, or a list of zones", of: .name)
        let machines = ValueFormat<[String]>.oneOrMore(
            "a machine, or a list of machines",
            of: .name
        )
        return [
            .part(path, \.zones, "zone", zones, "Zones, taken in turn."),
            .machines(path, machines, "Machines, taken in turn."),
        ]
    }

    /// The keys `zone` and `on` of a component of one node.
    static func singleFields<Root: Sendable>(
        _ path: any WritableKeyPath<Root, StandingSpecification> & Sendable
    ) -> [Field<Root>] {
        let name = ValueFormat<String>.name.converted(to: { [$0] }, from: { $0.first ?? "" })
        return [
            .part(path, \.zones, "zone", name, "The zone where it stands."),
            .machines(path, name, "The machine on which it stands."),
        ]
    }
}

extension Field {
    /// The key `on`, which is absent where there are no machines.
    fileprivate static func machines(
        _ path: any WritableKeyPath<Root, StandingSpecification> & Sendable,
        _ format: ValueFormat<[String]>,
        _ documentation: String
    ) -> Field {
        Field(
            key: "on",
            documentation: documentation,
            shape: format.shape,
            isRequired: false,
            read: { node, reading, root in
                if let names = format.read(node, &reading) { root[keyPath: path].machines = names }
            },
            write: { root in
                let names = root[keyPath: path].machines
                return names.isEmpty ? nil : format.write(names)
            }
        )
    }
}
