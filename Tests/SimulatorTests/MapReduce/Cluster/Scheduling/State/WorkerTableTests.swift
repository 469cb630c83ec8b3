import Testing

@testable import Simulator

/// Which workers are idle, against a look at all of them.
struct WorkerTableTests {
    @Test(arguments: 1...8 as ClosedRange<UInt64>)
    func `the idlest worker comes first, whatever they do`(seed: UInt64) {
        var random = Xoshiro256(seed: seed)
        var table = WorkerTable()
        let names = (0..<12).map { "worker-\($0)" }
        let task = TaskIdentifier(job: "job", kind: .map, index: 0)
        for step in 0..<400 {
            let name = names[Int(random.next() % 12)]
            switch random.next() % 6 {
            case 0: table[name] = nil
            case 1:
                let now = VirtualInstant.zero.advanced(by: .seconds(step / 20))
                table[name] = TrackedWorker(Self.heartbeat(name, step), now)
            case 2: table[name]?.attempts.append(AttemptIdentifier(task: task, number: step))
            case 3:
                table[name]?.attempts = []
                table[name]?.idleSince = .zero.advanced(by: .seconds(step / 20))
            case 4: table[name]?.isReady.toggle()
            default:
                let attempt = AttemptIdentifier(task: task, number: step)
                let isIdle = table[name]?.obsolete == nil
                table[name]?.obsolete = isIdle ? attempt : nil
            }
            for kind in TaskKind.allCases {
                let free = table.all.filter { $0.kind == kind && $0.isFree }
                    .sorted { ($0.idleSince, $0.name) < ($1.idleSince, $1.name) }
                #expect(Array(table.free(kind)).map(\.name) == free.map(\.name))
            }
        }
    }

    private static func heartbeat(_ name: String, _ step: Int) -> WorkerHeartbeat {
        WorkerHeartbeat(
            stamp: WorkerStamp(worker: name, incarnation: 1, number: step),
            kind: step.isMultiple(of: 2) ? .map : .reduce,
            zone: "a",
            machine: nil,
            running: nil,
            unreported: [],
            keeping: []
        )
    }
}
