import Scenarios

#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#endif

/// A sweep whose seeds come as lines, and whose outcomes leave as lines: the contract of pipes in
/// Apache Spark.
struct SeedLines {
    private let sweep: Sweep

    init(_ sweep: Sweep) {
        self.sweep = sweep
    }

    /// Runs the seeds that `program` reads; blank lines are none. What fails is said in the lines:
    /// to whoever runs this on many machines, it is a result like another.
    func run(_ program: CommandLineProgram) throws -> ProgramStatus {
        var lines = InputLines(program.input)
        var number = 0
        while let line = try lines.next() {
            number += 1
            let word = line.filter { $0 != " " && $0 != "\t" && $0 != "\r" }
            if word.isEmpty { continue }
            guard let seed = UInt64(word) else {
                program.report(
                    "standard input:\(number): error: '\(line.prefix(40))' is no seed; "
                        + "expected a whole number from 0 to \(UInt64.max)\n"
                )
                return .badData
            }
            let outcome: SeedOutcome
            do throws(ScenarioRunningError) {
                outcome = try sweep.outcome(seed: seed)
            } catch {
                program.report("\(sweep.scenario.file): seed \(seed): \(error)\n")
                return error.status
            }
            try program.output.write(outcome.line + "\n")
        }
        return .success
    }
}

/// The lines of a descriptor, without their ends.
private struct InputLines {
    private let descriptor: Int32
    private var buffered: [UInt8] = []
    private var position = 0
    private var isAtEnd = false

    init(_ descriptor: Int32) {
        self.descriptor = descriptor
    }

    /// The next line; nothing at the end.
    mutating func next() throws(ReadError) -> String? {
        while true {
            let rest = buffered[position...]
            if let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
                position = end + 1
                return String(decoding: rest[..<end], as: UTF8.self)
            }
            if isAtEnd {
                position = buffered.count
                return rest.isEmpty ? nil : String(decoding: rest, as: UTF8.self)
            }
            buffered = Array(rest)
            position = 0
            try fill()
        }
    }

    private mutating func fill() throws(ReadError) {
        var chunk = [UInt8](repeating: 0, count: 1 << 12)
        let count = chunk.withUnsafeMutableBytes { read(descriptor, $0.baseAddress, $0.count) }
        if count < 0 {
            if errno == EINTR { return }
            throw ReadError()
        }
        if count == 0 { isAtEnd = true }
        buffered += chunk[..<count]
    }
}

/// Standard input cannot be read.
struct ReadError: Error {}
