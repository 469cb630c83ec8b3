#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#endif

/// Bytes that come one after the other.
protocol ByteSource: AnyObject {
    /// Fills a part of `buffer`, and says how much; zero at the end.
    func read(into buffer: UnsafeMutableRawBufferPointer) throws(NativeJobError) -> Int
}

/// An open file, a pipe or a device.
final class DescriptorSource: ByteSource {
    private let descriptor: Int32
    private let name: String

    /// The descriptor, which stays open, and what messages call it.
    init(_ descriptor: Int32, name: String) {
        self.descriptor = descriptor
        self.name = name
    }

    func read(into buffer: UnsafeMutableRawBufferPointer) throws(NativeJobError) -> Int {
        while true {
            let count = systemRead(descriptor, buffer)
            if count >= 0 { return count }
            switch errno {
            case EINTR: break
            case EAGAIN:
                var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
                poll(&request, 1, -1)
            default: throw .cannotRead(input: name, .last)
            }
        }
    }
}

/// The system call, by a name that no method hides.
private func systemRead(_ descriptor: Int32, _ buffer: UnsafeMutableRawBufferPointer) -> Int {
    read(descriptor, buffer.baseAddress, buffer.count)
}

/// What another source has, with a look at its first bytes.
final class PeekedSource: ByteSource {
    private let source: any ByteSource
    private var head: [UInt8] = []

    /// Reads the first bytes of `source`.
    init(_ source: any ByteSource) throws(NativeJobError) {
        self.source = source
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 2, alignment: 1)
        defer { buffer.deallocate() }
        while head.count < 2 {
            let rest = UnsafeMutableRawBufferPointer(rebasing: buffer[..<(2 - head.count)])
            let count = try source.read(into: rest)
            if count == 0 { break }
            head += rest[..<count]
        }
    }

    /// Whether the bytes are gzip, by their first two.
    var isGzip: Bool { head.withUnsafeBytes { GzipDecoder.isGzip($0) } }

    func read(into buffer: UnsafeMutableRawBufferPointer) throws(NativeJobError) -> Int {
        guard !head.isEmpty else { return try source.read(into: buffer) }
        let count = min(head.count, buffer.count)
        buffer.copyBytes(from: head[..<count])
        head.removeFirst(count)
        return count
    }
}

/// What another source has, decompressed.
final class GzipSource: ByteSource {
    private let source: any ByteSource
    private let name: String
    private var decoder: GzipDecoder
    private let room = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 16)
    /// What was read and not used: a part of `room`.
    private var waiting = 0..<0

    /// A source over `source`, which messages call `name`.
    init(_ source: any ByteSource, name: String) throws(NativeJobError) {
        self.source = source
        self.name = name
        do throws(GzipError) {
            decoder = try GzipDecoder()
        } catch {
            throw .damagedInput(input: name, error)
        }
    }

    deinit {
        room.deallocate()
    }

    func read(into buffer: UnsafeMutableRawBufferPointer) throws(NativeJobError) -> Int {
        while true {
            let step = try decode(into: buffer)
            waiting = (waiting.lowerBound + step.used)..<waiting.upperBound
            if step.written > 0 { return step.written }
            guard step.used == 0 else { continue }
            // Nothing is left that can be used alone: less than a byte's worth of bits.
            let count = try source.read(into: room)
            waiting = 0..<count
            guard count > 0 else { break }
        }
        do throws(GzipError) {
            try decoder.finish()
        } catch {
            throw .damagedInput(input: name, error)
        }
        return 0
    }

    private func decode(
        into buffer: UnsafeMutableRawBufferPointer
    ) throws(NativeJobError) -> (used: Int, written: Int) {
        let input = UnsafeRawBufferPointer(rebasing: room[waiting])
        do throws(GzipError) {
            return try decoder.decode(input, into: buffer)
        } catch {
            throw .damagedInput(input: name, error)
        }
    }
}
