/// The dashboards of servers behind a balancer: the whole, each server, and what goes wrong.
extension Dashboard {
    static let serving = [systemOverview, backendPerformance, errorTracking]

    private static let latencies = ["p50", "p90", "p99"].map { quantile in
        Query(gauge("cluster_latency_\(quantile)_window_seconds"), "\(quantile) {{run_name}}")
    }

    private static let outOfRotation = Panel(
        "Servers out of rotation",
        "Servers that the balancer sends nothing to.",
        .lines,
        .plain,
        [.init(gauge("cluster_servers_excluded_window"), "{{run_name}}")]
    )

    /// Request rates, latencies, error rates.
    private static let systemOverview = Dashboard(
        name: "system-overview",
        title: "System Overview",
        documentation: "What clients see: how much they get, how fast, and how much of it fails.",
        scenario: "l-4-mandi",
        panels: [
            Panel(
                "Requests sent",
                "Requests of the clients since the start.",
                .number,
                .plain,
                [.init(gauge("cluster_requests_sent"), "{{run_name}}")]
            ),
            Panel(
                "Requests failed",
                "Requests that failed since the start.",
                .number,
                .plain,
                [.init(gauge("cluster_requests_failed"), "{{run_name}}")]
            ),
            Panel(
                "Availability",
                "Requests that are answered as they should be, as a part of those that end.",
                .number,
                .ratio,
                [.init(gauge("cluster_availability_window_ratio"), "{{run_name}}")]
            ),
            Panel(
                "Latency, p99",
                "The time that 99 of 100 requests of the run do not exceed.",
                .number,
                .seconds,
                [
                    .init(
                        "cluster_latency_seconds{scenario=\"$scenario\", quantile=\"0.99\"}",
                        "{{run_name}}"
                    )
                ]
            ),
            Panel(
                "Request rate",
                "Requests that are sent, completed, and fail, in a second.",
                .lines,
                .requests,
                ["sent", "completed", "failed"].map {
                    .init(gauge("cluster_requests_\($0)_rate_window"), "\($0) {{run_name}}")
                }
            ),
            Panel(
                "Latency",
                "How long requests took that ended in a window of time.",
                .lines,
                .seconds,
                latencies
            ),
            Panel(
                "Requests under way",
                "Requests that were sent and have not ended.",
                .lines,
                .plain,
                [.init(gauge("cluster_requests_under_way_window"), "{{run_name}}")]
            ),
            Panel(
                "Availability over time",
                "Requests that are answered as they should be, as a part of those that end.",
                .lines,
                .ratio,
                [.init(gauge("cluster_availability_window_ratio"), "{{run_name}}")]
            ),
        ]
    )

    /// What each server does, and whether it is in rotation.
    private static let backendPerformance = Dashboard(
        name: "backend-performance",
        title: "Backend Performance",
        documentation:
            "What each server does of the work, how fast, and which are out of rotation.",
        scenario: "l-4-mandi",
        panels: [
            Panel(
                "Requests by server",
                "Requests that each server completes in a second.",
                .lines,
                .requests,
                [
                    .init(
                        gauge("cluster_requests_completed_by_server_rate_window"),
                        "{{server}} {{run_name}}"
                    )
                ]
            ),
            Panel(
                "Latency by server, p99",
                "How long requests took that each server answered in a window of time.",
                .lines,
                .seconds,
                [
                    .init(
                        gauge("cluster_latency_by_server_p99_window_seconds"),
                        "{{server}} {{run_name}}"
                    )
                ]
            ),
            Panel(
                "Share of the requests",
                "The part of the requests of a window that each server completes.",
                .lines,
                .ratio,
                [
                    .init(
                        gauge("cluster_requests_completed_by_server_rate_window")
                            + " / ignoring(server) group_left "
                            + gauge("cluster_requests_completed_rate_window"),
                        "{{server}} {{run_name}}"
                    )
                ]
            ),
            outOfRotation,
        ]
    )

    /// What fails, where, and how often clients have to try again.
    private static let errorTracking = Dashboard(
        name: "error-tracking",
        title: "Error Tracking",
        documentation: "What fails, when, and how.",
        scenario: "l-7-retry-storm",
        panels: [
            Panel(
                "Errors",
                "Requests that fail, in a second.",
                .lines,
                .requests,
                [.init(gauge("cluster_requests_failed_rate_window"), "{{run_name}}")]
            ),
            Panel(
                "Error ratio",
                "Requests that fail, as a part of those that end.",
                .lines,
                .ratio,
                [.init("1 - " + gauge("cluster_availability_window_ratio"), "{{run_name}}")]
            ),
            Panel(
                "Errors by status",
                "Requests that failed since the start, by what clients got.",
                .number,
                .plain,
                [.init(gauge("cluster_requests_failed_by_status"), "{{status}} {{run_name}}")]
            ),
            Panel(
                "Retries",
                "Requests that the balancer sent to another server since the start.",
                .number,
                .plain,
                [.init(gauge("cluster_requests_retried"), "{{run_name}}")]
            ),
            outOfRotation,
        ]
    )
}
