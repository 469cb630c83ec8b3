/// The places that may break a rule; each must be needed, and says why.
let exemptions: [Exemption] =
    [
        Exemption(
            rule: "Task",
            path: "Sources/Simulator/Kernel/Execution/SimulationExecutor.swift",
            reason: "Node.spawn makes its tasks here"
        ),
        Exemption(
            rule: "Task",
            path: "Sources/Simulator/Kernel/Execution/Platform/JobLayoutProbe.swift",
            reason: "it compares the runtime's layout of tasks with tasks whose kind is known"
        ),
        Exemption(
            rule: "Task",
            path: "Sources/Simulator/Kernel/Execution/Platform/SuspensionProbe.swift",
            reason: "it compares how the runtime suspends tasks with one whose fields are known"
        ),
        Exemption(
            rule: "Task",
            path: "Sources/Simulator/Kernel/Execution/Platform/DrivingTask.swift",
            reason: "the run loop runs as the work of a task"
        ),
        Exemption(
            rule: "usleep",
            path: "Sources/Simulator/Kernel/Execution/SimulationExecutor+Stuck.swift",
            reason: "the run has failed; only the wording of its violation waits for another thread"
        ),
        Exemption(
            rule: "import Glibc",
            path: "Sources/Simulator/Kernel/Execution/SimulationExecutor+Stuck.swift",
            reason: "usleep"
        ),
        Exemption(
            rule: "import Musl",
            path: "Sources/Simulator/Kernel/Execution/SimulationExecutor+Stuck.swift",
            reason: "usleep"
        ),
        Exemption(
            rule: "import Glibc",
            path: "Sources/Scenarios/Format/Loading/ScenarioFile.swift",
            reason: "it reads a scenario's file, before the run, and tells why it cannot"
        ),
        Exemption(
            rule: "import Musl",
            path: "Sources/Scenarios/Format/Loading/ScenarioFile.swift",
            reason: "it reads a scenario's file, before the run, and tells why it cannot"
        ),
        Exemption(
            rule: "Hasher",
            path: "Sources/Simulator/Queue/Sharding/TopicPartition.swift",
            reason: "it hands a dictionary a number that was mixed once; no order hangs on it"
        ),
        Exemption(
            rule: "usleep",
            path: "\(RealTime.folder)NativeThreads.swift",
            reason: "threads in real time wait for one another"
        ),
    ] + realTimeExemptions

/// Files of the one folder outside of virtual time: `RealTime` sees to it that no simulation can
/// reach them.
private let realTimeExemptions = [
    ("NativeJobError", "the numbers of failed system calls"),
    ("NativeThreads", "threads"),
    ("SpillFile", "temporary files"),
    ("Input/ByteSource", "reading"),
    ("Input/NativeInput", "opening files"),
    ("Input/StableBytes", "mapping files into memory"),
].flatMap { name, reason in
    ["import Glibc", "import Musl"].map {
        Exemption(rule: $0, path: "\(RealTime.folder)\(name).swift", reason: reason)
    }
}

/// The findings that no exemption covers.
func unexempted(_ findings: [Finding]) -> [Finding] {
    findings.filter { finding in !exemptions.contains { $0.covers(finding) } }
}

/// The findings one a line, for the message of a failed test.
func lines(_ findings: [Finding]) -> String {
    findings.map { "\n" + $0.description }.joined()
}
