import Foundation
import Testing

@testable import Simulator

/// What servers learn of a proxy's clients.
struct ProxyHeaderTests {
    private func page(
        of request: HTTPRequest,
        _ change: (inout ProxySettings) -> Void = { $0.clients.forwardsHeaders = true }
    ) throws -> [String: String] {
        let bed = ProxyBed(change)
        let answer = bed.ask(request)
        bed.run()
        let response = try #require(try answer.value?.result.get())
        #expect(response.status == 200)
        return try JSONDecoder().decode([String: String].self, from: Data(response.body))
    }

    private func request(
        from client: String?,
        _ headers: RequestDetails.Headers = .init()
    ) -> HTTPRequest {
        var details = RequestDetails()
        details.headers = headers
        let address = client.flatMap { NetworkAddress($0) }
        return HTTPRequest(.get, "/headers", client: address, details: details)
    }

    @Test
    func `the address, the scheme and the host of the client go on, as with nginx's lines`() throws
    {
        #expect(
            try page(of: HTTPRequest(.get, "/headers", client: NetworkAddress("10.0.0.9"))) == [
                "Host": "proxy", "X-Forwarded-For": "10.0.0.9", "X-Forwarded-Proto": "http",
                "X-Real-IP": "10.0.0.9",
            ]
        )
    }

    /// nginx, "$proxy_add_x_forwarded_for": the field of the client with `$remote_addr` appended to
    /// it, separated by a comma.
    @Test
    func `the address is appended to what the client says`() throws {
        var headers = RequestDetails.Headers()
        headers.host = "shop.example"
        headers.forwardedFor = "192.0.2.1, 192.0.2.2"
        headers.realIP = "192.0.2.66"
        #expect(
            try page(of: request(from: "10.0.0.9", headers)) == [
                "Host": "shop.example", "X-Forwarded-For": "192.0.2.1, 192.0.2.2, 10.0.0.9",
                "X-Forwarded-Proto": "http", "X-Real-IP": "10.0.0.9",
            ]
        )
    }

    @Test
    func `without those lines the client's own headers go on, and the host is the group`() throws {
        var headers = RequestDetails.Headers()
        headers.host = "shop.example"
        headers.forwardedFor = "192.0.2.1"
        headers.acceptEncoding = "gzip"
        #expect(
            try page(of: request(from: "10.0.0.9", headers)) { _ in } == [
                "Accept-Encoding": "gzip", "Host": "all", "X-Forwarded-For": "192.0.2.1",
            ]
        )
    }

    @Test
    func `a request without details has none at the server`() throws {
        #expect(try page(of: HTTPRequest(.get, "/headers")) { _ in } == [:])
    }

    /// RFC 9110, section 12.5.3; a weight of zero means "not acceptable".
    @Test(arguments: [
        ("gzip", true), ("br, gzip;q=0.5", true), ("GZIP", true), ("gzip;q=0", false),
        ("gzip; q=0.0", false), ("br", false), ("", false), ("x-gzip-not", false),
    ])
    func `gzip is accepted where it is named with a weight`(text: String, isAccepted: Bool) {
        var headers = RequestDetails.Headers()
        headers.acceptEncoding = text
        #expect(headers.acceptsGzip == isAccepted)
    }
}
