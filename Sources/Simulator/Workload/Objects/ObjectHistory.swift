/// Records what the clients of a store asked and were answered, and checks that the answers are
/// those of a store that does one thing after the other.
///
/// Every attempt is an operation of its own: one that got no answer, or 500, may take effect at any
/// later time or never.
///
/// Soundness of `@unchecked Sendable`: reached only from the thread that owns the simulation.
public final class ObjectHistory: ObjectStoreObserver, @unchecked Sendable {
    private typealias Recorder = HistoryRecorder<ObjectKeyModel.Input, ObjectKeyModel.Output>

    /// An attempt that has begun.
    private enum Attempt {
        case single(Recorder.Token, ObjectKeyModel.Input)
        /// A list, with a token for each key that was known and may be on its page.
        case list(ListObjectsRequest, [(key: String, token: Recorder.Token)])
    }

    private let bucket: String
    private var recorder = Recorder()
    private var attempts: [Attempt?] = []
    /// Keys that were written, in the order in which they were first.
    private var keys: [String] = []
    private var known: Set<[UInt8]> = []
    /// The attempt of each completion of an upload, which all that repeat it share.
    private var completions: [UploadID: Int] = [:]
    /// Tags of objects that some answer told of.
    private var witnessed: Set<ETag> = []
    /// Tags of objects that were written without a condition.
    private var unconditional: Set<ETag> = []
    /// Writes that a program took for done: the key, and the tag of what it wrote.
    private var acknowledged: [(key: String, tag: ETag, isConditional: Bool)] = []
    /// Attempts that were repeated.
    private var repeated: Set<Int> = []

    /// Keys that a list is compared with at most.
    private static let listedMaximum = 1_000

    /// A history of one bucket.
    public init(of bucket: String) {
        self.bucket = bucket
    }

    /// How many attempts there are.
    public var count: Int { attempts.count }

    /// Notes an attempt, where it is about the bucket and the model knows it.
    public func begin(_ operation: ObjectStoreOperation, at instant: VirtualInstant) -> Int? {
        guard operation.bucket == bucket else { return nil }
        if case .list(let request) = operation {
            let tokens = keys.prefix(Self.listedMaximum).filter { request.mayShow($0) }.map { key in
                (key: key, token: recorder.begin(key: key, client: attempts.count, .list))
            }
            attempts.append(.list(request, tokens))
            return attempts.count - 1
        }
        if case .completeUpload(let request) = operation {
            return begin(completing: request.upload.uploadID, operation)
        }
        return beginSingle(operation)
    }

    /// A completion that is repeated takes effect once, with the first of its attempts that does.
    private func begin(completing upload: UploadID, _ operation: ObjectStoreOperation) -> Int? {
        if let attempt = completions[upload], attempts[attempt] != nil {
            repeated.insert(attempt)
            return attempt
        }
        let attempt = beginSingle(operation)
        completions[upload] = attempt
        return attempt
    }

    private func beginSingle(_ operation: ObjectStoreOperation) -> Int? {
        guard let input = Self.input(of: operation) else { return nil }
        if known.insert(Array(operation.key.utf8)).inserted { keys.append(operation.key) }
        let token = recorder.begin(key: operation.key, client: attempts.count, input)
        attempts.append(.single(token, input))
        return attempts.count - 1
    }

    /// What the model knows an operation by; nothing where it changes and tells nothing of a key.
    private static func input(of operation: ObjectStoreOperation) -> ObjectKeyModel.Input? {
        switch operation {
        case .put(let request): write(ContentDigests.tag(request.content), request.conditions)
        case .completeUpload(let request):
            write(
                ContentDigests.tag(ofParts: request.parts.compactMap { ETag($0.tag) }),
                request.conditions
            )
        case .delete(let request):
            request.conditions.ifMatch?.onlyTag.map { .deleteIfMatch($0) } ?? .delete
        case .get, .head: .get
        default: nil
        }
    }

    private static func write(
        _ tag: ETag,
        _ conditions: WriteConditions
    ) -> ObjectKeyModel.Input {
        if conditions.ifNoneMatch != nil { return .putIfAbsent(tag) }
        if let old = conditions.ifMatch?.onlyTag { return .putIfMatch(tag, over: old) }
        return .put(tag)
    }

    /// Notes what an attempt was answered.
    public func end(_ attempt: Int, _ reply: ObjectStoreReply, at instant: VirtualInstant) {
        guard let begun = attempts[attempt] else { return }
        // What failed within may have taken effect.
        if case .failed(.internalError) = reply { return }
        if repeated.contains(attempt), !reply.isResult { return }
        attempts[attempt] = nil
        switch begun {
        case .single(let token, let input):
            recorder.end(token, Self.output(of: reply, to: input))
            if let tag = reply.tag { witnessed.insert(tag) }
            if case .put(let tag) = input { unconditional.insert(tag) }
        case .list(let request, let tokens): end(request, tokens, reply)
        }
    }

    private static func output(
        of reply: ObjectStoreReply,
        to input: ObjectKeyModel.Input
    ) -> ObjectKeyModel.Output {
        switch reply {
        case .result(.object(let object)): .found(object.description.tag)
        case .result(.description(let description)): .found(description.tag)
        case .result: .done
        case .refused(.preconditionFailed): .preconditionFailed
        case .refused(.noSuchKey): input == .get ? .found(nil) : .missing
        case .refused, .failed: .refused
        }
    }

    /// A page tells of every key between its beginning and its end whether it is there.
    private func end(
        _ request: ListObjectsRequest,
        _ tokens: [(key: String, token: Recorder.Token)],
        _ reply: ObjectStoreReply
    ) {
        guard case .result(.list(let page)) = reply else {
            for (_, token) in tokens { recorder.end(token, .refused) }
            return
        }
        var shown: [[UInt8]: ETag] = [:]
        for entry in page.contents { shown[Array(entry.key.utf8)] = entry.tag }
        let last = page.isTruncated ? page.contents.last.map { Array($0.key.utf8) } : nil
        for (key, token) in tokens {
            let bytes = Array(key.utf8)
            let isBeyond = last.map { $0.lexicographicallyPrecedes(bytes) } ?? false
            recorder.end(token, isBeyond ? .refused : .found(shown[bytes]))
        }
    }

    /// Notes that a program takes an object for written.
    func acknowledge(_ key: String, _ tag: ETag, isConditional: Bool) {
        acknowledged.append((key, tag, isConditional))
    }

    /// Writes that programs took for done without a reason, in sentences.
    public var baselessAcknowledgements: [String] {
        acknowledged.compactMap { write in
            if !witnessed.contains(write.tag) {
                return "a write of \"\(write.key)\" was taken for done, and no answer said so"
            }
            guard write.isConditional, unconditional.contains(write.tag) else { return nil }
            return "\"\(write.key)\" was written without the condition that its program set"
        }
    }

    /// Adds what the store has at the end, read when nothing is under way any more.
    ///
    /// - Parameter tag: The tag of the object that a key has; nothing for none.
    public func close(reading tag: (String) -> ETag?) {
        for key in keys {
            let token = recorder.begin(key: key, client: attempts.count, .get)
            recorder.end(token, .found(tag(key)))
        }
    }

    /// What a check found.
    public struct Findings: Sendable {
        /// A counter-example for each key whose answers no order explains.
        public var violations: [String] = []
        /// Keys whose histories are too entangled to be judged.
        public var undecided = 0
    }

    /// Checks the history of each key.
    public func check() -> Findings {
        var findings = Findings()
        let checker = LinearizabilityChecker(model: ObjectKeyModel())
        for (key, operations) in recorder.histories {
            // What changed nothing and told nothing may stand anywhere.
            let telling = operations.filter { operation in
                guard let output = operation.output else { return !operation.input.isRead }
                return output != .refused
            }
            switch checker.check(telling) {
            case .linearizable: break
            case .violated(let violation): findings.violations.append("\(key): \(violation)")
            case .undecided: findings.undecided += 1
            }
        }
        return findings
    }
}

extension ObjectKeyModel.Input {
    fileprivate var isRead: Bool { self == .get || self == .list }
}

extension ObjectStoreReply {
    fileprivate var isResult: Bool { if case .result = self { true } else { false } }

    /// The tag of the object that it says is, or was, there.
    fileprivate var tag: ETag? {
        switch self {
        case .result(.written(let write)): write.tag
        case .result(.completed(let completion)): completion.object.tag
        case .result(.description(let description)): description.tag
        default: nil
        }
    }
}

extension ListObjectsRequest {
    /// Whether a key may stand on the page.
    fileprivate func mayShow(_ key: String) -> Bool {
        let bytes = Array(key.utf8)
        return delimiter.isEmpty && continuationToken == nil && bytes.starts(with: prefix.utf8)
            && (startAfter.isEmpty || Array(startAfter.utf8).lexicographicallyPrecedes(bytes))
    }
}
