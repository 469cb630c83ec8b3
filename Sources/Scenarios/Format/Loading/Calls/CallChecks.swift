import Simulator

/// Checks that calls say nothing that nobody looks at, and nothing again that they have not heard.
struct CallChecks {
    let scenario: Scenario
    /// The tree from which they were read.
    let tree: YAMLNode

    /// The headers that proxies, and servers behind them, look at.
    private static let proxyHeaders = ["Host", "X-Forwarded-For", "Accept-Encoding"]

    /// Notes what is wrong with the calls of a workload.
    func run(_ calls: [CallSpecification], _ index: Int, _ reading: inout Reading) {
        for (number, call) in calls.enumerated() {
            let path = ["workload", String(index), "calls", String(number)]
            if scenario.isForObjectStore(call) {
                if call.client != nil { reportAddress(path, &reading) }
            } else {
                checkProxied(call, path, &reading)
                checkPlain(call, path, &reading)
            }
            checkNames(of: call, among: calls, path, &reading)
        }
    }

    private func reportAddress(_ path: [String], _ reading: inout Reading) {
        report("nobody looks at the address", path + ["client"], "cluster.proxy", &reading)
    }

    /// What only a proxy looks at.
    private func checkProxied(
        _ call: CallSpecification,
        _ path: [String],
        _ reading: inout Reading
    ) {
        guard scenario.cluster.proxy != nil else {
            if call.client != nil { reportAddress(path, &reading) }
            if call.headers != nil {
                report("nobody looks at headers", path + ["headers"], "cluster.proxy", &reading)
            }
            return
        }
        let known = Self.proxyHeaders.map { $0.lowercased() }
        for header in call.headers ?? [] where !known.contains(header.name.lowercased()) {
            report(
                "nobody looks at the header '\(Shortened.text(header.name))'",
                path + ["headers", header.name],
                Shape.oneOf(Self.proxyHeaders),
                &reading
            )
        }
    }

    /// What only an object store looks at, or answers.
    private func checkPlain(
        _ call: CallSpecification,
        _ path: [String],
        _ reading: inout Reading
    ) {
        let expect = call.expect
        for (isSaid, key) in [
            (call.caller != nil, ["caller"]), (call.captures != nil, ["capture"]),
            (expect?.code != nil, ["expect", "code"]), (expect?.xml != nil, ["expect", "xml"]),
            (expect?.headers != nil, ["expect", "headers"]),
        ] where isSaid {
            let wanted = "a call to the nodes of cluster.object-store"
            report("only an object store does that", path + key, wanted, &reading)
        }
    }

    /// A name stands for what a call before captured; in what is expected, any call.
    private func checkNames(
        of call: CallSpecification,
        among calls: [CallSpecification],
        _ path: [String],
        _ reading: inout Reading
    ) {
        func names(_ calls: [CallSpecification]) -> Set<String> {
            Set(calls.flatMap { ($0.captures ?? []).map(\.name) })
        }
        let earlier = names(calls.filter { $0.at < call.at })
        let all = names(calls)
        let asked =
            [call.path] + (call.headers ?? []).compactMap(\.value)
            + [call.bodyText].compactMap(\.self)
        for (texts, known, key) in [
            (asked, earlier, []), (call.expect?.texts ?? [], all, ["expect"]),
        ] {
            let missing = texts.flatMap(CapturedText.names).first { !known.contains($0) }
            guard let missing else { continue }
            report(
                "nothing is captured as \"\(Shortened.text(missing))\"",
                path + key,
                "a name that an earlier call has under capture",
                &reading
            )
        }
    }

    private func report(
        _ problem: String,
        _ path: [String],
        _ expected: String,
        _ reading: inout Reading
    ) {
        reading.report(problem, in: tree, at: path, expected: expected)
    }
}

extension CallSpecification {
    /// The body as it is sent; nil for none.
    var bodyText: String? {
        switch body {
        case nil: nil
        case .string(let text): text
        case .some(let value): value.json
        }
    }
}

extension Scenario {
    /// The names of an object store and its regions, beside those of its nodes.
    var storeAddresses: [String] {
        cluster.objectStore.map { [ObjectStoreSpecification.callName] + $0.regions } ?? []
    }

    /// The node that a call asks: one that it names, or the region of an object store.
    func address(of call: CallSpecification) -> String? {
        guard let name = call.to else { return nil }
        guard let store = cluster.objectStore else { return name }
        if name == ObjectStoreSpecification.callName { return store.nodeNames.first }
        return store.regions.contains(name)
            ? ObjectStoreSpecification.nodeName(ofRegion: name) : name
    }

    /// Whether a call asks an object store.
    func isForObjectStore(_ call: CallSpecification) -> Bool {
        guard let store = cluster.objectStore else { return false }
        return (address(of: call) ?? callAddress).map(store.nodeNames.contains) ?? false
    }
}
