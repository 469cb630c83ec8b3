import FoundationEssentials
import Mustache
import Simulator

/// The templates of pages, with what stands in every page.
enum HTMLTemplates {
    /// The values that a template shows, by name.
    typealias Model = [String: Any]

    /// The style of every page.
    static let style = text(PackageResources.style_css)
    /// The script of every page, between marks that make it text to readers of XML as well.
    static let script = "//<![CDATA[\n\(text(PackageResources.script_js))//]]>\n"

    /// What a page may do: show itself, and run its own script; nothing is fetched.
    ///
    /// Source: W3C, "Content Security Policy Level 3".
    static let policy = [
        "default-src 'none'", "style-src '\(digest(of: style))'",
        "script-src '\(digest(of: script))'", "img-src data:", "base-uri 'none'",
        "form-action 'none'",
    ].joined(separator: "; ")

    /// The page of a model.
    static func page(_ model: Model) -> String {
        library.render(model, withTemplate: "page") ?? ""
    }

    private static let library: MustacheLibrary = {
        MustacheContentTypes.register(XMLContentType(), named: "XML")
        var library = MustacheLibrary()
        let templates = [
            ("page", PackageResources.page_mustache), ("part", PackageResources.part_mustache),
            ("block", PackageResources.block_mustache), ("card", PackageResources.card_mustache),
            ("table", PackageResources.table_mustache),
            ("figure", PackageResources.figure_mustache),
            ("value", PackageResources.value_mustache),
        ]
        for (name, bytes) in templates {
            // A line feed at the end would stand between a value and its tag.
            let text = text(bytes)
            let body = name == "value" ? String(text.dropLast()) : text
            do {
                try library.register(body, named: name)
            } catch {
                preconditionFailure("the template '\(name)' is wrong: \(error)")
            }
        }
        return library
    }()

    private static func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

    private static func digest(of text: String) -> String {
        let digest = Array(text.utf8).withUnsafeBytes { SHA256Hash().digest($0) }
        return "sha256-\(Data(digest).base64EncodedString())"
    }
}

/// Text in pages that readers of XML read too.
///
/// The library's own way to escape HTML compares whole characters, so that a quote with an accent
/// over it would end an attribute.
private struct XMLContentType: MustacheContentType {
    func escapeText(_ text: String) -> String { XMLText.escaped(text) }
}
