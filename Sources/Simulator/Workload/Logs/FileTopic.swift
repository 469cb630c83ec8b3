extension MemoryTopic {
    /// A topic of the records of some files, in their order, dealt into partitions of about the
    /// same size on the boundaries of records.
    ///
    /// Files may be compressed by gzip, which their first two bytes tell. A file that does not end
    /// with a line break gets one where another follows.
    ///
    /// - Parameters:
    ///   - name: What jobs call it.
    ///   - files: What stands in the files.
    ///   - partitions: Into how many the records are dealt.
    ///   - maximum: How many bytes all of them may have, uncompressed.
    ///   - bytesPerSecond: How fast a worker reads it.
    /// - Throws: ``FileTopicError``.
    public init(
        _ name: String,
        files: [[UInt8]],
        partitions: Int,
        maximum: Int,
        bytesPerSecond: Int = 100_000_000
    ) throws(FileTopicError) {
        precondition(partitions > 0 && maximum >= 0, "there is room for records")
        var bytes: [UInt8] = []
        for (number, file) in files.enumerated() {
            if let last = bytes.last, last != 0x0A, !file.isEmpty { bytes.append(0x0A) }
            try Self.append(file, number, to: &bytes, maximum)
        }
        let size = bytes.count
        let pieces = bytes.withUnsafeBytes { bytes in
            (0..<partitions).map { piece in
                let share = (size * piece / partitions)..<(size * (piece + 1) / partitions)
                let split = InputSplit(input: 0, range: share)
                return Array(bytes[split.records(of: ByteView(bytes))])
            }
        }
        self.init(name, partitions: pieces, bytesPerSecond: bytesPerSecond)
    }

    private static func append(
        _ file: [UInt8],
        _ number: Int,
        to bytes: inout [UInt8],
        _ maximum: Int
    ) throws(FileTopicError) {
        guard file.withUnsafeBytes(GzipDecoder.isGzip) else {
            bytes += file
            if bytes.count > maximum { throw .tooLarge(maximum: maximum) }
            return
        }
        do throws(GzipError) {
            var decoder = try GzipDecoder()
            var offset = 0
            var piece = [UInt8](repeating: 0, count: 1 << 16)
            while true {
                let step = try Self.step(&decoder, file, offset, &piece)
                if step == (0, 0) { break }
                offset += step.used
                bytes += piece[..<step.written]
                if bytes.count > maximum { break }
            }
            if bytes.count <= maximum { try decoder.finish() }
        } catch {
            throw .damaged(file: number, error)
        }
        if bytes.count > maximum { throw .tooLarge(maximum: maximum) }
    }

    private static func step(
        _ decoder: inout GzipDecoder,
        _ file: [UInt8],
        _ offset: Int,
        _ piece: inout [UInt8]
    ) throws(GzipError) -> (used: Int, written: Int) {
        let input = file.span.bytes.extracting(offset...)
        var output = piece.mutableSpan
        return try input.withUnsafeBytes { input throws(GzipError) in
            try output.withUnsafeMutableBytes { output throws(GzipError) in
                try decoder.decode(input, into: output)
            }
        }
    }
}

/// Why files cannot be a topic.
public enum FileTopicError: Error, Hashable, Sendable, CustomStringConvertible {
    /// One of the files, from zero, cannot be decompressed.
    case damaged(file: Int, GzipError)
    /// They have more bytes than are allowed.
    case tooLarge(maximum: Int)

    /// What is wrong.
    public var description: String {
        switch self {
        case .damaged(let file, let error): "file \(file + 1): \(error)"
        case .tooLarge(let maximum): "the files have more than \(maximum) bytes"
        }
    }
}
