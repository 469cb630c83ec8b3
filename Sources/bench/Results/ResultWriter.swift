import Simulator

/// Writes the results of a job in some format.
protocol ResultWriter {
    /// Writes everything that belongs to `results`.
    func write(_ results: NativeJobResults, to output: BufferedOutput) throws
}

/// An output that takes small pieces.
final class BufferedOutput {
    private static let capacity = 1 << 16

    private let output: any TextOutput
    private var waiting: [UInt8] = []

    /// An output that hands on to another, which is written when enough has come together.
    init(_ output: any TextOutput) {
        self.output = output
    }

    /// Appends some bytes.
    func append(_ bytes: some Sequence<UInt8>) throws(WriteError) {
        waiting.append(contentsOf: bytes)
        if waiting.count >= Self.capacity { try flush() }
    }

    /// Has `body` append some bytes.
    func append(_ body: (inout [UInt8]) -> Void) throws(WriteError) {
        body(&waiting)
        if waiting.count >= Self.capacity { try flush() }
    }

    /// Appends some text.
    func append(_ text: String) throws(WriteError) {
        try append(text.utf8)
    }

    /// Hands on what is waiting.
    func flush() throws(WriteError) {
        try output.write(bytes: waiting)
        waiting.removeAll(keepingCapacity: true)
    }
}

/// A key, a tab and a result on each line, as they are: what has tabs or line breaks itself is
/// not to be told apart.
struct TSVResults: ResultWriter {
    func write(_ results: NativeJobResults, to output: BufferedOutput) throws {
        try results.forEach { key, value in
            try output.append { line in
                line.append(contentsOf: key.buffer)
                line.append(0x09)
                value.append(to: &line)
                line.append(0x0A)
            }
        }
    }
}

/// Comma-separated values (RFC 4180), the bytes of keys as they are.
struct CSVResults: ResultWriter {
    func write(_ results: NativeJobResults, to output: BufferedOutput) throws {
        try output.append("key,value\r\n")
        var text: [UInt8] = []
        var line: [UInt8] = []
        try results.forEach { key, value in
            text.removeAll(keepingCapacity: true)
            line.removeAll(keepingCapacity: true)
            value.append(to: &text)
            Self.append(key, to: &line)
            line.append(UInt8(ascii: ","))
            Self.append(text, to: &line)
            line += [0x0D, 0x0A]
            try output.append(line)
        }
    }

    /// Appends a field, between quotes where it must be.
    private static func append(_ field: some Collection<UInt8>, to line: inout [UInt8]) {
        let quote = UInt8(ascii: "\"")
        let isPlain = field.allSatisfy {
            $0 != quote && $0 != UInt8(ascii: ",") && $0 != 0x0A && $0 != 0x0D
        }
        guard !isPlain else {
            line.append(contentsOf: field)
            return
        }
        line.append(quote)
        for byte in field {
            if byte == quote { line.append(quote) }
            line.append(byte)
        }
        line.append(quote)
    }
}
