import Foundation
import Testing

@testable import Workloads

struct RegressionWorkloadTests {
    private static let root =
        "/" + #filePath.split(separator: "/").dropLast(5).joined(separator: "/")
    private static let folder = "\(root)/results/thresholds"
    private static let beginning = "RegressionBenchmarks."
    private static let ending = ".p90.json"

    @Test(arguments: RegressionWorkload.all.map(\.name))
    func `a workload does something, and the same each time`(_ name: String) throws {
        let workload = try #require(RegressionWorkload.all.first { $0.name == name })
        let first = try workload.prepared()()
        let second = try workload.prepared()()
        #expect(first.operations > 0)
        #expect(first.line == second.line)
    }

    @Test
    func `names are such as the library and the script take, and no two are the same`() {
        let names = RegressionWorkload.all.map(\.name)
        #expect(names.count > 30)
        #expect(Set(names).count == names.count)
        #expect(names.allSatisfy { $0.wholeMatch(of: #/[a-z0-9]+(-[a-z0-9]+)*/#) != nil })
    }

    /// The names for which `files` hold thresholds.
    private func names(of files: [String]) -> [String] {
        files.map {
            guard $0.hasPrefix(Self.beginning), $0.hasSuffix(Self.ending) else { return "? \($0)" }
            return String($0.dropFirst(Self.beginning.count).dropLast(Self.ending.count))
        }
    }

    @Test
    func `every benchmark has its file of thresholds, and every file its benchmark`() throws {
        let files = try FileManager.default.contentsOfDirectory(atPath: Self.folder)
        #expect(names(of: files).sorted() == RegressionWorkload.all.map(\.name).sorted())
    }

    @Test
    func `a planted file of another name is found`() {
        let files = ["RegressionBenchmarks.a.p90.json", "Other.a.p90.json", "notes.txt"]
        #expect(names(of: files) == ["a", "? Other.a.p90.json", "? notes.txt"])
    }

    @Test
    func `a file of thresholds has every count, and no time`() throws {
        for name in RegressionWorkload.all.map(\.name) {
            let path = "\(Self.folder)/\(Self.beginning)\(name)\(Self.ending)"
            let data = try #require(FileManager.default.contents(atPath: path), "\(path)")
            let counts = try JSONDecoder().decode([String: Int].self, from: data)
            #expect(
                counts.keys.sorted() == [
                    "allocatedBytes", "allocations", "allocationsModulo1000", "instructions",
                ],
                "\(name)"
            )
            #expect(counts["instructions"] ?? 0 > 0, "\(name)")
            #expect((0..<1_000).contains(counts["allocationsModulo1000"] ?? -1), "\(name)")
            // Such is the histogram of the library: three digits, exact below 2,048.
            let allocations = counts["allocations"] ?? -1
            if (0..<2_048).contains(allocations) {
                #expect(counts["allocationsModulo1000"] == allocations % 1_000, "\(name)")
            }
        }
    }
}
