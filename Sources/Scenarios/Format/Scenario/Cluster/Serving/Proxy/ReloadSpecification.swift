import Simulator

/// A configuration that a proxy reads while it runs.
public struct ReloadSpecification: Sendable, Equatable {
    /// When, since the start of the run.
    public var at: Duration = .zero
    /// Groups of servers, where they are others.
    public var upstreams: [UpstreamSpecification]?
    /// Which requests go to which group, where that is otherwise.
    public var routes: [RouteSpecification]?

    /// The first configuration again.
    public init() {}
}

extension ReloadSpecification: Section {
    static let name = "reload"
    static let documentation = "A configuration that a proxy reads while it runs."
    static var fields: [Field<Self>] {
        [
            .key("at", \.at, .positiveDuration, required: true, "When, since the start."),
            .optional(
                "upstreams",
                \.upstreams,
                .list("a list of upstreams", of: .section, length: 1...100),
                "Groups of servers; without them, those of the proxy's own section."
            ),
            .optional(
                "routes",
                \.routes,
                .list("a list of routes", of: .section, length: 0...1_000),
                "Which requests go to which upstream; without them, as in the proxy's own section."
            ),
        ]
    }
}

extension ProxySpecification {
    /// What is in force from some time on.
    struct Configuration {
        /// Since the start of the run.
        var at = Duration.zero
        var upstreams: [UpstreamSpecification]
        var routes: [RouteSpecification]
    }

    /// All configurations: the first one, and those that are read later.
    var configurations: [Configuration] {
        [Configuration(upstreams: upstreams, routes: routes)]
            + reloads.map { reload in
                Configuration(
                    at: reload.at,
                    upstreams: reload.upstreams ?? upstreams,
                    routes: reload.routes ?? routes
                )
            }
    }

    /// The groups that are written down, with their paths in the section.
    var allUpstreams: [(path: [String], upstream: UpstreamSpecification)] {
        let first = upstreams.enumerated().map { (["upstreams", String($0.offset)], $0.element) }
        return reloads.enumerated().reduce(into: first) { all, reload in
            all += (reload.element.upstreams ?? []).enumerated().map { place, upstream in
                (["reloads", String(reload.offset), "upstreams", String(place)], upstream)
            }
        }
    }

    /// Notes groups that cannot be told apart, and those that no request reaches.
    ///
    /// - Parameter place: Where the configuration stands in the section.
    func checkGroups(
        _ upstreams: [UpstreamSpecification],
        _ routes: [RouteSpecification],
        _ section: String,
        _ place: [String],
        _ node: YAMLNode,
        _ reading: inout Reading
    ) {
        let names = upstreams.map(\.name)
        for (index, name) in names.enumerated() where names[..<index].contains(name) {
            reading.report(
                "a second upstream named \"\(Shortened.text(name))\"",
                at: node.location(at: place + ["upstreams", String(index), "name"])
            )
        }
        for (index, route) in routes.enumerated()
        where routes[..<index].contains(where: { $0.path == route.path }) {
            reading.report(
                "a second route for \"\(Shortened.text(route.path))\"",
                at: node.location(at: place + ["routes", String(index), "path"])
            )
        }
        for (index, route) in routes.enumerated() where !names.contains(route.upstream) {
            reading.report(
                "there is no upstream \"\(Shortened.text(route.upstream))\"",
                at: node.location(at: place + ["routes", String(index), "upstream"]),
                expected: Shape.oneOf(names),
                suggestion: NearestWord.to(route.upstream, among: names)
            )
        }
        guard routes.allSatisfy({ names.contains($0.upstream) }) else { return }
        let led = routes.isEmpty ? Array(names.prefix(1)) : routes.map(\.upstream)
        for (index, name) in names.enumerated() where !led.contains(name) {
            reading.report(
                "no route leads to upstream \"\(Shortened.text(name))\"",
                at: node.location(at: place + ["upstreams", String(index)]),
                expected: "a route to it in \(section).routes"
            )
        }
    }
}
