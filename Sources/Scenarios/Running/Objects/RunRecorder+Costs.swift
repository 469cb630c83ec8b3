import Simulator

/// What the objects of a store have cost, and what lifecycles did.
extension RunRecorder {
    /// Money and months are counted in billionths.
    static let billion = 1e9

    func recordCosts(of part: ObjectStorePart, _ metrics: inout Metrics) {
        let prices = part.specification.priceList
        for (name, region) in part.regions {
            let label = MetricKey.Label("region", name)
            let done = region.journal.lifecycleActions
            for (figure, count) in [
                ("transitions", done.transitions), ("expirations", done.expirations),
                ("aborted-uploads", done.abortedUploads),
            ] {
                metrics.count(MetricKey("store.\(figure)", label), count)
            }
        }
        for bucket in part.specification.buckets {
            guard let report = part.costReport(of: bucket.name, prices, at: outcome.instant) else {
                continue
            }
            for cost in report.classes { metrics.add(cost, of: bucket.name) }
        }
    }
}

extension Metrics {
    fileprivate mutating func add(_ cost: ClassCost, of bucket: String) {
        let labels = [
            MetricKey.Label("bucket", bucket),
            MetricKey.Label("class", cost.storageClass.rawValue),
        ]
        for (item, money) in [
            ("storage", cost.storage - cost.earlyDeletion), ("early-deletion", cost.earlyDeletion),
            ("requests", cost.requests - cost.transitions), ("transitions", cost.transitions),
            ("retrieval", cost.retrieval),
        ] {
            count(MetricKey("cost", labels + [.init("item", item)]), Self.billionths(money))
        }
        count(MetricKey("stored", labels), Self.billionths(cost.gibibyteMonths))
    }

    private static func billionths(_ value: Double) -> Int {
        Int((value * RunRecorder.billion).rounded())
    }
}
