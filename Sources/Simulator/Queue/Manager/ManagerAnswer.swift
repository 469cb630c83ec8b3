/// What a manager answers, in the words of the original.
///
/// Source: prasenjit52282/shardQ, `manager/manager.py`, `manager/library/brokerlog.py`,
/// `broker/manager.py`.
struct ManagerAnswer: Sendable {
    let status: Int
    let message: JSONDocument
    /// What stands beside it.
    var more: [JSONDocument.Member] = []

    private init(_ status: Int, _ message: JSONDocument) {
        self.status = status
        self.message = message
    }

    /// It was done.
    static func success(_ message: JSONDocument) -> ManagerAnswer { Self(200, message) }

    /// It was done.
    static func success(_ message: String) -> ManagerAnswer { Self(200, .string(message)) }

    /// It was not done.
    static func failure(_ message: String) -> ManagerAnswer { Self(400, .string(message)) }

    /// Something of the request is missing, or is not what it should be.
    static let badParameters = Self(500, .string("Internal server Error: check params"))

    /// There is no such path, or it takes another method.
    static func problem(_ status: Int, _ message: String) -> ManagerAnswer {
        Self(status, .string(message))
    }

    /// The queue does not answer in time.
    static let unavailable = failure("the queue does not answer")

    /// Whether it was done.
    var isSuccess: Bool { status == 200 }

    /// The answer with something beside its message.
    func with(_ name: String, _ value: String) -> ManagerAnswer {
        var answer = self
        answer.more.append(JSONDocument.Member(name: name, value: .string(value)))
        return answer
    }

    /// The response of HTTP.
    var response: HTTPResponse {
        var members = [JSONDocument.Member(name: "message", value: message)] + more
        let word = isSuccess ? "success" : "failure"
        members.append(JSONDocument.Member(name: "status", value: .string(word)))
        return HTTPResponse(
            status: status,
            body: JSONDocument.object(members).bytes,
            type: .json
        )
    }
}

/// The names that a manager takes.
///
/// Source: prasenjit52282/shardQ, `myqueue/api.py`, where the library checks them.
enum ManagerName {
    /// Why a topic, a shard or a broker cannot be called so; nothing where it can.
    static func problem(of name: String) -> String? {
        let isReserved = name.isEmpty || name == "subl" || name == "publ"
        let isMarked = name.contains { "@x|:,=\t\n".contains($0) } || name.hasPrefix("__")
        return isReserved || isMarked ? "Name: \(name) is not allowed" : nil
    }

    /// Why a broker cannot be called so; nothing where it can.
    static func problem(ofBroker name: String) -> String? {
        problem(of: name)
            ?? (name.contains("broker") ? nil : "\(name) does not contain broker keyword")
    }
}
