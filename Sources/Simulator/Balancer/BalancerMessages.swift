import FoundationEssentials

/// The bodies of the balancer's interface, in the shapes of its specification.
enum BalancerMessages {
    /// What `/add` and `/rm` ask for.
    struct Change: Equatable {
        var count: Int
        var names: [String]
    }

    private struct ChangeBody: Decodable {
        var n: Int
        var hostnames: [String]?
    }

    private struct Replicas: Encodable {
        struct Message: Encodable {
            var N: Int
            var replicas: [String]
        }

        var message: Message
        var status = "successful"
    }

    private struct Text: Encodable {
        var message: String
        var status: String
    }

    /// Reads `{"n":4,"hostnames":["S5"]}`, or the form `server_id=S5` that adds or removes one
    /// server.
    static func change(from body: [UInt8]) throws(PoolError) -> Change {
        if let form = form(body) { return form }
        guard let decoded = try? JSONDecoder().decode(ChangeBody.self, from: Data(body)) else {
            throw .malformed
        }
        return Change(count: decoded.n, names: decoded.hostnames ?? [])
    }

    /// Reads the form that `curl -d server_id=S5` sends; other fields do not matter.
    private static func form(_ body: [UInt8]) -> Change? {
        guard let name = FormText.value(of: "server_id", in: body), !name.isEmpty else {
            return nil
        }
        return Change(count: 1, names: [name])
    }

    /// `{"message":{"N":3,"replicas":[…]},"status":"successful"}`
    static func replicas(_ names: [String]) -> [UInt8] {
        encode(Replicas(message: .init(N: names.count, replicas: names)))
    }

    /// `{"message":"…","status":"failure"}`
    static func failure(_ message: String) -> [UInt8] {
        encode(Text(message: message, status: "failure"))
    }

    /// `{"message":"Hello from Server: [ID]","status":"successful"}`
    static func greeting(_ identifier: Int) -> [UInt8] {
        encode(Text(message: "Hello from Server: \(identifier)", status: "successful"))
    }

    /// The answer to a path that no server knows.
    static func unknownPath(_ path: String) -> [UInt8] {
        failure("<Error> '\(path)' endpoint does not exist in server replicas")
    }

    private static func encode(_ value: some Encodable) -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        // Structures of strings and integers always encode.
        return (try? encoder.encode(value)).map { Array($0) } ?? []
    }
}
