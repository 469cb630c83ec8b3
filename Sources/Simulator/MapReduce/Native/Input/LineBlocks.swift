/// Cuts what a source has into blocks of whole lines.
final class LineBlocks {
    private let source: any ByteSource
    private let name: StableBytes
    private var room: UnsafeMutableRawBufferPointer
    /// How much of `room` is filled.
    private var filled = 0
    /// Where what was given out ends in `room`.
    private var given = 0
    /// Where in the input `room` begins.
    private var offset = 0
    private var isAtEnd = false

    /// Blocks of up to `blockSize` bytes, or of one longer line.
    ///
    /// - Parameter name: What records call the input.
    init(_ source: any ByteSource, name: StableBytes, blockSize: Int) {
        self.source = source
        self.name = name
        room = .allocate(byteCount: blockSize, alignment: 16)
    }

    deinit {
        room.deallocate()
    }

    /// How many bytes are kept in memory.
    var footprint: Int { room.count }

    /// The next block, valid until the next call; nothing at the end.
    func next() throws(NativeJobError) -> RecordBlock? {
        dropGiven()
        var searched = 0
        while true {
            try fill()
            if isAtEnd { return filled > 0 ? give(filled) : nil }
            if let end = lastLineEnd(from: searched) { return give(end) }
            searched = filled
            grow()
        }
    }

    private func give(_ count: Int) -> RecordBlock {
        given = count
        let bytes = UnsafeRawBufferPointer(rebasing: room[..<count])
        return RecordBlock(bytes: ByteView(bytes), source: name.view, offset: offset)
    }

    private func dropGiven() {
        guard given > 0 else { return }
        let rest = UnsafeRawBufferPointer(rebasing: room[given..<filled])
        room.copyMemory(from: rest)
        offset += given
        filled = rest.count
        given = 0
    }

    private func fill() throws(NativeJobError) {
        while !isAtEnd, filled < room.count {
            let count = try source.read(
                into: UnsafeMutableRawBufferPointer(rebasing: room[filled...])
            )
            filled += count
            if count == 0 { isAtEnd = true }
        }
    }

    /// Where the last line ends whose end stands at `start` or later.
    private func lastLineEnd(from start: Int) -> Int? {
        var place = filled
        while place > start {
            if room[place - 1] == 0x0A { return place }
            place -= 1
        }
        return nil
    }

    private func grow() {
        let larger = UnsafeMutableRawBufferPointer.allocate(
            byteCount: room.count * 2,
            alignment: 16
        )
        larger.copyMemory(from: UnsafeRawBufferPointer(rebasing: room[..<filled]))
        room.deallocate()
        room = larger
    }
}
