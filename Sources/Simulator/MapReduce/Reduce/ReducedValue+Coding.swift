extension ReducedValue {
    /// What kind of result follows, in the first byte.
    private enum Kind: UInt8 {
        case integer, decimal, bytes, list, record
    }

    /// Appends the result as bytes, for another time.
    func encode(into bytes: inout [UInt8]) {
        switch self {
        case .integer(let number):
            bytes.append(Kind.integer.rawValue)
            number.encode(into: &bytes)
        case .decimal(let number):
            bytes.append(Kind.decimal.rawValue)
            number.encode(into: &bytes)
        case .bytes(let content):
            bytes.append(Kind.bytes.rawValue)
            bytes += content
        case .list(let values):
            bytes.append(Kind.list.rawValue)
            for value in values { value.encodeWithLength(into: &bytes) }
        case .record(let fields):
            bytes.append(Kind.record.rawValue)
            for field in fields {
                VariableLengthInteger.append(field.name.utf8.count, to: &bytes)
                bytes.append(contentsOf: field.name.utf8)
                field.value.encodeWithLength(into: &bytes)
            }
        }
    }

    private func encodeWithLength(into bytes: inout [UInt8]) {
        var content: [UInt8] = []
        encode(into: &content)
        VariableLengthInteger.append(content.count, to: &bytes)
        bytes += content
    }

    /// The result of `bytes`, which ``encode(into:)`` wrote; nothing where they are none.
    static func decode(_ bytes: ByteView) -> ReducedValue? {
        guard let kind = bytes.first.flatMap(Kind.init) else { return nil }
        let content = bytes.dropping(1)
        switch kind {
        case .integer: return Int128.decode(content).map(ReducedValue.integer)
        case .decimal: return FixedDecimal.decode(content).map(ReducedValue.decimal)
        case .bytes: return .bytes(Array(content))
        case .list:
            return pieces(of: content).flatMap { pieces in
                let values = pieces.compactMap(decode)
                return values.count == pieces.count ? .list(values) : nil
            }
        case .record:
            guard let pieces = pieces(of: content), pieces.count % 2 == 0 else { return nil }
            var fields: [Field] = []
            for place in stride(from: 0, to: pieces.count, by: 2) {
                guard let value = decode(pieces[place + 1]) else { return nil }
                fields.append(Field(String(decoding: pieces[place], as: UTF8.self), value))
            }
            return .record(fields)
        }
    }

    /// The pieces of some bytes, each after its length.
    private static func pieces(of bytes: ByteView) -> [ByteView]? {
        var pieces: [ByteView] = []
        var offset = 0
        while offset < bytes.count {
            guard let length = VariableLengthInteger.read(bytes, at: &offset),
                length <= bytes.count - offset
            else { return nil }
            pieces.append(bytes.slice(offset..<(offset + length)))
            offset += length
        }
        return pieces
    }
}
