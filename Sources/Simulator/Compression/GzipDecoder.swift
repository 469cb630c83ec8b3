import CZlib

/// Decompresses gzip (RFC 1952), piece by piece: one member or several after each other.
///
/// Checksums and lengths of every member are compared; what the input says of names and times is
/// left aside.
public struct GzipDecoder: ~Copyable {
    /// The first two bytes of every gzip file.
    public static let magic: [UInt8] = [0x1F, 0x8B]

    private enum Position {
        /// Between members, or before the first.
        case betweenMembers
        case insideMember
        /// After the last member, where tapes have zeros.
        case padding
    }

    /// zlib keeps the address of this, so that it must stay where it is.
    private let stream: UnsafeMutablePointer<z_stream>
    private var position = Position.betweenMembers
    private var members = 0

    /// Creates a decoder.
    public init() throws(GzipError) {
        stream = .allocate(capacity: 1)
        stream.initialize(to: z_stream())
        let gzipWithLargestWindow: Int32 = 16 + 15
        let size = Int32(MemoryLayout<z_stream>.size)
        guard inflateInit2_(stream, gzipWithLargestWindow, ZLIB_VERSION, size) == Z_OK else {
            stream.deallocate()
            throw .noMemory
        }
    }

    deinit {
        inflateEnd(stream)
        stream.deallocate()
    }

    /// Whether some bytes begin as gzip does.
    public static func isGzip(_ bytes: UnsafeRawBufferPointer) -> Bool {
        bytes.count >= 2 && bytes[0] == magic[0] && bytes[1] == magic[1]
    }

    /// Decompresses all of `bytes`.
    public static func decode(_ bytes: [UInt8]) throws(GzipError) -> [UInt8] {
        var decoder = try GzipDecoder()
        var output: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 65_536)
        var offset = 0
        while true {
            let result = bytes.withUnsafeBytes { input in
                piece.withUnsafeMutableBytes { piece in
                    let rest = UnsafeRawBufferPointer(rebasing: input[offset...])
                    return Result { () throws(GzipError) in try decoder.decode(rest, into: piece) }
                }
            }
            let step = try result.get()
            offset += step.used
            output += piece.prefix(step.written)
            if step == (0, 0) { break }
        }
        try decoder.finish()
        return output
    }

    /// Decompresses a piece of `input` into `output`.
    ///
    /// - Returns: How many bytes of `input` were used, and how many of `output` were written. Where
    ///   both are zero, more input is needed.
    public mutating func decode(
        _ input: UnsafeRawBufferPointer,
        into output: UnsafeMutableRawBufferPointer
    ) throws(GzipError) -> (used: Int, written: Int) {
        var used = 0
        var written = 0
        while written < output.count {
            if position != .insideMember {
                guard try beginMember(input, at: &used) else { break }
            }
            let rest = UnsafeRawBufferPointer(rebasing: input[used...])
            let room = UnsafeMutableRawBufferPointer(rebasing: output[written...])
            let step = try inflate(rest, into: room)
            used += step.used
            written += step.written
            if step == (0, 0), position == .insideMember { break }
        }
        return (used, written)
    }

    /// Says that there is no more input.
    ///
    /// - Throws: ``GzipError/truncated`` in the middle of a member, or before any.
    public mutating func finish() throws(GzipError) {
        if position == .insideMember || members == 0 { throw .truncated }
    }

    /// Moves to the next member; false where the input has none.
    private mutating func beginMember(
        _ input: UnsafeRawBufferPointer,
        at offset: inout Int
    ) throws(GzipError) -> Bool {
        if members > 0 {
            while offset < input.count, input[offset] == 0 {
                position = .padding
                offset += 1
            }
        }
        guard offset < input.count else { return false }
        guard position == .betweenMembers else { throw .trailingData }
        if members > 0 {
            guard input[offset] == Self.magic[0] else { throw .trailingData }
            inflateReset(stream)
        }
        members += 1
        position = .insideMember
        return true
    }

    private mutating func inflate(
        _ input: UnsafeRawBufferPointer,
        into output: UnsafeMutableRawBufferPointer
    ) throws(GzipError) -> (used: Int, written: Int) {
        let most = 1 << 30
        let available = (input: min(input.count, most), output: min(output.count, most))
        stream.pointee.next_in = UnsafeMutablePointer(
            mutating: input.baseAddress?.assumingMemoryBound(to: UInt8.self)
        )
        stream.pointee.avail_in = UInt32(available.input)
        stream.pointee.next_out = output.baseAddress?.assumingMemoryBound(to: UInt8.self)
        stream.pointee.avail_out = UInt32(available.output)
        switch CZlib.inflate(stream, Z_NO_FLUSH) {
        case Z_STREAM_END: position = .betweenMembers
        case Z_OK, Z_BUF_ERROR: break
        case Z_MEM_ERROR: throw .noMemory
        default: throw .damaged
        }
        return (
            available.input - Int(stream.pointee.avail_in),
            available.output - Int(stream.pointee.avail_out)
        )
    }
}

/// Why some bytes cannot be decompressed.
public enum GzipError: Error, Hashable, Sendable, CustomStringConvertible {
    /// They end in the middle.
    case truncated
    /// They are no gzip, or a checksum or length is not that of the data.
    case damaged
    /// Something else than gzip follows.
    case trailingData
    /// There is no memory for the decoder.
    case noMemory

    /// What is wrong.
    public var description: String {
        switch self {
        case .truncated: "the gzip data end too early"
        case .damaged: "the gzip data are damaged"
        case .trailingData: "something that is no gzip follows the gzip data"
        case .noMemory: "there is no memory to decompress gzip data"
        }
    }
}
