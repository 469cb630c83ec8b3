import Simulator
import Testing

/// Random requests to a real store, each taking effect somewhere between its beginning and end.
struct ObjectKeyModelTests {
    private typealias Recorder = HistoryRecorder<ObjectKeyModel.Input, ObjectKeyModel.Output>

    /// What a wrong store might do.
    enum Bug: CaseIterable {
        case staleRead
        case lostWrite
        case conditionNotChecked
        case listAfterDelete
    }

    private let checker = LinearizabilityChecker(model: ObjectKeyModel())

    @Test(arguments: 0..<50)
    func `histories of the store are linearizable`(seed: UInt64) throws {
        for history in try Self.histories(seed: seed, bug: nil) {
            let verdict = checker.check(history.operations)
            #expect(verdict.isLinearizable, "seed \(seed): \(verdict)")
        }
    }

    @Test(arguments: Bug.allCases)
    func `a planted bug is found`(bug: Bug) throws {
        let found = try (0..<50).filter { seed in
            try Self.histories(seed: UInt64(seed), bug: bug).contains {
                checker.check($0.operations).violation != nil
            }
        }
        #expect(found.count > 5, "\(found.count) of 50 seeds")
    }

    private static func histories(seed: UInt64, bug: Bug?) throws
        -> [(
            key: String, operations: [HistoryOperation<ObjectKeyModel.Input, ObjectKeyModel.Output>]
        )]
    {
        var random = SplitMix64(seed: seed)
        let fixture = try StoreFixture()
        var recorder = Recorder()
        var open: [(token: Recorder.Token, answer: ObjectKeyModel.Output?)] = []
        var known: [String: [ETag]] = [:]
        for step in 0..<120 {
            if open.count == 4 || Bool.random(using: &random), !open.isEmpty {
                let ended = open.remove(at: Int.random(in: 0..<open.count, using: &random))
                if let answer = ended.answer { recorder.end(ended.token, answer) }
                continue
            }
            let key = ["a", "b"].randomElement(using: &random) ?? ""
            let tags = known[key] ?? []
            let tag = try #require(ETag(text(of: step)))
            let input = input(tag, over: tags, using: &random)
            let token = recorder.begin(key: key, client: step, input)
            var output = perform(input, step, key, fixture)
            if output == .done, case .put = input { known[key, default: []].append(tag) }
            if let bug { output = spoil(output, input, bug, tags, using: &random) }
            // Every tenth answer is lost.
            let isLost = Int.random(in: 0..<10, using: &random) == 0
            open.append((token, isLost ? nil : output))
        }
        return recorder.histories
    }

    /// The tag of the object that a step writes: its text is the number of the step.
    private static func text(of step: Int) -> String {
        ObjectStore.tagText(of: "\(step)")
    }

    private static func input(
        _ tag: ETag,
        over tags: [ETag],
        using random: inout SplitMix64
    ) -> ObjectKeyModel.Input {
        let old = tags.suffix(2).randomElement(using: &random) ?? tag
        return switch Int.random(in: 0..<9, using: &random) {
        case 0, 1: .put(tag)
        case 2: .putIfAbsent(tag)
        case 3: .putIfMatch(tag, over: old)
        case 4: .delete
        case 5: .deleteIfMatch(old)
        case 6: .list
        default: .get
        }
    }

    private static func perform(
        _ input: ObjectKeyModel.Input,
        _ step: Int,
        _ key: String,
        _ fixture: StoreFixture
    ) -> ObjectKeyModel.Output {
        do {
            switch input {
            case .put: try fixture.put(key, "\(step)")
            case .putIfAbsent:
                try fixture.put(key, "\(step)", conditions: WriteConditions(ifNoneMatch: .any))
            case .putIfMatch(_, let old):
                let condition = WriteConditions(ifMatch: ETagCondition(old))
                try fixture.put(key, "\(step)", conditions: condition)
            case .delete: try fixture.delete(key)
            case .deleteIfMatch(let old):
                let condition = WriteConditions(ifMatch: ETagCondition(old))
                let request = DeleteObjectRequest(
                    bucket: fixture.bucket,
                    key: key,
                    conditions: condition
                )
                try fixture.store.delete(request, fixture.context)
            case .get: return .found(try fixture.head(key).tag)
            case .list:
                return .found(try fixture.list { $0.prefix = key }.contents.first?.tag)
            }
            return .done
        } catch {
            if input == .get, error.status == 404 { return .found(nil) }
            switch error.status {
            case 404: return .missing
            case 412: return .preconditionFailed
            default: return .refused
            }
        }
    }

    private static func spoil(
        _ output: ObjectKeyModel.Output,
        _ input: ObjectKeyModel.Input,
        _ bug: Bug,
        _ tags: [ETag],
        using random: inout SplitMix64
    ) -> ObjectKeyModel.Output {
        guard Int.random(in: 0..<4, using: &random) == 0 else { return output }
        return switch (bug, input) {
        case (.staleRead, .get) where tags.count > 3: .found(tags[tags.count - 4])
        case (.lostWrite, .putIfMatch) where output == .preconditionFailed: .done
        case (.conditionNotChecked, .putIfAbsent) where output == .preconditionFailed: .done
        case (.listAfterDelete, .list) where output == .found(nil): .found(tags.last)
        default: output
        }
    }
}

extension ObjectStore {
    /// The tag that a store gives to a text.
    fileprivate static func tagText(of text: String) -> String {
        let store = ObjectStore()
        let context = RequestContext(now: .epoch, caller: "owner")
        let request = PutObjectRequest(bucket: "bucket", key: "k", content: ObjectContent(text))
        try? store.createBucket("bucket", context)
        return (try? store.put(request, context))?.tag.text ?? ""
    }
}
