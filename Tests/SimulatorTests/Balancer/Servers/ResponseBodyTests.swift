import Foundation
import Testing

@testable import Simulator

/// What endpoints answer with.
struct ResponseBodyTests {
    private func body(_ type: ContentType, _ size: Int, seed: UInt64 = 1) -> ResponseBody {
        ResponseBody(type, size: size, random: Simulation(seed: seed).random("body"))
    }

    @Test(arguments: ContentType.allCases)
    func `a body has its size, and is the same for the same seed`(type: ContentType) {
        for size in [0, 1, 7, 8, 1_000, 65_536] { #expect(body(type, size).bytes.count == size) }
        #expect(body(type, 1_000) == body(type, 1_000))
        #expect(body(type, 1_000) != body(type, 1_000, seed: 2))
    }

    @Test
    func `values are JSON as far as they go`() throws {
        let text = String(decoding: body(.json, 10_000).bytes, as: UTF8.self)
        let end = try #require(text.range(of: "},\n", options: .backwards))
        let whole = text[..<end.lowerBound] + "}]"
        let values = try JSONSerialization.jsonObject(with: Data(whole.utf8))
        #expect((values as? [[String: Any]])?.count ?? 0 > 50)
    }
}
