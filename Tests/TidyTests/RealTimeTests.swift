import Testing

struct RealTimeTests {
    @Test
    func `no library but the engine itself names a type that works in real time`() throws {
        let files = try Repository.current.swiftFiles(
            below: "Sources/Simulator",
            "Sources/Scenarios"
        )
        #expect(files.filter { $0.path.hasPrefix(RealTime.folder) }.count > 10)
        let findings = RealTime.findings(in: files)
        #expect(findings.isEmpty, "\(lines(findings))")
    }

    private func findings(of code: String, at path: String) -> [Finding] {
        RealTime.findings(in: [
            SourceFile(path: RealTime.folder + "Job.swift", text: "public struct RealJob {}\n"),
            SourceFile(path: path, text: code + "\n"),
        ])
    }

    @Test(arguments: [
        ("Sources/Simulator/MapReduce/Job/A.swift", "let job: RealJob?"),
        ("Sources/Scenarios/Running/A.swift", "let job = RealJob()"),
        ("Sources/Simulator/Workload/A.swift", "extension RealJob {}"),
    ])
    func `a planted use is found`(path: String, code: String) {
        #expect(findings(of: code, at: path).map(\.path) == [path])
    }

    @Test(arguments: [
        (RealTime.folder + "B.swift", "let job: RealJob?"),
        (
            "Sources/Simulator/MapReduce/Job/A.swift",
            "/// As `RealJob` does.\nlet job = \"RealJob\""
        ),
        ("Sources/Simulator/MapReduce/Job/A.swift", "struct Box<RealJob> { let job: RealJob }"),
    ])
    func `lawful uses are not found`(path: String, code: String) {
        #expect(findings(of: code, at: path) == [])
    }
}
