import Foundation
import Testing

@testable import Simulator

/// One recorded run of a real nginx: its configuration and what it did with every request.
struct NginxRun: Decodable, CustomTestStringConvertible {
    /// What a backend answers, in turn.
    struct Script: Decodable {
        let answers: [String]

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            if let list = try? container.decode([Answer].self) {
                answers = list.map(\.text)
            } else {
                answers = [try container.decode(Answer.self).text]
            }
        }
    }

    /// A status as a number, or a word.
    struct Answer: Decodable {
        let text: String

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            if let number = try? container.decode(Int.self) {
                text = String(number)
            } else {
                text = try container.decode(String.self)
            }
        }
    }

    /// A request, or the end of one that was held open.
    struct Step: Decodable {
        let at: Int?
        let path: String?
        let ip: String?
        let method: String?
        let begin: Int?
        let end: Int?
        let tried: [Int]?
        let upstreamStatus: [String]?
        let status: Int?
        let arrived: Int?
        let took: Int?
        let limit: String?
        let connection: Int?

        enum CodingKeys: String, CodingKey {
            case at, path, ip, method, begin, end, tried, status, arrived, took, limit, connection
            case upstreamStatus = "upstream_status"
        }
    }

    let name: String
    let upstream: String
    let location: String?
    let http: String?
    let portBase: Int
    let down: [Int]
    let statuses: [String: Script]
    let sequence: [Step]

    enum CodingKeys: String, CodingKey {
        case name = "case"
        case portBase = "port_base"
        case upstream, location, http, down, statuses, sequence
    }

    var testDescription: String { name }

    /// What the variable that the servers are chosen by is for a path: the argument `k`, or the
    /// path itself.
    func key(of path: String) -> PlacementKey {
        let variable = NginxDirectives(upstream).parameters(of: "hash")?.first
        guard variable == "$arg_k" else { return PlacementKey(path) }
        return PlacementKey(String(path.drop { $0 != "=" }.dropFirst()))
    }

    /// Every run in the folder of recordings, by name.
    static let all: [NginxRun] = {
        let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .deletingLastPathComponent().appendingPathComponent("Recordings")
        let files = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        return files.filter { $0.hasSuffix(".json") }.sorted().compactMap { file in
            guard let data = try? Data(contentsOf: folder.appendingPathComponent(file)) else {
                return nil
            }
            return try? JSONDecoder().decode(NginxRun.self, from: data)
        }
    }()

    static func named(_ name: String) -> NginxRun? {
        all.first { $0.name == name }
    }
}

/// A part of nginx's configuration: directives with their parameters.
struct NginxDirectives {
    let directives: [[String]]

    init(_ text: String) {
        directives = text.split(separator: ";").map { directive in
            directive.split(whereSeparator: \.isWhitespace).map(String.init)
        }.filter { !$0.isEmpty }
    }

    func parameters(of name: String) -> [String]? {
        directives.first { $0[0] == name }.map { Array($0.dropFirst()) }
    }

    /// The servers, as far as the group knows their parameters.
    var servers: [UpstreamServer] {
        directives.filter { $0[0] == "server" }.map { words in
            var server = UpstreamServer(words[1])
            for word in words.dropFirst(2) {
                let parts = word.split(separator: "=").map(String.init)
                switch parts[0] {
                case "weight": server.weight = Int(parts[1]) ?? 0
                case "max_fails": server.failuresMaximum = Int(parts[1]) ?? -1
                case "fail_timeout": server.failTimeout = Self.duration(parts[1])
                case "max_conns": server.connectionsMaximum = Int(parts[1]) ?? -1
                case "backup": server.isBackup = true
                case "down": server.isDown = true
                default: break
                }
            }
            return server
        }
    }

    var strategy: UpstreamStrategy {
        for words in directives {
            switch words[0] {
            case "least_conn": return .leastConnections
            case "ip_hash": return .addressHash
            case "hash": return words.last == "consistent" ? .consistentHash : .hash
            case "random": return words.count > 1 ? .randomTwo : .random
            default: continue
            }
        }
        return .roundRobin
    }

    var retryRule: RetryRule {
        var rule = RetryRule()
        if let words = parameters(of: "proxy_next_upstream") {
            rule.conditions = words.reduce(into: []) { $0.formUnion(Self.conditions[$1] ?? []) }
        }
        if let words = parameters(of: "proxy_next_upstream_tries") {
            rule.triesMaximum = Int(words[0]) ?? 0
        }
        if let words = parameters(of: "proxy_next_upstream_timeout") {
            rule.timeout = Self.duration(words[0])
        }
        return rule
    }

    private static let conditions: [String: RetryConditions] = [
        "error": .error, "timeout": .timeout, "invalid_header": .invalidHeader,
        "http_500": .http500, "http_502": .http502, "http_503": .http503, "http_504": .http504,
        "http_403": .http403, "http_404": .http404, "http_429": .http429,
        "non_idempotent": .nonIdempotent, "off": .off,
    ]

    static func duration(_ text: String) -> Duration {
        if text.hasSuffix("ms") { return .milliseconds(Int(text.dropLast(2)) ?? 0) }
        if text.hasSuffix("s") { return .seconds(Int(text.dropLast()) ?? 0) }
        return .seconds(Int(text) ?? 0)
    }
}
