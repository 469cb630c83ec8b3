import Testing

struct LayeringTests {
    @Test
    func `a lower folder names no type of a higher one`() throws {
        let files = try Repository.current.swiftFiles(below: "Sources/Simulator")
        #expect(files.count > 50, "the sources were not found")
        let findings = unexempted(Layers.findings(in: files))
        #expect(findings.isEmpty, "\(lines(findings))")
    }

    private static let planted = [
        ("Kernel/Node.swift", "public struct Node {}"),
        ("Network/Network.swift", "public final class Network { enum Settings {} }"),
        ("Balancer/Balancer.swift", "public actor Balancer { let node: Node }"),
        ("Queue/Queue.swift", "public actor Queue { struct Message {} }"),
        ("Hashing/Ring.swift", "public struct Ring {}"),
    ]

    private func findings(adding code: String, at path: String) -> [Finding] {
        let files = (Self.planted + [(path, code)]).map {
            SourceFile(path: "Sources/Simulator/" + $0.0, text: $0.1 + "\n")
        }
        return Layers.findings(in: files)
    }

    @Test(arguments: [
        ("Kernel/A.swift", "let network: Network?"),
        ("Kernel/A.swift", "func f() -> [Network] { [] }"),
        ("Hashing/A.swift", "let node: Node"),
        ("Queue/A.swift", "let balancer = Balancer()"),
        ("Network/A.swift", "extension Queue {}"),
        ("Network/A.swift", "let text = \"\\(Queue.self)\""),
        ("Elsewhere/A.swift", "let x = 1"),
    ])
    func `a planted use of a higher folder is found`(path: String, code: String) {
        #expect(findings(adding: code, at: path).map(\.path) == ["Sources/Simulator/" + path])
    }

    @Test(arguments: [
        ("Queue/A.swift", "let node: Node; let network: Network; let ring: Ring"),
        ("Workload/A.swift", "let balancer: Balancer; let queue: Queue"),
        ("Kernel/A.swift", "/// As `Network` does.\nlet text = \"Network\""),
        ("Kernel/A.swift", "struct Box<Queue> { let queue: Queue }"),
        ("Kernel/A.swift", "func f<A: P, Queue>(_ queue: Queue) {}"),
        ("Kernel/A.swift", "struct Box { enum Queue {}; let queue: Queue }"),
        ("Kernel/A.swift", "let settings: Settings; let message: Message; let x = kind.Queue"),
        ("Network/A.swift", "private struct Balancer {}; private let x: Balancer?"),
    ])
    func `lawful uses are not found`(path: String, code: String) {
        #expect(findings(adding: code, at: path) == [])
    }

    @Test
    func `every layer is a folder that exists or is planned`() throws {
        let folders = Set(
            try Repository.current.swiftFiles(below: "Sources/Simulator").compactMap(Layers.folder)
        )
        #expect(folders.isSubset(of: Layers.order.flatMap { $0 }), "\(folders)")
    }
}
