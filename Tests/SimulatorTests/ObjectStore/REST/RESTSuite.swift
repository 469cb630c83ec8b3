@testable import Simulator

/// A suite whose tests send requests to a store of their own.
protocol RESTSuite {
    var battery: RESTBattery { get }
}

extension RESTSuite {
    /// Sends a request; a second passes.
    func send(
        _ method: HTTPMethod,
        _ path: String,
        _ headers: [(String, String)] = [],
        _ body: String = ""
    ) -> RESTResponse {
        battery.send("", method, path, headers, body)
    }
}
