/// What is asked of a shuffle server.
enum ShuffleRequest: Hashable, Sendable {
    /// Append pairs to a list that has `length` chunks.
    case push(String, [UInt8], pairs: Int, length: Int?, timeToLive: Duration)
    /// The chunks of a list.
    case range(String)
    /// Remove lists.
    case delete([String])

    /// The list whose slot decides who is asked.
    var key: String? {
        switch self {
        case .push(let key, _, _, _, _), .range(let key): key
        case .delete(let keys): keys.first
        }
    }
}

/// What a shuffle server answers.
enum ShuffleAnswer: Hashable, Sendable {
    case done
    case chunks([[UInt8]], pairs: Int)
    /// No such list, or no more.
    case missing
    case outOfMemory
    /// The list has so many chunks.
    case length(Int)
    /// That server owns the slot.
    case moved(String)
    /// The server is cut off from most others and does nothing.
    case down
}

extension Service where Request == ShuffleRequest, Response == ShuffleAnswer {
    static var shuffle: Self { Self("shuffle") }
}

extension ShuffleKeyspace {
    /// Does what is asked.
    mutating func answer(_ request: ShuffleRequest, now: VirtualInstant) -> ShuffleAnswer {
        switch request {
        case .push(let key, let chunk, let pairs, let length, let timeToLive):
            do throws(PushError) {
                try push(
                    chunk,
                    pairs: pairs,
                    to: key,
                    length: length,
                    timeToLive: timeToLive,
                    now: now
                )
                return .done
            } catch {
                switch error {
                case .outOfMemory: return .outOfMemory
                case .unexpectedLength(let length): return .length(length)
                }
            }
        case .range(let key):
            return range(key, now: now).map { .chunks($0.chunks, pairs: $0.pairs) } ?? .missing
        case .delete(let keys):
            for key in keys { delete(key) }
            return .done
        }
    }
}
