import Simulator

extension StandingSpecification {
    /// Where the node with this index, from zero, stands.
    func placement(
        _ role: FaultRole,
        _ index: Int,
        on machines: [MachineSpecification]
    ) -> NodePlacement {
        NodePlacement(
            role: role.rawValue,
            zone: zone(of: index, on: machines),
            machine: machine(of: index)
        )
    }
}
