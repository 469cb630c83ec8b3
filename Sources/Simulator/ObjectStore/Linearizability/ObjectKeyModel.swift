/// What one key of a store without versions does when one request follows the other.
///
/// Objects are told apart by their tags, so that the writers of a history write different bytes.
public struct ObjectKeyModel: SequentialModel {
    /// What a request asks for.
    public enum Input: Hashable, Sendable, CustomStringConvertible {
        /// A put without condition.
        case put(ETag)
        /// A put with `If-None-Match: *`.
        case putIfAbsent(ETag)
        /// A put with `If-Match`.
        case putIfMatch(ETag, over: ETag)
        /// A deletion.
        case delete
        /// A deletion with `If-Match`.
        case deleteIfMatch(ETag)
        /// A get or a head.
        case get
        /// A list that would show the key.
        case list

        /// The request as one would say it.
        public var description: String {
            switch self {
            case .put(let tag): "put \(tag.text)"
            case .putIfAbsent(let tag): "put \(tag.text) if absent"
            case .putIfMatch(let tag, let old): "put \(tag.text) if \(old.text)"
            case .delete: "delete"
            case .deleteIfMatch(let tag): "delete if \(tag.text)"
            case .get: "get"
            case .list: "list"
            }
        }
    }

    /// What it is answered.
    public enum Output: Hashable, Sendable, CustomStringConvertible {
        /// A write or a deletion took effect.
        case done
        /// The object that was read or listed; nil for none.
        case found(ETag?)
        /// 412: a condition did not hold.
        case preconditionFailed
        /// 404 to a conditional write or deletion.
        case missing
        /// 409, or another refusal that leaves everything as it is.
        case refused

        /// The answer as one would say it.
        public var description: String {
            switch self {
            case .done: "done"
            case .found(let tag): tag?.text ?? "nothing"
            case .preconditionFailed: "precondition failed"
            case .missing: "missing"
            case .refused: "refused"
            }
        }
    }

    /// The object that the key has.
    public struct State: Hashable, Sendable, CustomStringConvertible {
        /// Its tag; nil for none.
        public let tag: ETag?

        /// The tag, or that there is nothing.
        public var description: String { tag?.text ?? "nothing" }
    }

    /// What the key has at the beginning.
    public let initialState: State

    /// The model of a key that has an object, or none, at the beginning.
    public init(initially tag: ETag? = nil) {
        initialState = State(tag: tag)
    }

    /// See ``SequentialModel/state(after:answered:from:)``.
    public func state(after input: Input, answered output: Output?, from state: State) -> State? {
        if output == .refused { return state }
        let (right, after) = answer(to: input, from: state.tag)
        return output == nil || output == right ? State(tag: after) : nil
    }

    private func answer(to input: Input, from tag: ETag?) -> (Output, after: ETag?) {
        switch input {
        case .put(let new): (.done, new)
        case .putIfAbsent(let new): tag == nil ? (.done, new) : (.preconditionFailed, tag)
        case .putIfMatch(let new, let old): conditional(tag, old, then: new)
        case .delete: (.done, nil)
        case .deleteIfMatch(let old): conditional(tag, old, then: nil)
        case .get, .list: (.found(tag), tag)
        }
    }

    private func conditional(
        _ tag: ETag?,
        _ expected: ETag,
        then after: ETag?
    ) -> (Output, after: ETag?) {
        guard let tag else { return (.missing, nil) }
        return tag == expected ? (.done, after) : (.preconditionFailed, tag)
    }
}
