import ArgumentParser
import Simulator

/// The functions of a job, as the command line names them.
struct FunctionOptions: ParsableArguments {
    @Option(help: ArgumentHelp("The map function.", valueName: "function"))
    var map: String

    @Option(help: ArgumentHelp("The reduce function.", valueName: "function"))
    var reduce: String

    @Option(
        help: "What becomes of a record that cannot be understood: skip (and count) or fail."
    )
    var badRecords = BadRecords.skip

    /// What becomes of a bad record.
    enum BadRecords: String, ExpressibleByArgument, CaseIterable {
        case skip, fail

        /// The same for the job.
        var policy: BadRecordPolicy {
            switch self {
            case .skip: .skip
            case .fail: .fail
            }
        }
    }

    /// The functions, put together.
    func code() throws -> JobCode {
        do throws(JobError) {
            return try FunctionCatalog.code(map: FunctionCall(map), reduce: FunctionCall(reduce))
        } catch {
            throw ValidationError("\(error)")
        }
    }
}

/// A number of bytes, as in `64KiB`, `512MiB` or `2GiB`.
struct ByteSize: ExpressibleByArgument, Equatable, CustomStringConvertible {
    private static let units = [("KiB", 10), ("MiB", 20), ("GiB", 30)]

    /// The number.
    let bytes: Int

    /// A number of bytes.
    init(bytes: Int) {
        self.bytes = bytes
    }

    init?(argument: String) {
        for (unit, shift) in Self.units where argument.hasSuffix(unit) {
            guard let number = Int(argument.dropLast(unit.count)), number > 0,
                number <= Int.max >> (shift + 1)
            else { return nil }
            bytes = number << shift
            return
        }
        guard argument.hasSuffix("B"), let number = Int(argument.dropLast()), number > 0 else {
            return nil
        }
        bytes = number
    }

    var description: String {
        for (unit, shift) in Self.units.reversed() where bytes % (1 << shift) == 0 {
            return "\(bytes >> shift)\(unit)"
        }
        return "\(bytes)B"
    }

    var defaultValueDescription: String { description }
}

extension NativeJobError {
    /// The exit status of a program that this stopped.
    var status: ProgramStatus {
        switch self {
        case .cannotRead: .cannotRead
        case .damagedInput, .badRecord, .notALine: .badData
        case .cannotSpill: .cannotWrite
        case .damagedShuffle: .internalError
        }
    }
}
