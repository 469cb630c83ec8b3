import Simulator

/// One JSON document (RFC 8259) with the counters and every result.
///
/// A key is a string; one whose bytes are not UTF-8 is an object with their hexadecimal digits:
/// `{"hex": "ff00"}`. So are results that are bytes. Whole and decimal numbers are numbers, with
/// all their digits.
struct JSONResults: ResultWriter {
    func write(_ results: NativeJobResults, to output: BufferedOutput) throws {
        try output.append("{\n  \"counters\": {")
        for (number, row) in CounterRow.rows(of: results.counters).enumerated() {
            try output.append("\(number == 0 ? "" : ",")\n    \"\(row.key)\": \(row.value)")
        }
        try output.append("\n  },\n  \"results\": [")
        var isFirst = true
        var text: [UInt8] = []
        try results.forEach { key, value in
            text.removeAll(keepingCapacity: true)
            text.append(contentsOf: "\(isFirst ? "" : ",")\n    {\"key\": ".utf8)
            Self.append(Array(key), to: &text)
            text.append(contentsOf: ", \"value\": ".utf8)
            Self.append(value, to: &text)
            text.append(UInt8(ascii: "}"))
            try output.append(text)
            isFirst = false
        }
        try output.append(isFirst ? "]\n}\n" : "\n  ]\n}\n")
    }

    private static func append(_ value: ReducedValue, to text: inout [UInt8]) {
        switch value {
        case .integer, .decimal: value.append(to: &text)
        case .bytes(let bytes): append(bytes, to: &text)
        case .list(let values):
            text.append(UInt8(ascii: "["))
            for (place, value) in values.enumerated() {
                if place > 0 { text.append(contentsOf: ", ".utf8) }
                append(value, to: &text)
            }
            text.append(UInt8(ascii: "]"))
        case .record(let fields):
            text.append(UInt8(ascii: "{"))
            for (place, field) in fields.enumerated() {
                if place > 0 { text.append(contentsOf: ", ".utf8) }
                append(Array(field.name.utf8), to: &text)
                text.append(contentsOf: ": ".utf8)
                append(field.value, to: &text)
            }
            text.append(UInt8(ascii: "}"))
        }
    }

    private static func append(_ bytes: [UInt8], to text: inout [UInt8]) {
        guard String(validating: bytes, as: UTF8.self) != nil else {
            text.append(contentsOf: "{\"hex\": \"\(Self.digits(bytes))\"}".utf8)
            return
        }
        text.append(UInt8(ascii: "\""))
        for byte in bytes {
            switch byte {
            case UInt8(ascii: "\""): text.append(contentsOf: "\\\"".utf8)
            case UInt8(ascii: "\\"): text.append(contentsOf: "\\\\".utf8)
            case 0x09: text.append(contentsOf: "\\t".utf8)
            case 0x0A: text.append(contentsOf: "\\n".utf8)
            case 0x0D: text.append(contentsOf: "\\r".utf8)
            case 0..<0x20, 0x7F: text.append(contentsOf: "\\u00\(Self.digits([byte]))".utf8)
            default: text.append(byte)
            }
        }
        text.append(UInt8(ascii: "\""))
    }

    private static func digits(_ bytes: [UInt8]) -> String {
        bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }
}

/// A counter of a job, with its names.
struct CounterRow {
    /// The name in JSON.
    let key: String
    /// The name for readers.
    let title: String
    /// The number.
    let value: Int

    /// All counters, in the order in which they are shown.
    static func rows(of counters: NativeJobCounters) -> [CounterRow] {
        [
            CounterRow(key: "bytes", title: "bytes read", value: counters.bytes),
            CounterRow(key: "splits", title: "splits", value: counters.splits),
            CounterRow(key: "records", title: "records", value: counters.map.records),
            CounterRow(key: "bad-records", title: "bad records", value: counters.map.badRecords),
            CounterRow(
                key: "late-records",
                title: "late records",
                value: counters.map.lateRecords
            ),
            CounterRow(key: "pairs", title: "pairs", value: counters.map.pairs),
            CounterRow(
                key: "shuffled-bytes",
                title: "bytes shuffled",
                value: counters.shuffledBytes
            ),
            CounterRow(key: "keys", title: "distinct keys", value: counters.keys),
            CounterRow(key: "spills", title: "spills", value: counters.spills),
            CounterRow(key: "spilled-bytes", title: "bytes spilled", value: counters.spilledBytes),
        ]
    }
}
