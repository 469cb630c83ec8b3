import Testing

@testable import Simulator

/// Which responses a proxy compresses, by the conditions of nginx's gzip filter.
struct ProxyGzipTests {
    private static let random = Simulation(seed: 1).random("body")

    private func server() -> WebServerSettings {
        WebServerSettings(
            service: .constant(.milliseconds(2)),
            endpoints: [
                .init("/page", body: ResponseBody(.text, size: 50_000, random: Self.random)),
                .init("/values", body: ResponseBody(.json, size: 50_000, random: Self.random)),
                .init("/song", body: ResponseBody(.audio, size: 50_000, random: Self.random)),
                .init("/note", body: ResponseBody(.text, size: 99, random: Self.random)),
            ]
        )
    }

    private func ask(
        _ path: String,
        accepting encoding: String? = "gzip",
        _ gzip: ProxyClientSettings.Gzip = .init(minimum: 100, rate: 1_000_000)
    ) throws -> (response: HTTPResponse, time: Int, figures: ClientFigures) {
        let bed = ProxyBed(servers: 1, server: server()) { $0.clients.gzip = gzip }
        var details = RequestDetails()
        details.headers.acceptEncoding = encoding
        let answer = bed.ask(HTTPRequest(.get, path, details: details))
        bed.run()
        let value = try #require(answer.value)
        return (try value.result.get(), value.instant.milliseconds, bed.journal.clients)
    }

    @Test
    func `a page is compressed, which keeps the worker busy by its size`() throws {
        let (response, time, figures) = try ask("/page")
        #expect(response.isGzipped)
        // 50,000 bytes at a million a second.
        #expect(time == 8 + 50)
        #expect(figures.gzipped == 1 && figures.bytesBefore == 50_000)
        #expect(figures.bytesAfter == response.body.count)
        // Words of 64 take 6 bits each, of 7 letters with the blank: about a fifth.
        #expect((10_000...20_000).contains(response.body.count))
        let plain = try GzipDecoder.decode(response.body)
        #expect(plain == ResponseBody(.text, size: 50_000, random: Self.random).bytes)
    }

    @Test
    func `only what is long enough, of a type that is named, for clients that accept it`() throws {
        for (path, encoding) in [
            ("/values", "gzip"), ("/song", "gzip"), ("/note", "gzip"), ("/page", "br"),
            ("/none", "gzip"), ("/page", nil),
        ] {
            let (response, time, figures) = try ask(path, accepting: encoding)
            #expect(!response.isGzipped && figures.gzipped == 0, "\(path)")
            #expect(time <= 8)
        }
        let named = ProxyClientSettings.Gzip(minimum: 99, types: [.json], rate: 1_000_000)
        #expect(try ask("/values", named).response.isGzipped)
        #expect(try ask("/note", named).response.isGzipped)
    }

    /// nginx, `ngx_http_gzip_header_filter`.
    @Test(arguments: [(200, true), (403, true), (404, true), (500, false), (201, false)])
    func `only with status 200, 403 and 404`(status: Int, isCompressed: Bool) {
        let store = GzipStore(.init(rate: 1_000))
        var details = RequestDetails()
        details.headers.acceptEncoding = "gzip"
        var response = HTTPResponse(
            status: status,
            body: [UInt8](repeating: 7, count: 1_000),
            type: .text
        )
        #expect((store.compressed(response, for: details) != nil) == isCompressed)
        response.isGzipped = true
        #expect(store.compressed(response, for: details) == nil)
        #expect(store.compressed(HTTPResponse(status: status, type: .text), for: details) == nil)
    }

    @Test
    func `sound grows by being compressed, and a client reads the fewer bytes of a page sooner`()
        throws
    {
        let all = ProxyClientSettings.Gzip(types: [.audio], rate: 1_000_000_000)
        #expect(try ask("/song", all).response.body.count > 50_000)
        for buffers in [true, false] {
            let bed = ProxyBed(servers: 1, server: server()) {
                $0.clients.gzip = .init(rate: 1_000_000_000)
                $0.routes[0].buffersResponses = buffers
            }
            var details = RequestDetails()
            details.headers.acceptEncoding = "gzip"
            details.reading = 1_000
            let answer = bed.ask(HTTPRequest(.get, "/page", details: details))
            bed.run()
            let value = try #require(answer.value)
            let bytes = try value.result.get().body.count
            let milliseconds = value.instant.milliseconds
            #expect((bytes + 8...bytes + 9).contains(milliseconds))
        }
    }
}
