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
        do {
            return try answer(InputLines(program.input), program)
        } catch let error as ReadError {
            program.report("standard input: error: cannot read: \(error.reason)\n")
            return .cannotRead
        }
    }

    private func answer(
        _ lines: consuming InputLines,
        _ program: CommandLineProgram
    ) throws -> ProgramStatus {
        var number = 0
        while let line = try lines.next() {
            number += 1
            let words = line.split { $0 == " " || $0 == "\t" || $0 == "\r" }
            guard let word = words.first else { continue }
            guard words.count == 1, word.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
                let seed = UInt64(word)
            else {
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
            // Nobody reads what further seeds give.
            if program.output.isClosed { return .success }
        }
        return .success
    }
}

/// The lines of a descriptor, without their ends.
private struct InputLines: ~Copyable {
    private let descriptor: Int32
    private var buffered: [UInt8] = []
    /// Where the next line begins, and how far no end of it was found.
    private var (position, searched) = (0, 0)
    private var isAtEnd = false

    init(_ descriptor: Int32) {
        self.descriptor = descriptor
    }

    /// The next line; nothing at the end.
    mutating func next() throws(ReadError) -> String? {
        while true {
            if let end = buffered[searched...].firstIndex(of: UInt8(ascii: "\n")) {
                defer { (position, searched) = (end + 1, end + 1) }
                return String(decoding: buffered[position..<end], as: UTF8.self)
            }
            if isAtEnd {
                let rest = buffered[position...]
                (position, searched) = (buffered.count, buffered.count)
                return rest.isEmpty ? nil : String(decoding: rest, as: UTF8.self)
            }
            buffered.removeFirst(position)
            (position, searched) = (0, buffered.count)
            try fill()
        }
    }

    private mutating func fill() throws(ReadError) {
        var chunk = [UInt8](repeating: 0, count: 1 << 12)
        let count = chunk.withUnsafeMutableBytes { read(descriptor, $0.baseAddress, $0.count) }
        if count < 0 {
            if errno == EINTR { return }
            throw ReadError(reason: String(cString: strerror(errno)))
        }
        if count == 0 { isAtEnd = true }
        buffered += chunk[..<count]
    }
}

/// Standard input cannot be read.
private struct ReadError: Error {
    let reason: String
}
