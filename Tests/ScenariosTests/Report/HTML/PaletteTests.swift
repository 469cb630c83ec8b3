import Foundation
import Simulator
import Testing

@testable import Scenarios

struct PaletteTests {
    /// The colours of the style sheet: of a light page, and of a dark one.
    private static let palettes: [[String: String]] = {
        let parts = HTMLTemplates.style.components(separatedBy: ":root {")
        return parts.dropFirst().prefix(2).map { part in
            let body = part.prefix { $0 != "}" }
            let pairs = body.split(separator: ";").compactMap { line -> (String, String)? in
                let words = line.split(separator: ":").map {
                    $0.trimmingPrefix(while: \.isWhitespace)
                }
                guard words.count == 2, words[1].hasPrefix("#") else { return nil }
                return (String(words[0]), String(words[1]))
            }
            return Dictionary(pairs, uniquingKeysWith: { first, _ in first })
        }
    }()

    /// The relative luminance of a colour `#rrggbb`.
    ///
    /// Source: W3C, "Web Content Accessibility Guidelines 2.2", 2023.
    private static func luminance(_ colour: String) throws -> Double {
        let number = try #require(Int(colour.dropFirst(), radix: 16))
        let parts = [16, 8, 0].map { shift -> Double in
            let part = Double(number >> shift & 0xFF) / 255
            return part <= 0.04045 ? part / 12.92 : Mathematics.power((part + 0.055) / 1.055, 2.4)
        }
        return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]
    }

    private static func contrast(_ one: String, _ other: String) throws -> Double {
        let values = [try luminance(one), try luminance(other)].sorted()
        return (values[1] + 0.05) / (values[0] + 0.05)
    }

    @Test
    func `black on white has the greatest contrast`() throws {
        #expect(abs(try Self.contrast("#000000", "#ffffff") - 21) < 1e-9)
        #expect(abs(try Self.contrast("#767676", "#ffffff") - 4.54) < 0.01)
    }

    @Test(arguments: [0, 1])
    func `text can be read on what is behind it`(index: Int) throws {
        let palette = try #require(Self.palettes.count == 2 ? Self.palettes[index] : nil)
        let pairs = [
            ("text", "back"), ("text", "raised"), ("muted", "back"), ("muted", "raised"),
            ("link", "back"), ("good", "back"), ("good", "good-back"), ("bad", "back"),
            ("bad", "bad-back"), ("unsure", "back"), ("unsure", "unsure-back"),
        ]
        for (front, back) in pairs {
            let colours = try (#require(palette["--\(front)"]), #require(palette["--\(back)"]))
            let contrast = try Self.contrast(colours.0, colours.1)
            #expect(contrast >= 4.5, "\(front) on \(back): \(contrast)")
        }
    }

    @Test(arguments: [0, 1])
    func `what is drawn can be told from what is behind it`(index: Int) throws {
        let palette = try #require(Self.palettes.count == 2 ? Self.palettes[index] : nil)
        let back = try #require(palette["--back"])
        for number in 0..<8 {
            let colour = try #require(palette["--s\(number)"])
            let contrast = try Self.contrast(colour, back)
            #expect(contrast >= 3, "series \(number): \(contrast)")
        }
    }
}
