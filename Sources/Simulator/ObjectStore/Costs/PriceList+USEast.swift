extension PriceList {
    /// The prices of S3 in US East (N. Virginia), the first tier of each.
    ///
    /// The price page is the authority and changes; a scenario that speaks of money can say its own
    /// prices. These are the figures that Infracost, which reads the AWS Price List, has in
    /// `s3_bucket_test.golden` at commit 068dadf9; of GLACIER_IR and
    /// REDUCED_REDUNDANCY, which that file does not have, they are the customary ones of 2024,
    /// unverified.
    public static let usEast1 = PriceList(
        source: "Amazon S3 pricing, US East (N. Virginia), first tier, as quoted by Infracost",
        date: "2024",
        currency: "USD",
        hoursInMonth: 730,
        classes: [
            .standard: ClassPrices(
                gibibyteMonth: 0.023,
                thousandWrites: 0.005,
                thousandReads: 0.0004,
                thousandTransitions: 0,
                retrievedGibibyte: 0
            ),
            .reducedRedundancy: ClassPrices(
                gibibyteMonth: 0.024,
                thousandWrites: 0.005,
                thousandReads: 0.0004,
                thousandTransitions: 0,
                retrievedGibibyte: 0
            ),
            .intelligentTiering: ClassPrices(
                gibibyteMonth: 0.023,
                thousandWrites: 0.005,
                thousandReads: 0.0004,
                thousandTransitions: 0.01,
                retrievedGibibyte: 0
            ),
            .standardIA: ClassPrices(
                gibibyteMonth: 0.0125,
                thousandWrites: 0.01,
                thousandReads: 0.001,
                thousandTransitions: 0.01,
                retrievedGibibyte: 0.01
            ),
            .onezoneIA: ClassPrices(
                gibibyteMonth: 0.01,
                thousandWrites: 0.01,
                thousandReads: 0.001,
                thousandTransitions: 0.01,
                retrievedGibibyte: 0.01
            ),
            .glacierInstantRetrieval: ClassPrices(
                gibibyteMonth: 0.004,
                thousandWrites: 0.02,
                thousandReads: 0.01,
                thousandTransitions: 0.02,
                retrievedGibibyte: 0.03
            ),
            .glacier: ClassPrices(
                gibibyteMonth: 0.0036,
                thousandWrites: 0.03,
                thousandReads: 0.0004,
                thousandTransitions: 0.03,
                retrievedGibibyte: 0.01
            ),
            .deepArchive: ClassPrices(
                gibibyteMonth: 0.00099,
                thousandWrites: 0.05,
                thousandReads: 0.0004,
                thousandTransitions: 0.05,
                retrievedGibibyte: 0.02
            ),
        ],
        tenThousandKeyRequests: 0.03
    )
}
