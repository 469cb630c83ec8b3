import OrderedCollections

/// The code and the input of jobs: what a cluster has installed.
public protocol JobLibrary: Sendable {
    /// The code of a job.
    ///
    /// - Throws: why there is none.
    func code(for submission: JobSubmission) throws(JobError) -> JobCode
    /// The input called `topic`.
    func input(_ topic: String) -> (any RecordSource)?
    /// Where the results of jobs go besides the table of results, if anywhere.
    var output: (any ResultSink)? { get }
}

extension JobLibrary {
    /// Results go into their table, and nowhere else.
    public var output: (any ResultSink)? { nil }

    /// Where all of some splits of a job's input are at hand.
    func places(of splits: [InputSplit], for submission: JobSubmission) -> [InputPlace] {
        guard let input = input(submission.inputTopic), let first = splits.first else { return [] }
        return input.places(of: first).filter { place in
            splits.allSatisfy { input.places(of: $0).contains(place) }
        }
    }
}

/// Everything that ``FunctionCatalog`` has, on some topics.
public struct CatalogLibrary: JobLibrary {
    private let topics: [String: any RecordSource]
    private let cache = CodeCache()
    /// See ``JobLibrary/output``.
    public let output: (any ResultSink)?

    /// A library that reads `topics`, by their names.
    ///
    /// - Parameters:
    ///   - topics: What jobs may read.
    ///   - output: Where results go besides their table, if anywhere.
    public init(topics: [String: any RecordSource], output: (any ResultSink)? = nil) {
        self.topics = topics
        self.output = output
    }

    /// See ``JobLibrary/code(for:)``.
    public func code(for submission: JobSubmission) throws(JobError) -> JobCode {
        try cache.code(
            CodeCache.Call(
                map: submission.map,
                reduce: submission.reduce,
                window: submission.window
            )
        )
    }

    /// See ``JobLibrary/input(_:)``.
    public func input(_ topic: String) -> (any RecordSource)? { topics[topic] }
}

/// Code that was put together before, so that regular expressions are compiled once and not for
/// each task.
///
/// Soundness of `@unchecked Sendable`: reached only from the thread that owns the simulation.
private final class CodeCache: @unchecked Sendable {
    /// What decides the code of a job.
    struct Call: Hashable {
        let map: FunctionCall
        let reduce: FunctionCall
        let window: WindowSettings?
    }

    /// How many jobs' code is kept.
    private static let maximumCount = 1_000

    /// Code by what decides it, the oldest first.
    private var codes: OrderedDictionary<Call, JobCode> = [:]

    func code(_ call: Call) throws(JobError) -> JobCode {
        if let known = codes[call] { return known }
        let code = try FunctionCatalog.code(
            map: call.map,
            reduce: call.reduce,
            window: call.window
        )
        if codes.count == Self.maximumCount { codes.removeFirst() }
        codes[call] = code
        return code
    }
}
