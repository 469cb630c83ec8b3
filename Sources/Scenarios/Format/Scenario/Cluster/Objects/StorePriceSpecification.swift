public import Simulator

/// What a storage class costs.
public struct StorePriceSpecification: Sendable, Equatable {
    /// The class.
    public var storageClass = StorageClass.standard
    /// The prices.
    public var prices = ClassPrices(
        gibibyteMonth: 0,
        thousandWrites: 0,
        thousandReads: 0,
        thousandTransitions: 0,
        retrievedGibibyte: 0
    )

    /// A class for nothing.
    public init() {}
}

extension StorePriceSpecification: Section {
    static let name = "store-price"
    static let documentation = "What a storage class costs, in US dollars."
    static var fields: [Field<Self>] {
        [
            .key(
                "storage-class",
                \.storageClass,
                .choice("storage class", StorageClass.self),
                required: true,
                "The class."
            ),
            price("storage", \.prices.gibibyteMonth, "A GiB stored for a month of 730 hours."),
            price("writes", \.prices.thousandWrites, "A thousand puts, copies, posts and lists."),
            price("reads", \.prices.thousandReads, "A thousand gets, heads and others."),
            price(
                "transitions",
                \.prices.thousandTransitions,
                "A thousand moves into the class by a lifecycle."
            ),
            price("retrieval", \.prices.retrievedGibibyte, "A GiB read."),
        ]
    }

    private static func price(
        _ key: String,
        _ path: any WritableKeyPath<Self, Double> & Sendable,
        _ documentation: String
    ) -> Field<Self> {
        .key(
            key,
            path,
            .number(in: 0...1_000_000, example: "0.023"),
            required: true,
            documentation
        )
    }
}
