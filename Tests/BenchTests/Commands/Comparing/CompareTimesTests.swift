import Foundation
import OrderedCollections
import Scenarios
import Simulator
import Testing

@testable import Workloads
@testable import bench

struct CompareTimesTests {
    /// What hyperfine exports, with the keys that it has beside the times.
    private func hyperfine(_ times: [Double], command: String = "sleep 0.1") -> String {
        """
        {"results": [{"command": "\(command)", "mean": 1.0, "stddev": 0.1, "median": 1.0,
          "user": 0.1, "system": 0.1, "min": 0.9, "max": 1.1, "times": \(times),
          "exit_codes": [\(times.map { _ in "0" }.joined(separator: ", "))]}]}
        """
    }

    private let base = [1.00, 1.01, 0.99, 1.02, 0.98, 1.00]

    @Test
    func `times of hyperfine are compared with a tolerance, and accepted`() throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let old = try folder.write(hyperfine(base), to: "old.json")
        let new = try folder.write(hyperfine(base.map { $0 * 1.2 }), to: "new.json")
        let program = TestProgram()
        #expect(program.run("compare", old, new).rawValue == 2)
        #expect(program.output.text.contains("slower by more than 5%: sleep 0.1"))
        #expect(program.output.text.contains("1.200"))
        #expect(TestProgram().run("compare", old, new, "--tolerance", "30%") == .success)
        #expect(TestProgram().run("compare", new, old) == .success)
        for format in ["json", "markdown"] {
            let other = TestProgram()
            #expect(other.run("compare", old, new, "--format", format) == .changed)
            #expect(other.output.text.contains("slower"))
        }
        #expect(TestProgram().run("compare", old, new, "--accept") == .success)
        #expect(folder.contents(of: "old.json") == folder.contents(of: "new.json"))
        #expect(TestProgram().run("compare", old, new) == .success)
    }

    @Test
    func `the time of every run of every workload is saved, and compared`() throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let path = "\(folder.path)/times.json"
        let program = TestProgram()
        let status = program.run(
            "measure",
            "w2",
            "w1",
            "--scale",
            "0.002",
            "--runs",
            "5",
            "--save",
            path
        )
        #expect(status == .success)
        // They take turns.
        let names = program.output.text.split(separator: "\n").map { $0.prefix(4) }
        #expect(
            names == [
                "w=w2", "w=w1", "w=w2", "w=w1", "w=w2", "w=w1", "w=w2", "w=w1", "w=w2", "w=w1",
            ]
        )
        guard case .times(let times) = try ComparedFile(path: path) else {
            Issue.record("no times were saved")
            return
        }
        #expect(times.workloads.map(\.name) == ["w2", "w1"])
        for workload in times.workloads {
            #expect(workload.wallSeconds.count == 5 && workload.processorSeconds.count == 5)
            #expect(workload.wallSeconds.allSatisfy { $0 > 0 && $0 < 60 })
            for loops in [workload.calibrationWallSeconds, workload.calibrationProcessorSeconds] {
                #expect(loops.count == 5 && loops.allSatisfy { $0 > 0 && $0 < 60 })
            }
            #expect(workload.operations ?? 0 > 0)
        }
        #expect(times.environment["build"] != nil && times.environment["swift"] != nil)
        for clock in ["wall", "processor"] {
            let other = TestProgram()
            #expect(other.run("compare", path, path, "--clock", clock) == .success)
            #expect(other.output.text.contains("\(clock) time, median of the runs"))
            #expect(other.output.text.contains("calibration loop"))
        }
        #expect(folder.files == ["times.json"])
    }

    @Test
    func `a workload that does another thing each time is found out`() throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let path = "\(folder.path)/times.json"
        var series = MeasuredSeries(workload: "w")
        let reading = Stopwatch().read()
        let first = Measurement(workload: "w", operations: 1, checks: [], digest: .init())
        var second = first
        second.digest.fold(1, 2)
        let isSame = [first, first, second].map { series.add([$0], reading) }
        #expect(isSame == [true, true, false])
        #expect(TestProgram().run("measure", "w2", "w2", "--save", path) == .usage)
        #expect(TestProgram().run("measure", "w2", "--runs", "0") == .usage)
        #expect(folder.files == [])
    }

    @Test
    func `the name of the processor is what Linux says of it`() {
        let text = "processor\t: 0\nmodel name\t: AMD EPYC 9R14\nflags\t: fpu\n"
        #expect(MeasuredEnvironment.processor(of: text) == "AMD EPYC 9R14")
        #expect(MeasuredEnvironment.processor(of: "") == "unknown")
        #expect(MeasuredEnvironment.current["processors"].flatMap { Int($0) } ?? 0 > 0)
    }
}
