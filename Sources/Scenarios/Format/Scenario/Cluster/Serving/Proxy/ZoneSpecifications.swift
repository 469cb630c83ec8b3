import Simulator

extension VirtualRouter.Settings: Section {
    init() { self.init(interval: .seconds(1)) }

    static var name: String { "failover" }
    static var documentation: String {
        "One address that one of the proxies has at a time: VRRP's rules (RFC 5798)."
    }
    static var fields: [Field<Self>] {
        [
            .key(
                "interval",
                \.interval,
                .interval,
                "How often the proxy that has the address says so."
            ),
            .key(
                "preempt",
                \.preempts,
                .boolean,
                "A proxy takes the address back from one that comes after it."
            ),
        ]
    }
}

extension ZoneRouting.Settings: Section {
    init() { self.init(serversMinimum: 6) }

    static var name: String { "zone-aware" }
    static var documentation: String {
        "Requests stay in the zone of the proxy, as far as its servers go: Envoy's."
    }
    static var fields: [Field<Self>] {
        [
            .key(
                "min-servers",
                \.serversMinimum,
                .integer(in: 1...10_000),
                "With fewer usable servers zones are disregarded."
            ),
            .key(
                "enabled",
                \.enabledPercent,
                .integer(in: 0...100),
                "For how many requests it is done, in per cent."
            ),
        ]
    }
}
