import Testing

@testable import Simulator

struct CostTests {
    private let hour: Int64 = 3_600

    /// Amazon S3 FAQs, "How will I be charged and billed for my use of Amazon S3?": 100 GB for 15
    /// days of March and 100 TB for the other 16 are 42,259,901,212,262,400 byte-hours, or 52,900
    /// GB-months at 744 hours.
    @Test
    func `the documentation's byte-hours are reproduced`() throws {
        let fixture = try StoreFixture()
        fixture.context.now = Timestamp(year: 2026, month: 3, day: 1)
        try fixture.store.createBucket("march", fixture.context)
        func part(_ key: String, _ count: Int) throws {
            for index in 0..<(count >> 32) {
                _ = try measured(fixture, "\(key)\(index)", 1 << 32)
            }
        }
        try part("first", 100 << 30)
        fixture.advance(days: 15)
        try part("rest", (100 << 40) - (100 << 30))
        fixture.advance(days: 16)
        var prices = PriceList.usEast1
        prices.hoursInMonth = 744
        let report = try fixture.store.costReport(of: "march", prices: prices, fixture.context)
        let usage = try #require(report.classes.first?.usage)
        let nanosecondsInHour: Int128 = 3_600_000_000_000
        #expect(usage.byteNanoseconds / nanosecondsInHour == 42_259_901_212_262_400)
        #expect(report.classes[0].gibibyteMonths.rounded() == 52_900)
        #expect(report.classes.count == 1)
    }

    /// An object whose bytes nobody reads: its digest is not computed.
    private func measured(_ fixture: StoreFixture, _ key: String, _ size: Int) throws -> Void {
        let bucket = try #require(fixture.store.buckets["march"])
        bucket.meter.add(size: size, .standard, now: fixture.context.now)
    }

    private func usage(_ fixture: StoreFixture, _ storageClass: StorageClass) throws -> ClassUsage {
        let report = try fixture.store.costReport(
            of: fixture.bucket,
            prices: .usEast1,
            fixture.context
        )
        return report.classes.first { $0.storageClass == storageClass }?.usage ?? ClassUsage()
    }

    /// The S3 User Guide, "Comparing the Amazon S3 storage classes".
    @Test(arguments: [
        (StorageClass.standard, 0, 0), (.intelligentTiering, 0, 0), (.standardIA, 30, 128),
        (.onezoneIA, 30, 128), (.glacierInstantRetrieval, 90, 128), (.glacier, 90, 0),
        (.deepArchive, 180, 0), (.reducedRedundancy, 0, 0),
    ])
    func `least sizes and times are billed`(
        storageClass: StorageClass,
        days: Int,
        kibibytes: Int
    ) throws {
        let fixture = try StoreFixture()
        try fixture.put("k", "x", ObjectAttributes(storageClass: storageClass))
        let index = storageClass.isArchive ? 32 << 10 : 0
        let size = max(1, kibibytes << 10) + index
        #expect(try usage(fixture, storageClass).billedBytes == size)
        if storageClass.isArchive {
            #expect(try usage(fixture, .standard).billedBytes == 8 << 10)
        }
        fixture.advance(days: 10)
        try fixture.delete("k")
        let day = Int128(hour * 24) * 1_000_000_000
        let used = try usage(fixture, storageClass)
        #expect(used.byteNanoseconds == Int128(size * 10) * day)
        #expect(used.earlyDeletionByteNanoseconds == Int128(size * max(0, days - 10)) * day)
        #expect(used.billedBytes == 0 && used.objectCount == 0)
        fixture.advance(days: 300)
        #expect(try usage(fixture, storageClass) == used)
    }

    @Test
    func `an object that stayed long enough costs nothing more`() throws {
        let fixture = try StoreFixture()
        try fixture.put("k", "x", ObjectAttributes(storageClass: .standardIA))
        fixture.advance(days: 30)
        try fixture.put("k", "y")
        #expect(try usage(fixture, .standardIA).earlyDeletionByteNanoseconds == 0)
    }

    @Test
    func `requests, reads and parts are counted`() throws {
        let fixture = try StoreFixture(settings: ObjectStore.Settings(partSizeMinimum: 1))
        try fixture.put("k", "hello", ObjectAttributes(storageClass: .standardIA))
        _ = try fixture.get("k", range: "bytes=1-3")
        _ = try fixture.head("k")
        _ = try fixture.list()
        let used = try usage(fixture, .standardIA)
        #expect(used.writeRequestCount == 1 && used.readRequestCount == 2)
        #expect(used.retrievedBytes == 3)
        #expect(try usage(fixture, .standard).writeRequestCount == 1)
        let id = try fixture.store.createMultipartUpload(
            CreateMultipartUploadRequest(bucket: fixture.bucket, key: "m"),
            fixture.context
        ).uploadID
        let upload = UploadReference(bucket: fixture.bucket, key: "m", uploadID: id)
        for size in [100, 70] {
            let part = UploadPartRequest(
                upload: upload,
                partNumber: 1,
                content: .described(seed: 1, count: size)
            )
            _ = try fixture.store.uploadPart(part, fixture.context)
        }
        #expect(try usage(fixture, .standard).billedBytes == 70)
        try fixture.store.abortMultipartUpload(upload, fixture.context)
        #expect(try usage(fixture, .standard).billedBytes == 0)
    }

    /// By hand: 1 GiB in STANDARD_IA for 730 hours, one put and a whole read.
    @Test
    func `a report multiplies usage with prices`() throws {
        var usage = ClassUsage()
        usage.byteNanoseconds = Int128(1 << 30) * 730 * 3_600_000_000_000
        usage.writeRequestCount = 1_000
        usage.readRequestCount = 2_000
        usage.transitionCount = 3_000
        usage.retrievedBytes = 1 << 31
        let report = CostReport([(.standardIA, usage)], prices: .usEast1)
        #expect(report.classes[0].storage == 0.0125)
        #expect(abs(report.classes[0].requests - (0.01 + 0.002 + 0.03)) < 1e-12)
        #expect(report.classes[0].retrieval == 0.02)
        #expect(report.total == report.classes[0].total)
    }
}
