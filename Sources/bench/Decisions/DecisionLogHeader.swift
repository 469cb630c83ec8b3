import FoundationEssentials
import OrderedCollections
import Workloads

/// The first line of a decision log: what was run, and by what.
struct DecisionLogHeader: Codable, Equatable {
    /// The version of the format; a change that breaks readers raises it.
    static let version = 1

    /// The version of the format.
    var format = DecisionLogHeader.version
    /// The compiler, the architecture and the kind of build of the program that ran it.
    var toolchain = DecisionLogHeader.presentToolchain
    /// What the scenario is called.
    var scenario: String
    /// The scenario's seed.
    var seed: UInt64
    /// The whole scenario, as `bench explain` prints it.
    var configuration: String
    /// The folder in which the files stand that it names; nothing for the working folder.
    var folder: String?

    /// The toolchain of this program.
    static var presentToolchain: String {
        let environment = MeasuredEnvironment.current
        let parts = ["swift", "architecture", "build"].map { environment[$0] ?? "unknown" }
        return "Swift \(parts[0]), \(parts[1]), \(parts[2])"
    }

    /// The line, with its line feed.
    var line: [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let data = (try? encoder.encode(self)) ?? Data()
        return Array(data) + [UInt8(ascii: "\n")]
    }

    /// The header that these bytes are; nothing where they are none.
    init?(_ bytes: ArraySlice<UInt8>) {
        guard let header = try? JSONDecoder().decode(Self.self, from: Data(bytes)) else {
            return nil
        }
        self = header
    }

    /// A header of a run by this program.
    init(scenario: String, seed: UInt64, configuration: String, folder: String?) {
        self.scenario = scenario
        self.seed = seed
        self.configuration = configuration
        self.folder = folder
    }
}
