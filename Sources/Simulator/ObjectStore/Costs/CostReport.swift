/// What a bucket has cost in one storage class.
public struct ClassCost: Hashable, Sendable {
    /// The class.
    public let storageClass: StorageClass
    /// What was used.
    public let usage: ClassUsage
    /// GiB-months that were stored.
    public let gibibyteMonths: Double
    /// GiB-months that are billed for objects that went too early.
    public let earlyDeletionGibibyteMonths: Double
    /// Money for both, in the unit of the price list.
    public let storage: Double
    /// Of that, the money for objects that went too early.
    public let earlyDeletion: Double
    /// Money for requests and moves.
    public let requests: Double
    /// Of that, the money for moves.
    public let transitions: Double
    /// Money for reading by the byte.
    public let retrieval: Double

    /// Money in all.
    public var total: Double { storage + requests + retrieval }
}

/// What a bucket has cost since it was made.
public struct CostReport: Hashable, Sendable {
    /// By class, those that were used.
    public let classes: [ClassCost]
    /// Money in all, in the unit of the price list.
    public var total: Double { classes.reduce(0) { $0 + $1.total } }

    private static let gibibyte: Double = 1_073_741_824
    private static let nanosecondsInHour: Double = 3_600_000_000_000

    /// - Parameters:
    ///   - usages: What was used, by class.
    ///   - prices: What it costs.
    init(_ usages: [(storageClass: StorageClass, usage: ClassUsage)], prices: PriceList) {
        let month = Self.gibibyte * Self.nanosecondsInHour * prices.hoursInMonth
        classes = usages.compactMap { storageClass, usage in
            guard usage != ClassUsage(), let price = prices.classes[storageClass] else {
                return nil
            }
            let stored = Double(usage.byteNanoseconds) / month
            let early = Double(usage.earlyDeletionByteNanoseconds) / month
            let transitions = Double(usage.transitionCount) * price.thousandTransitions / 1_000
            return ClassCost(
                storageClass: storageClass,
                usage: usage,
                gibibyteMonths: stored,
                earlyDeletionGibibyteMonths: early,
                storage: (stored + early) * price.gibibyteMonth,
                earlyDeletion: early * price.gibibyteMonth,
                requests: (Double(usage.writeRequestCount) * price.thousandWrites
                    + Double(usage.readRequestCount) * price.thousandReads) / 1_000 + transitions,
                transitions: transitions,
                retrieval: Double(usage.retrievedBytes) / Self.gibibyte * price.retrievedGibibyte
            )
        }
    }
}
