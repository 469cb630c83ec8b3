import CZlib

/// Compresses whole responses with gzip (RFC 1952), as nginx does.
public enum GzipEncoder {
    /// The window and the memory that nginx gives zlib, as its parameters: for what is small both
    /// shrink.
    ///
    /// Source: nginx, `ngx_http_gzip_filter_memory`; the defaults are `MAX_WBITS` and
    /// `MAX_MEM_LEVEL - 1`.
    static func parameters(for size: Int) -> (windowBits: Int32, memoryLevel: Int32) {
        var (windowBits, memoryLevel) = (MAX_WBITS, MAX_MEM_LEVEL - 1)
        // zlib can use all of its window but for 262 bytes.
        while size > 0, size < (1 << (windowBits - 1)) - 262 {
            windowBits -= 1
            memoryLevel -= 1
        }
        return (windowBits, max(1, memoryLevel))
    }

    /// Compresses `bytes`.
    ///
    /// Other builds of zlib may give other bytes, and other lengths.
    ///
    /// - Parameters:
    ///   - bytes: What is compressed.
    ///   - level: From 1, the fastest, to 9.
    public static func encode(_ bytes: [UInt8], level: Int) throws(GzipError) -> [UInt8] {
        precondition((1...9).contains(level), "a level from 1 to 9")
        var stream = z_stream()
        let (windowBits, memoryLevel) = parameters(for: bytes.count)
        let begun = deflateInit2_(
            &stream,
            Int32(level),
            Z_DEFLATED,
            windowBits + 16,
            memoryLevel,
            Z_DEFAULT_STRATEGY,
            ZLIB_VERSION,
            Int32(MemoryLayout<z_stream>.size)
        )
        guard begun == Z_OK else { throw .noMemory }
        defer { deflateEnd(&stream) }
        let bound = Int(deflateBound(&stream, UInt(bytes.count)))
        var status = Z_OK
        let output = [UInt8](unsafeUninitializedCapacity: bound) { output, count in
            bytes.withUnsafeBufferPointer { input in
                stream.next_in = UnsafeMutablePointer(mutating: input.baseAddress)
                stream.avail_in = UInt32(input.count)
                stream.next_out = output.baseAddress
                stream.avail_out = UInt32(bound)
                status = deflate(&stream, Z_FINISH)
                count = bound - Int(stream.avail_out)
            }
        }
        guard status == Z_STREAM_END else { throw .noMemory }
        return output
    }
}
