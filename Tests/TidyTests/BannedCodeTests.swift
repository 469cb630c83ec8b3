import Testing

struct BannedCodeTests {
    private static let sources = Result { try Repository.current.swiftFiles(below: "Sources") }

    private static func findings() throws -> [Finding] {
        try sources.get().flatMap { file in
            BannedCode.findings(in: file) + UnsafeCode.forceUnwraps(in: file)
                + UnsafeCode.unexplainedPromises(in: file)
        }
    }

    private func planted(_ code: String, in path: String) -> SourceFile {
        SourceFile(path: path, text: code + "\n")
    }

    @Test
    func `no source breaks the rules of determinism and safety`() throws {
        #expect(try Self.sources.get().count > 100, "the sources were not found")
        let findings = unexempted(try Self.findings())
        #expect(findings.isEmpty, "\(lines(findings))")
    }

    @Test(arguments: exemptions)
    func `an exemption is still needed`(_ exemption: Exemption) throws {
        #expect(try Self.findings().contains { exemption.covers($0) })
    }

    /// Rules, and code that breaks each.
    private static let breaches = [
        ("Date", "let now = Date()"),
        ("ContinuousClock", "let clock = ContinuousClock()"),
        ("SuspendingClock", "SuspendingClock.now"),
        ("usleep", "usleep(1)"),
        ("nanosleep", "nanosleep(&time, nil)"),
        ("clock_gettime", "clock_gettime(CLOCK_REALTIME, &time)"),
        ("gettimeofday", "gettimeofday(&time, nil)"),
        ("UUID", "let name = UUID().uuidString"),
        ("SystemRandomNumberGenerator", "var generator = SystemRandomNumberGenerator()"),
        ("arc4random", "arc4random()"),
        ("drand48", "drand48()"),
        (".random(in:)", "let x = Int.random(in: 0..<f(using: 3))"),
        (".random(in:)", "let x = Bool.random()"),
        (".shuffled()", "list.shuffled()"),
        (".shuffle()", "list.shuffle()"),
        (".randomElement()", "list\n    .randomElement()"),
        ("Hasher", "var hasher = Hasher()"),
        ("hashValue", "key.hashValue"),
        ("ObjectIdentifier", "ObjectIdentifier(self)"),
        ("Task", "Task { await run() }"),
        ("Task", "Task(priority: .high) {}"),
        ("Task", "Task<Void, Never> { }"),
        ("Task", "Task.detached { }"),
        ("Task.sleep", "try await Task.sleep(nanoseconds: 5)"),
        ("Task.sleep", "try await Task.sleep(for: .seconds(5))"),
        ("MainActor", "@MainActor func f() {}"),
        ("Thread", "Thread.current"),
        ("DispatchQueue", "DispatchQueue.main.async {}"),
        ("import Dispatch", "import Dispatch"),
        ("import Foundation", "public import Foundation"),
        ("import Glibc", "import Glibc"),
        ("import Musl", "import Musl"),
        ("import Darwin", "import Darwin"),
        ("print", "print(\"x\")"),
        ("debugPrint", "debugPrint(x)"),
        ("dump", "dump(x)"),
        ("fatalError", "fatalError(\"never\")"),
        ("try!", "let x = try! f()"),
        ("as!", "let x = y as! Int"),
        ("hashValue", "\"interpolated \\(key.hashValue)\""),
        ("Date", "#\"raw \\#(Date())\"#"),
    ]

    @Test(arguments: breaches)
    func `a planted breach is found where it stands`(rule: String, code: String) {
        let path = "Sources/Simulator/Kernel/Planted.swift"
        let findings = BannedCode.findings(in: planted("// Soundness\n" + code, in: path))
        let line = code.contains("\n") ? 3 : 2
        #expect(findings.map(\.rule) == [rule])
        #expect(findings.map(\.line) == [line])
        #expect(findings.map(\.path) == [path])
    }

    @Test
    func `every rule is shown to find something`() {
        #expect(Set(BannedCode.all.map(\.name)) == Set(Self.breaches.map(\.0)))
    }

    @Test(arguments: [
        "// let now = Date()", "/* Task { /* nested */ } */ let x = 1", "let text = \"Date()\"",
        "let text = \"\"\"\n    Task { \"quoted\" }\n    \"\"\"",
        "let text = #\"a \" Date() \\(x)\"#",
        "let x = Int.random(in: 0..<3, using: &stream)", "list.shuffled(using: &stream)",
        "simulation.random(\"label\")", "var task: Task<Void, Never>?", "let update = Update()",
        "printer.print(x)", "func print(_ text: String) {}", "struct DateText {}",
        "import FoundationEssentials", "let threads = Threads()", "if a != b && !c { }",
        "`let x = Date()`",
    ])
    func `lawful code is not found`(_ code: String) {
        let file = planted(code, in: "Sources/Simulator/Kernel/Planted.swift")
        #expect(BannedCode.findings(in: file) == [])
        #expect(UnsafeCode.forceUnwraps(in: file) == [])
    }

    @Test
    func `the program may print and read the clock but not trap`() {
        let file = planted(
            "print(ContinuousClock().now)\nfatalError()",
            in: "Sources/bench/Planted.swift"
        )
        #expect(BannedCode.findings(in: file).map(\.rule) == ["fatalError"])
    }

    @Test(arguments: [
        "let x = list.first!", "let x = f()!", "var x: Int!", "let x = list[0]!.name",
        "let x = y?.z!", "let text = \"\\(value!)\"", "let x = { 1 }()!",
    ])
    func `a planted force unwrap is found`(_ code: String) {
        #expect(UnsafeCode.forceUnwraps(in: planted(code, in: "Sources/a.swift")).count == 1)
    }

    @Test(arguments: ["final class A: @unchecked Sendable {}", "nonisolated(unsafe) var a = 1"])
    func `a promise to the compiler needs its reason`(_ code: String) {
        let bare = planted(code, in: "Sources/a.swift")
        #expect(UnsafeCode.unexplainedPromises(in: bare).map(\.line) == [1])
        let explained = planted("/// Soundness: one thread.\n" + code, in: "Sources/a.swift")
        #expect(UnsafeCode.unexplainedPromises(in: explained) == [])
        let inCode = planted("let Soundness = 1\n" + code, in: "Sources/a.swift")
        #expect(UnsafeCode.unexplainedPromises(in: inCode).map(\.line) == [2])
    }
}
