/// A table as comma-separated values.
///
/// Source: RFC 4180, "Common Format and MIME Type for Comma-Separated Values (CSV) Files", 2005:
/// lines end with CRLF, fields with a comma, a quote or a line end stand in quotes, and quotes in
/// them are doubled.
enum CSVText {
    /// The rows as text; each has as many fields as the first.
    static func written(_ rows: [[String]]) -> String {
        rows.map { $0.map(field).joined(separator: ",") + "\r\n" }.joined()
    }

    private static func field(_ text: String) -> String {
        let needsQuotes = text.utf8.contains { byte in
            byte == UInt8(ascii: ",") || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\n")
                || byte == UInt8(ascii: "\r")
        }
        guard needsQuotes else { return text }
        var quoted = "\""
        for scalar in text.unicodeScalars {
            if scalar == "\"" { quoted += "\"" }
            quoted.unicodeScalars.append(scalar)
        }
        return quoted + "\""
    }
}
