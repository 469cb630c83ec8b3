import Simulator

// From the words of a scenario file to what a client sends.

extension CallScript.Call {
    init(_ specification: CallSpecification, _ scenario: Scenario) {
        let isForStore = scenario.isForObjectStore(specification)
        let hasDetails = isForStore || scenario.cluster.proxy != nil
        self.init(
            at: specification.at,
            HTTPRequest(
                HTTPMethod(rawValue: specification.method.rawValue) ?? .get,
                specification.path,
                client: specification.client.flatMap { NetworkAddress($0) },
                body: specification.bodyBytes,
                details: hasDetails
                    ? RequestDetails(specification, isForStore: isForStore) : nil
            ),
            to: scenario.address(of: specification),
            captures: specification.captures ?? []
        )
    }
}

extension CallSpecification {
    /// The body as it is sent.
    fileprivate var bodyBytes: [UInt8] {
        let text = Array((bodyText ?? "").utf8)
        guard let bodySize, !text.isEmpty else { return text }
        let whole = repeatElement(text, count: bodySize / text.count).flatMap(\.self)
        return whole + text.prefix(bodySize % text.count)
    }
}

extension RequestDetails {
    /// Whom nobody is called who does not sign.
    private static let anonymous = "anonymous"

    /// What a call says beside its path: to a proxy, or signed to an object store.
    init(_ call: CallSpecification, isForStore: Bool) {
        self.init()
        for header in call.headers ?? [] {
            guard let value = header.value else { continue }
            switch header.name.lowercased() {
            case "host": headers.host = value
            case "x-forwarded-for": headers.forwardedFor = value
            case "accept-encoding": headers.acceptEncoding = value
            default: headers.others.append(HTTPField(header.name, value))
            }
        }
        let caller = call.caller ?? ObjectStorePart.caller.name
        let isSigned = headers.others.contains { $0.name == "authorization" }
        guard isForStore, !isSigned, caller != Self.anonymous else { return }
        // Signatures are not checked, so that there is none.
        headers.others.append(HTTPField("Authorization", "AWS \(caller):"))
    }
}
