internal import CYaml

/// The stream of parsing events of one text, each with its place.
///
/// Yams' own composer stops at the first duplicate key, loses its place, and hashes keys of any
/// shape; so the events of its copy of
/// libyaml are read directly. libyaml reads everything before it reports anything but syntax.
final class YAMLEvents {
    /// What libyaml reports.
    enum Kind {
        case streamStart, streamEnd, documentStart, documentEnd
        case alias(String)
        case scalar(String, plain: Bool)
        case sequenceStart, sequenceEnd, mappingStart, mappingEnd
    }

    /// One report with its place and the properties of its node.
    struct Event {
        var kind: Kind
        var location: SourceLocation
        var anchor: String?
        var tag: String?
    }

    private let source: SourceText
    private let bytes: UnsafeMutableBufferPointer<UInt8>
    private let parser: UnsafeMutablePointer<yaml_parser_t>

    /// Prepares to read a text that is known to be UTF-8 without control characters.
    init(_ source: SourceText, text: String) {
        self.source = source
        bytes = .allocate(capacity: max(1, text.utf8.count))
        _ = bytes.initialize(from: text.utf8)
        parser = .allocate(capacity: 1)
        let ready = yaml_parser_initialize(parser)
        precondition(ready == 1, "no memory for a YAML parser")
        yaml_parser_set_encoding(parser, YAML_UTF8_ENCODING)
        yaml_parser_set_input_string(parser, bytes.baseAddress, text.utf8.count)
    }

    deinit {
        yaml_parser_delete(parser)
        parser.deallocate()
        bytes.deallocate()
    }

    /// The next event.
    func next() throws(Diagnostic) -> Event {
        var raw = yaml_event_t()
        guard yaml_parser_parse(parser, &raw) == 1 else { throw syntaxError() }
        defer { yaml_event_delete(&raw) }
        return event(raw)
    }

    private func location(_ mark: yaml_mark_t) -> SourceLocation {
        SourceLocation(source: source, line: Int(mark.line) + 1, column: Int(mark.column) + 1)
    }

    private func event(_ raw: yaml_event_t) -> Event {
        var event = Event(kind: .streamEnd, location: location(raw.start_mark))
        switch raw.type {
        case YAML_STREAM_START_EVENT: event.kind = .streamStart
        case YAML_DOCUMENT_START_EVENT: event.kind = .documentStart
        case YAML_DOCUMENT_END_EVENT: event.kind = .documentEnd
        case YAML_ALIAS_EVENT: event.kind = .alias(text(raw.data.alias.anchor) ?? "")
        case YAML_SCALAR_EVENT:
            let scalar = raw.data.scalar
            let content = UnsafeBufferPointer(start: scalar.value, count: Int(scalar.length))
            let plain = scalar.style == YAML_PLAIN_SCALAR_STYLE
            event.kind = .scalar(String(decoding: content, as: UTF8.self), plain: plain)
            event.anchor = text(scalar.anchor)
            event.tag = text(scalar.tag)
        case YAML_SEQUENCE_START_EVENT:
            event.kind = .sequenceStart
            event.anchor = text(raw.data.sequence_start.anchor)
            event.tag = text(raw.data.sequence_start.tag)
        case YAML_SEQUENCE_END_EVENT: event.kind = .sequenceEnd
        case YAML_MAPPING_START_EVENT:
            event.kind = .mappingStart
            event.anchor = text(raw.data.mapping_start.anchor)
            event.tag = text(raw.data.mapping_start.tag)
        case YAML_MAPPING_END_EVENT: event.kind = .mappingEnd
        default: break
        }
        return event
    }

    private func text(_ pointer: UnsafePointer<UInt8>?) -> String? {
        pointer.map { String(cString: $0) }
    }

    private func text(_ pointer: UnsafeMutablePointer<UInt8>?) -> String? {
        pointer.map { String(cString: $0) }
    }

    private func syntaxError() -> Diagnostic {
        let state = parser.pointee
        let problem = state.problem.map { String(cString: $0) } ?? "unreadable text"
        // libyaml gives up before the reader counts the levels.
        if problem.lowercased().contains("nesting") {
            return YAMLLimits.tooDeep(at: location(state.problem_mark))
        }
        var place = location(state.problem_mark)
        if place.line >= source.lines.count, state.context != nil, state.context_mark.line > 0 {
            place = location(state.context_mark)
        }
        if place.line > source.lines.count {
            let length = source.lines.last?.unicodeScalars.count ?? 0
            place = SourceLocation(source: source, line: source.lines.count, column: length + 1)
        }
        var diagnostic = Diagnostic("not valid YAML: \(problem)", at: place)
        if let context = state.context {
            let mark = state.context_mark
            diagnostic.hint = "\(String(cString: context)) at line \(mark.line + 1)"
        }
        let line = Array((source.line(place.line) ?? "").unicodeScalars)
        if line.prefix(place.column).contains("\t") {
            diagnostic.hint = "indent with blanks, not with tabs"
        }
        return diagnostic
    }
}
