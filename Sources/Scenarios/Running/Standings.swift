import Simulator

extension StandingSpecification {
    /// Where the node with this index, from zero, stands: in the zone of its machine unless the
    /// component names another.
    func placement(
        _ role: FaultRole,
        _ index: Int,
        on machines: [MachineSpecification]
    ) -> NodePlacement {
        let machine = machine(of: index)
        let own = zone(of: index)
        let shared = machine.flatMap { name in machines.first { $0.name == name }?.zone }
        return NodePlacement(
            role: role.rawValue,
            zone: own == Self.standardZone ? shared ?? own : own,
            machine: machine
        )
    }
}
