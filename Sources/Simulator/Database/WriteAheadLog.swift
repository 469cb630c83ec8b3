import OrderedCollections

/// The bytes of a log of transactions, as they stand on the disk.
///
/// A record is the length of its body, the CRC-32 of the body, and the body: the changes of one
/// transaction. What a crash cuts short, or leaves damaged, ends the log: it was not durable.
enum WriteAheadLog {
    /// The record of one transaction.
    static func record(_ changes: [ResolvedChange]) -> [UInt8] {
        var body: [UInt8] = []
        VariableLengthInteger.append(changes.count, to: &body)
        for change in changes { append(change, to: &body) }
        var record: [UInt8] = []
        VariableLengthInteger.append(body.count, to: &record)
        withUnsafeBytes(of: checksum(body).littleEndian) { record.append(contentsOf: $0) }
        return record + body
    }

    /// The transactions of a log as far as it is whole, and how many bytes that is.
    static func replay(_ log: [UInt8]) -> (transactions: [[ResolvedChange]], length: Int) {
        log.withUnsafeBytes { bytes in
            var transactions: [[ResolvedChange]] = []
            var length = 0
            var reader = LogReader(ByteView(bytes))
            while let body = reader.checkedBody() {
                var inner = LogReader(body)
                guard let changes = inner.changes() else { break }
                transactions.append(changes)
                length = reader.offset
            }
            return (transactions, length)
        }
    }

    fileprivate static func checksum(_ body: [UInt8]) -> UInt32 {
        body.withUnsafeBytes { UInt32(truncatingIfNeeded: CRC32().hash($0)) }
    }

    private static func append(_ change: ResolvedChange, to body: inout [UInt8]) {
        switch change {
        case .put(let key, let row):
            body.append(0)
            append(key, to: &body)
            append(row, to: &body)
        case .set(let key, let row):
            body.append(1)
            append(key, to: &body)
            append(row, to: &body)
        case .delete(let key):
            body.append(2)
            append(key, to: &body)
        }
    }

    private static func append(_ key: DatabaseKey, to body: inout [UInt8]) {
        append(Array(key.table.utf8), to: &body)
        append(Array(key.key.utf8), to: &body)
    }

    private static func append(_ bytes: [UInt8], to body: inout [UInt8]) {
        VariableLengthInteger.append(bytes.count, to: &body)
        body.append(contentsOf: bytes)
    }

    private static func append(_ row: DatabaseRow, to body: inout [UInt8]) {
        VariableLengthInteger.append(row.count, to: &body)
        for (column, value) in row {
            append(Array(column.utf8), to: &body)
            switch value {
            case .null: body.append(0)
            case .integer(let number):
                body.append(1)
                withUnsafeBytes(of: Int64(number).littleEndian) { body.append(contentsOf: $0) }
            case .text(let text):
                body.append(2)
                append(Array(text.utf8), to: &body)
            case .bytes(let bytes):
                body.append(3)
                append(bytes, to: &body)
            }
        }
    }
}

/// Reads what the log wrote; gives nothing where the bytes end too soon or make no sense.
private struct LogReader {
    private let bytes: ByteView
    private(set) var offset = 0

    init(_ bytes: ByteView) {
        self.bytes = bytes
    }

    /// The next body whose checksum is right.
    mutating func checkedBody() -> ByteView? {
        guard let length = number(), let sum = fixed(4), let body = slice(length) else {
            return nil
        }
        return UInt64(WriteAheadLog.checksum(Array(body))) == sum ? body : nil
    }

    mutating func changes() -> [ResolvedChange]? {
        guard let count = number() else { return nil }
        var changes: [ResolvedChange] = []
        for _ in 0..<count {
            guard let change = change() else { return nil }
            changes.append(change)
        }
        return changes
    }

    private mutating func change() -> ResolvedChange? {
        guard let kind = slice(1)?.first, let table = text(), let name = text() else { return nil }
        let key = DatabaseKey(table, name)
        switch kind {
        case 0: return row().map { .put(key, $0) }
        case 1: return row().map { .set(key, $0) }
        case 2: return .delete(key)
        default: return nil
        }
    }

    private mutating func row() -> DatabaseRow? {
        guard let count = number() else { return nil }
        var row: DatabaseRow = [:]
        for _ in 0..<count {
            guard let column = text(), let value = value() else { return nil }
            row[column] = value
        }
        return row
    }

    private mutating func value() -> ColumnValue? {
        switch slice(1)?.first {
        case 0: .null
        case 1: fixed(8).map { .integer(Int(Int64(bitPattern: $0))) }
        case 2: text().map { .text($0) }
        case 3: number().flatMap { slice($0) }.map { .bytes(Array($0)) }
        default: nil
        }
    }

    private mutating func number() -> Int? {
        VariableLengthInteger.read(bytes, at: &offset)
    }

    private mutating func text() -> String? {
        number().flatMap { slice($0) }.map { String(decoding: $0, as: UTF8.self) }
    }

    private mutating func fixed(_ count: Int) -> UInt64? {
        slice(count)?.reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }

    private mutating func slice(_ count: Int) -> ByteView? {
        guard count <= bytes.count - offset else { return nil }
        defer { offset += count }
        return bytes.slice(offset..<(offset + count))
    }
}
