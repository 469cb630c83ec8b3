import Simulator

/// A machine: one crash takes all that stand on it.
public struct MachineSpecification: Sendable, Equatable {
    /// Its name.
    public var name = ""
    /// The zone where it stands.
    public var zone = "default"

    /// A machine in a zone.
    public init(name: String, zone: String) {
        self.name = name
        self.zone = zone
    }
}

extension MachineSpecification: Section {
    init() {}
    static let name = "machine"
    static let documentation = "A machine: one crash takes all that stand on it."
    static var fields: [Field<Self>] {
        [
            .key("name", \.name, .name, required: true, "Its name."),
            .key("zone", \.zone, .name, "The zone where it stands."),
        ]
    }
}

/// Machines that differ by their number only.
private struct MachineGroup: Section {
    var count = 1
    var names = "machine-{i}"
    var first = 1
    var zone = "default"

    static let name = "machines"
    static let documentation = "Machines that differ by their number only."
    static var fields: [Field<Self>] {
        [
            .key(
                "count",
                \.count,
                .integer(in: 1...10_000, example: 3),
                required: true,
                "How many."
            ),
            .key("names", \.names, .namePattern, "Their names; {i} is the number."),
            .key("first", \.first, .integer(in: 0...1_000_000), "Number of the first."),
            .key("zone", \.zone, .name, "The zone where they stand."),
        ]
    }

    mutating func finish(_ node: YAMLNode, _ reading: inout Reading) {
        reading.checkPattern(names, count: count, node)
    }
}

extension ValueFormat where Value == [MachineSpecification] {
    /// A group that differs by number, or a list.
    static var machines: ValueFormat {
        let group = ValueFormat<MachineGroup>.section
        let list = ValueFormat.list("a list of machines", of: .section)
        return ValueFormat(
            shape: .either("a list of machines, or how many", [list.shape, group.shape]),
            read: { node, reading in
                if let items = node.items {
                    let machines = list.read(node, &reading)
                    reading.reportRepeated(items.map { $0.entry("name")?.value }, of: "machine")
                    return machines
                }
                return group.read(node, &reading).map { group in
                    (0..<group.count).map { index in
                        MachineSpecification(
                            name: NameText.filled(group.names, group.first + index),
                            zone: group.zone
                        )
                    }
                }
            },
            write: list.write
        )
    }
}

extension Reading {
    /// Notes a pattern that gives several components one name.
    mutating func checkPattern(_ pattern: String, count: Int, _ node: YAMLNode) {
        guard count > 1, NameText.pieces(pattern).count == 1 else { return }
        within("names") { reading in
            reading.report(
                "\"\(Shortened.text(pattern))\" gives all \(NumberText.grouped(count)) "
                    + "the same name",
                at: node.location(at: ["names"]),
                expected: "a name pattern such as \"Server {i}\""
            )
        }
    }

    /// Notes each name that stands a second time.
    mutating func reportRepeated(_ names: [YAMLNode?], of kind: String) {
        var seen: [String] = []
        for case .some(let node) in names {
            guard let name = node.text else { continue }
            if seen.contains(name) {
                report("a second \(kind) named \"\(Shortened.text(name))\"", at: node.location)
            }
            seen.append(name)
        }
    }
}
