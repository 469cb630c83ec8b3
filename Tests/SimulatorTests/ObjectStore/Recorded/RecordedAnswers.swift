import Foundation

/// What three S3-compatible servers answered to the same requests: moto 5.2.1, Ceph RGW 16.2.15
/// and SeaweedFS 4.48, by boto3.
struct RecordedAnswers {
    /// One answer: the status, the code of the error, and the headers that matter.
    struct Answer: Equatable, CustomStringConvertible {
        var status: Int
        /// Nil where there is none: no error, or the answer to a head.
        var code: String?
        var headers: [String: String] = [:]

        /// Reads `404 NoSuchKey name=value …`.
        init?(_ text: Substring) {
            let words = text.split(separator: " ").map(String.init)
            guard words.count >= 2, let status = Int(words[0]) else { return nil }
            self.status = status
            code = words[1] == "-" ? nil : words[1]
            var name: String?
            for word in words.dropFirst(2) {
                let parts = word.split(separator: "=", maxSplits: 1).map(String.init)
                if parts.count == 2, Self.names.contains(parts[0]) {
                    name = parts[0]
                    headers[parts[0]] = parts[1]
                } else if let name {
                    headers[name, default: ""] += " " + word
                }
            }
        }

        init(status: Int, code: String? = nil, headers: [String: String] = [:]) {
            self.status = status
            self.code = code
            self.headers = headers
        }

        /// The headers that are compared.
        static let names: Set<String> = [
            "etag", "content-length", "content-range", "x-amz-version-id", "x-amz-delete-marker",
            "x-amz-server-side-encryption", "x-amz-expiration", "x-amz-storage-class",
            "x-amz-server-side-encryption-customer-algorithm", "x-amz-checksum-crc32",
            "x-amz-meta-k", "location", "allow",
        ]

        /// Whether status and code are the same; a head has no code.
        func agrees(with other: Answer) -> Bool {
            status == other.status && (code == nil || other.code == nil || code == other.code)
        }

        var description: String { "\(status) \(code ?? "-") \(headers.sorted { $0.key < $1.key })" }
    }

    /// The answers of all servers, by the name of the request.
    let answers: [String: [Answer]]
    /// The names in the order of the requests.
    let names: [String]

    static let shared: RecordedAnswers = {
        let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .deletingLastPathComponent().appendingPathComponent("Recordings/answers.txt")
        let text = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
        return RecordedAnswers(text)
    }()

    init(_ text: String) {
        var answers: [String: [Answer]] = [:]
        var names: [String] = []
        for line in text.split(separator: "\n") {
            let cells = line.split(separator: "|")
            let name = cells[0].split(separator: " ")[0]
            names.append(String(name))
            answers[String(name)] = cells.dropFirst().compactMap(Answer.init)
        }
        self.answers = answers
        self.names = names
    }

    /// What is wrong with our answer to a request.
    ///
    /// Where all servers agree on status and code, theirs count; where they do not, `decision`.
    /// A header that all of them send alike, who have our status, must be ours too; those that
    /// tell of versions must not be ours where nobody sends them.
    func findings(_ name: String, ours: Answer, decision: Answer?) -> [String] {
        guard let theirs = answers[name], theirs.count == 3 else { return ["\(name): no answers"] }
        let isAgreed = theirs.allSatisfy { $0.agrees(with: theirs[0]) }
        if isAgreed, decision != nil { return ["\(name): nothing to decide, all agree"] }
        guard let expected = isAgreed ? theirs[0] : decision else {
            return ["\(name): the servers differ and nothing was decided: \(theirs)"]
        }
        var findings: [String] = []
        if !ours.agrees(with: expected) { findings.append("\(name): \(ours), not \(expected)") }
        let same = theirs.filter { $0.status == ours.status }
        for header in Answer.names.sorted() where header != "location" {
            let values = Set(same.compactMap { $0.headers[header] })
            if values.count == 1, let value = values.first {
                let mine = ours.headers[header]
                if value == "<v>" ? mine == nil : mine != value {
                    findings.append("\(name): \(header) is \(mine ?? "missing"), not \(value)")
                }
            }
            let tellsOfVersions = ["x-amz-version-id", "x-amz-delete-marker"].contains(header)
            if values.isEmpty, !same.isEmpty, tellsOfVersions, ours.headers[header] != nil {
                findings.append("\(name): nobody else sends \(header)")
            }
        }
        return findings
    }
}
