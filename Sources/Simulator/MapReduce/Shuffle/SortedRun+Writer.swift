extension SortedRun {
    /// A run that is being written, keys ascending.
    struct Writer: ~Copyable {
        private var room: UnsafeMutablePointer<UInt8>
        private var capacity: Int

        /// How many bytes were written.
        private(set) var count = 0

        /// The most bytes that a length takes.
        private static var lengthMaximum: Int { 10 }

        init() {
            capacity = 256
            room = .allocate(capacity: capacity)
        }

        deinit {
            room.deallocate()
        }

        /// What was written; valid until something is appended.
        var view: ByteView { ByteView(start: room, count: count) }

        /// A copy of what was written.
        var bytes: [UInt8] { Array(UnsafeBufferPointer(start: room, count: count)) }

        /// Appends a pair.
        @inline(__always)
        mutating func append(key: ByteView, value: ByteView) {
            let most = key.count + value.count + 2 * Self.lengthMaximum
            if capacity - count < most { makeRoom(for: most) }
            append(key)
            append(value)
        }

        /// Forgets what was written, and keeps the memory.
        mutating func removeAll() {
            count = 0
        }

        @inline(__always)
        private mutating func append(_ piece: ByteView) {
            var length = piece.count
            while length >= 0x80 {
                room[count] = UInt8(truncatingIfNeeded: length) | 0x80
                count += 1
                length >>= 7
            }
            room[count] = UInt8(truncatingIfNeeded: length)
            count += 1
            (room + count).update(from: piece.start, count: piece.count)
            count += piece.count
        }

        @inline(never)
        private mutating func makeRoom(for more: Int) {
            capacity = max(2 * capacity, count + more)
            let larger = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity)
            larger.update(from: room, count: count)
            room.deallocate()
            room = larger
        }
    }

    /// A run for each partition.
    final class Writers {
        private let writers: [Box]

        private final class Box {
            var writer = Writer()
        }

        init(partitions: Int) {
            writers = (0..<partitions).map { _ in Box() }
        }

        /// Appends a pair to the run of a partition.
        @inline(__always)
        func append(_ key: ByteView, _ value: ByteView, to partition: Int) {
            writers[partition].writer.append(key: key, value: value)
        }

        /// What was written for each partition.
        var bytes: [[UInt8]] { writers.map { $0.writer.bytes } }
    }
}
