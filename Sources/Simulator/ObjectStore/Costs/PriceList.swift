/// What one storage class costs, in the money of its price list.
public struct ClassPrices: Hashable, Sendable {
    /// A GiB stored for a month.
    public var gibibyteMonth: Double
    /// A thousand puts, copies, posts and lists.
    public var thousandWrites: Double
    /// A thousand gets, heads and others.
    public var thousandReads: Double
    /// A thousand moves into the class by a lifecycle.
    public var thousandTransitions: Double
    /// A GiB read.
    public var retrievedGibibyte: Double

    /// Prices of a class.
    public init(
        gibibyteMonth: Double,
        thousandWrites: Double,
        thousandReads: Double,
        thousandTransitions: Double,
        retrievedGibibyte: Double
    ) {
        self.gibibyteMonth = gibibyteMonth
        self.thousandWrites = thousandWrites
        self.thousandReads = thousandReads
        self.thousandTransitions = thousandTransitions
        self.retrievedGibibyte = retrievedGibibyte
    }
}

/// What an object store costs: a setting, as prices change and differ between regions.
public struct PriceList: Hashable, Sendable {
    /// From where the prices are.
    public var source: String
    /// Of which day or year they are, as ISO 8601 has it.
    public var date: String
    /// The money: a code of ISO 4217.
    public var currency: String
    /// Hours in the month that a GiB-month is reckoned with.
    public var hoursInMonth: Double
    /// The prices by class.
    public var classes: [StorageClass: ClassPrices]
    /// Ten thousand requests to the key management service.
    public var tenThousandKeyRequests: Double

    /// A price list.
    public init(
        source: String,
        date: String,
        currency: String,
        hoursInMonth: Double,
        classes: [StorageClass: ClassPrices],
        tenThousandKeyRequests: Double
    ) {
        self.source = source
        self.date = date
        self.currency = currency
        self.hoursInMonth = hoursInMonth
        self.classes = classes
        self.tenThousandKeyRequests = tenThousandKeyRequests
    }

    /// Money for requests to the key management service.
    public func cost(of account: KeyServiceAccount) -> Double {
        Double(account.requestCount) / 10_000 * tenThousandKeyRequests
    }
}
