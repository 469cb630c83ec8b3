import Foundation
import Simulator
import Testing

/// The domains of addresses such as `ann@example.org`, each with the number one.
struct Domains: MapFunction {
    func map(_ record: Record, into output: inout MapOutput<Int>) throws(BadRecord) {
        let parts = String(decoding: record.bytes, as: UTF8.self).split(separator: "@")
        guard parts.count == 2 else { throw BadRecord("expected one @") }
        output.emit(copying: Array(parts[1].lowercased().utf8), 1)
    }
}

@Test
func `addresses of a real file are counted by domain, on several threads`() throws {
    let folder = FileManager.default.temporaryDirectory
    let file = folder.appendingPathComponent("addresses-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: file) }
    let lines = "ann@example.org\nbob@Example.org\nnobody\ncem@example.net\n"
    try lines.write(to: file, atomically: true, encoding: .utf8)

    let code = JobCode(map: Domains(), combining: Sum<Int>())
    var settings = NativeJobSettings()
    settings.mappers = 2
    let results = try NativeJob(code, settings: settings).run([.file(file.path)])
    var counts: [String] = []
    try results.forEach { key, value in
        guard case .integer(let count) = value else { return }
        counts.append("\(String(decoding: key, as: UTF8.self)) \(count)")
    }
    #expect(counts == ["example.net 1", "example.org 2"])
    #expect(results.counters.map.badRecords == 1)
}
