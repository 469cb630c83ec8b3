/// The formats of names and texts.
extension ValueFormat where Value == String {
    private static func text(
        _ name: String,
        example: String,
        form: ScalarShape.Form = .text,
        _ parse: @escaping @Sendable (String) throws(ValueProblem) -> String
    ) -> ValueFormat {
        .scalar(
            ScalarShape(name: name, example: example, form: form),
            parse: parse,
            write: { $0 }
        )
    }

    /// The name of a component.
    static var name: ValueFormat {
        text("a name", example: "Server 1", NameText.name)
    }

    /// The name of a scenario.
    static var slug: ValueFormat {
        text(
            "a name of lower-case letters, digits and '-'",
            example: "a-1",
            form: .pattern("^[a-z0-9][a-z0-9-]*$"),
            NameText.slug
        )
    }

    /// One line of text.
    static var line: ValueFormat {
        text("one line of text", example: "Load of three servers") { text throws(ValueProblem) in
            try NameText.line(text)
        }
    }

    /// The value of a header of a request or an answer.
    static var headerValue: ValueFormat {
        text("one line of text", example: "gzip") { text throws(ValueProblem) in
            try NameText.line(text, longest: NameText.longestInRequest)
        }
    }

    /// Text of any number of lines.
    static var anyText: ValueFormat {
        text("text", example: "n=1") { text throws(ValueProblem) in text }
    }

    /// Names with `{i}` for the number.
    static var namePattern: ValueFormat {
        text("a name pattern", example: "\"Server {i}\"", NameText.pattern)
    }

    /// The path of a request.
    static var requestPath: ValueFormat {
        text(
            "a path that begins with '/'",
            example: "/home",
            form: .pattern("^/[^ ]*$"),
            NameText.requestPath
        )
    }
}
