import Simulator

/// The topics of a scenario, with everything that stands in them.
struct Topics {
    /// Each topic by its name.
    private(set) var all: [String: MemoryTopic] = [:]

    /// Generates what is to be generated, and reads what stands in files.
    ///
    /// - Parameter random: Gives the stream of a label.
    init(
        _ specifications: [TopicSpecification],
        of cell: ScenarioCell,
        random: (String) -> RandomStream
    ) throws(ScenarioRunningError) {
        for specification in specifications {
            let partitions =
                switch specification.content {
                case .generated(let logs):
                    Self.generated(logs, specification, cell, random)
                case .file(let file):
                    try Self.read(file, specification, in: cell.folder)
                }
            all[specification.name] = MemoryTopic(
                specification.name,
                partitions: partitions,
                bytesPerSecond: specification.bytesPerSecond,
                replicas: specification.places,
                remoteBytesPerSecond: specification.remoteBytesPerSecond,
                remoteLatency: specification.remoteLatency
            )
        }
    }

    /// The same, read with a bug that a test wants to see noticed.
    func planting(_ bug: MapReducePlantedBug?) -> Topics {
        var topics = self
        topics.all = all.mapValues { topic in
            var topic = topic
            topic.plantedBug = bug
            return topic
        }
        return topics
    }

    private static func generated(
        _ logs: GeneratedLogsSpecification,
        _ specification: TopicSpecification,
        _ cell: ScenarioCell,
        _ random: (String) -> RandomStream
    ) -> [[UInt8]] {
        var settings = logs.settings
        settings.partitions = specification.partitions
        settings.dealing = specification.dealing
        let start = cell.scenario.start.sinceEpoch
        settings.start = EventTime(milliseconds: Int(clamping: start.wholeMilliseconds))
        var stream = random("topic/\(specification.name)")
        return GeneratedLogs(settings, seed: stream.next()).partitions
    }

    private static func read(
        _ file: FileReference,
        _ specification: TopicSpecification,
        in folder: String?
    ) throws(ScenarioRunningError) -> [[UInt8]] {
        let path = file.path(in: folder)
        let bytes = try ScenarioFile.data(of: path, maximum: TopicSpecification.bytesMaximum)
        do throws(FileTopicError) {
            return try MemoryTopic(
                specification.name,
                files: [bytes],
                partitions: specification.partitions,
                maximum: TopicSpecification.bytesMaximum
            ).partitions
        } catch {
            throw .invalid("\(path): \(error)")
        }
    }
}

extension ScenarioFile {
    /// The bytes of a file that a scenario names.
    static func data(
        of path: String,
        maximum: Int
    ) throws(ScenarioRunningError) -> [UInt8] {
        do throws(ScenarioLoadingError) {
            return try bytes(of: path, maximum: maximum)
        } catch {
            guard case .unreadable(let path, let reason) = error else {
                throw .internalError("\(error)")
            }
            throw .unreadable(path: path, reason: reason)
        }
    }
}

extension Duration {
    /// The whole milliseconds, rounded down.
    fileprivate var wholeMilliseconds: Int64 {
        let (seconds, attoseconds) = components
        let milliseconds = attoseconds / 1_000_000_000_000_000
        let whole = attoseconds % 1_000_000_000_000_000 < 0 ? milliseconds - 1 : milliseconds
        return seconds * 1_000 + whole
    }
}
