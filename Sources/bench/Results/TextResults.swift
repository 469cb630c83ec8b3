import Simulator

/// A table for readers: keys, results, and then what was counted.
///
/// Bytes that are no text are replaced, control characters are written as escapes, and what is
/// very long is cut. A result that is a number stands to the right of its column.
struct TextResults: ResultWriter {
    /// The most columns that a key takes.
    private static let widthMaximum = 60

    func write(_ results: NativeJobResults, to output: BufferedOutput) throws {
        var keyWidth = "key".count
        var valueWidth = "value".count
        var shown = 0
        try results.forEach { key, value in
            keyWidth = max(keyWidth, Self.text(of: key).unicodeScalars.count)
            valueWidth = max(valueWidth, Self.text(of: value).unicodeScalars.count)
            shown += 1
        }
        try output.append("\(Self.padded("key", keyWidth))  \(Self.aligned("value", valueWidth))\n")
        try results.forEach { key, value in
            let text = Self.text(of: value)
            let column = value.number == nil ? text : Self.aligned(text, valueWidth)
            try output.append("\(Self.padded(Self.text(of: key), keyWidth))  \(column)\n")
        }
        let keys = results.counters.keys
        if shown < keys {
            try output.append("\(Self.grouped(shown)) of \(Self.grouped(keys)) keys\n")
        }
        let rows = CounterRow.rows(of: results.counters)
        let titleWidth = rows.map(\.title.count).max() ?? 0
        let numberWidth = rows.map { Self.grouped($0.value).count }.max() ?? 0
        try output.append("\n")
        for row in rows {
            let number = Self.aligned(Self.grouped(row.value), numberWidth)
            try output.append("\(Self.padded(row.title, titleWidth))  \(number)\n")
        }
        if let record = results.counters.map.firstBadRecord {
            try output.append("first bad record: \(record)\n")
        }
    }

    private static func text(of key: ByteView) -> String {
        var text = ""
        var width = 0
        // No key needs more bytes than four for each of its columns.
        for scalar in String(decoding: key.prefix(4 * widthMaximum + 4), as: UTF8.self)
            .unicodeScalars
        {
            if width >= widthMaximum - 1 { return text + "…" }
            let isControl = scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value)
            let piece = isControl ? "\\u{\(String(scalar.value, radix: 16))}" : String(scalar)
            text += piece
            width += piece.unicodeScalars.count
        }
        return text
    }

    private static func text(of value: ReducedValue) -> String {
        switch value {
        case .integer(let number): return grouped(number)
        case .decimal(let number):
            let digits = number.description.split(separator: ".", maxSplits: 1)
            let isNegative = digits[0].hasPrefix("-")
            let whole = grouped(Int128(digits[0].drop { $0 == "-" }) ?? 0)
            return (isNegative ? "-" : "") + whole + (digits.count == 2 ? ".\(digits[1])" : "")
        case .bytes, .list, .record:
            var bytes: [UInt8] = []
            value.append(to: &bytes)
            return bytes.withUnsafeBytes { text(of: ByteView($0)) }
        }
    }

    /// A number with a comma between thousands.
    private static func grouped(_ number: some SignedInteger) -> String {
        let digits = String(number.magnitude)
        var text = ""
        for (place, digit) in digits.enumerated() {
            if place > 0, (digits.count - place) % 3 == 0 { text += "," }
            text.append(digit)
        }
        return number < 0 ? "-\(text)" : text
    }

    private static func padded(_ text: String, _ width: Int) -> String {
        text + String(repeating: " ", count: max(0, width - text.unicodeScalars.count))
    }

    private static func aligned(_ text: String, _ width: Int) -> String {
        String(repeating: " ", count: max(0, width - text.unicodeScalars.count)) + text
    }
}
