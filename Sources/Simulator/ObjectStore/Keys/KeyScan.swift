/// Walks over the keys of a bucket that a list asks for, and rolls them up at a delimiter.
///
/// Behind a common prefix the walk begins anew, so that it costs the number of results and not that
/// of keys.
struct KeyScan {
    /// What the walk comes upon.
    enum Item {
        /// A key, with its bytes.
        case key([UInt8], VersionStack)
        /// What at least one key was rolled up to.
        case commonPrefix([UInt8])
    }

    let prefix: [UInt8]
    let delimiter: [UInt8]

    init(prefix: String, delimiter: String) {
        self.prefix = Array(prefix.utf8)
        self.delimiter = Array(delimiter.utf8)
    }

    /// The common prefix of a key, if the delimiter stands behind the prefix.
    func commonPrefix(of key: UnsafeRawBufferPointer) -> Int? {
        guard let first = delimiter.first, key.count >= prefix.count + delimiter.count else {
            return nil
        }
        for start in prefix.count...(key.count - delimiter.count)
        where key[start] == first && key[start..<start + delimiter.count].elementsEqual(delimiter) {
            return start + delimiter.count
        }
        return nil
    }

    /// Calls `body` with all items from `start` on, in order, until it says that there is
    /// no place for more.
    ///
    /// - Parameter isWanted: Whether a key counts at all, as a current object or a version.
    func visit(
        _ objects: SortedKeyMap<VersionStack>,
        from start: [UInt8],
        isWanted: (VersionStack) -> Bool,
        _ body: (Item) -> Bool
    ) {
        var position: [UInt8]? = ObjectKeyOrder.isLess(start, prefix) ? prefix : start
        while let begin = position {
            position = nil
            objects.visit(from: begin) { key, stack in
                guard key.starts(with: prefix) else { return false }
                guard isWanted(stack) else { return true }
                guard let end = commonPrefix(of: key) else {
                    return body(.key(Array(key), stack))
                }
                let common = Array(key[..<end])
                if body(.commonPrefix(common)) {
                    position = ObjectKeyOrder.successor(ofPrefix: common)
                }
                return false
            }
        }
    }
}
