import Testing

@testable import Simulator

struct ObjectStoreClientTests {
    @Test
    func `a write without an answer is tried again`() throws {
        let bed = try StoreBed(settings: .quick.failing(.init(lostRequest: 0.5)))
        let client = bed.makeClient(settings: .init(attempts: 20, timeout: .seconds(1)))
        let end = bed.perform {
            for number in 0..<20 {
                _ = try await client.put(PutObjectRequest("k\(number)", ObjectContent("x")))
            }
        }
        #expect(end.error == nil)
        #expect(bed.region.store.keyCount(of: StoreBed.bucket) == 20)
        #expect(client.counts.retries == bed.region.journal.lostRequests)
    }

    /// The answer to the first attempt is lost, so that the second one meets its object.
    @Test
    func `a conditional write knows its own object where it meets it`() throws {
        for seed in 1...20 as ClosedRange<UInt64> {
            let bed = try StoreBed(seed: seed, settings: .quick.failing(.init(lostAnswer: 0.5)))
            let client = bed.makeClient(settings: .init(attempts: 50, timeout: .seconds(1)))
            let end = bed.perform {
                try await client.put(
                    PutObjectRequest(
                        "lock",
                        ObjectContent("mine"),
                        conditions: WriteConditions(ifNoneMatch: .any)
                    )
                )
            }
            #expect(end.error == nil)
            #expect(client.counts.metThemselves == (bed.region.journal.lostAnswers > 0 ? 1 : 0))
        }
    }

    @Test
    func `a conditional write that meets another's object fails, though its bytes are the same`()
        throws
    {
        let bed = try StoreBed()
        let (first, second) = (bed.makeClient(1), bed.makeClient(2))
        let request = PutObjectRequest(
            "lock",
            ObjectContent("held"),
            conditions: WriteConditions(ifNoneMatch: .any)
        )
        _ = bed.perform { try await first.put(request) }
        let end = bed.perform { try await second.put(request) }
        #expect(end.error as? ObjectAccessError == .refused(.preconditionFailed(.ifNoneMatch)))
    }

    @Test
    func `of many who want a lock exactly one gets it, whatever is lost`() throws {
        for seed in 1...50 as ClosedRange<UInt64> {
            let faults = ObjectStoreFaults(lostRequest: 0.2, lostAnswer: 0.2)
            let bed = try StoreBed(seed: seed, settings: .quick.failing(faults))
            let clients = (0..<6).map { number in
                bed.makeClient(number, settings: .init(attempts: 50, timeout: .seconds(1)))
            }
            let end = bed.perform {
                await withTaskGroup(of: Bool.self) { group in
                    for (number, client) in clients.enumerated() {
                        group.addTask {
                            let request = PutObjectRequest(
                                "lock",
                                ObjectContent("\(number)"),
                                conditions: WriteConditions(ifNoneMatch: .any)
                            )
                            return (try? await client.put(request)) != nil
                        }
                    }
                    return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
                }
            }
            #expect(end.value == 1, "seed \(seed)")
        }
    }

    @Test(arguments: [true, false])
    func `changed bytes are noticed exactly where checksums are compared`(isChecked: Bool) throws {
        let bed = try StoreBed(settings: .quick.failing(.init(corruption: 0.5)))
        let client = bed.makeClient(settings: .init(attempts: 50, isChecked: isChecked))
        let content = ObjectContent.described(seed: 3, count: 10_000)
        let end = bed.perform {
            var right = 0
            for number in 0..<50 {
                _ = try await client.put(PutObjectRequest("k\(number)", content))
                let read = try await client.get(GetObjectRequest("k\(number)"))
                if read.body == content { right += 1 }
            }
            return right
        }
        let found = bed.region.store.findAlteredObjects(of: StoreBed.bucket)
        // A store that was not told a checksum computes the tag of the wrong bytes.
        #expect(found == [])
        if isChecked {
            #expect(end.value == 50)
            #expect(client.counts.corrupt == bed.region.journal.corrupted)
            #expect(client.counts.corrupt > 10)
        } else {
            #expect((end.value ?? 0) < 40)
            #expect(client.counts.corrupt == 0)
        }
    }

    /// AWS SDKs: three attempts, then the program learns of it.
    @Test
    func `a client gives up after its attempts and says what may have happened`() throws {
        for (faults, isUnknown) in [
            (ObjectStoreFaults(throttling: 1), false), (.init(internalError: 1), true),
            (.init(lostRequest: 1), true),
        ] {
            let bed = try StoreBed(settings: .quick.failing(faults))
            let client = bed.makeClient()
            let end = bed.perform {
                try await client.put(PutObjectRequest("a", ObjectContent("x")))
            }
            #expect(
                end.error as? ObjectAccessError
                    == .unavailable(attempts: 3, mayHaveTakenEffect: isUnknown)
            )
        }
    }

    @Test
    func `waits are at most those of the backoff, and drawn`() throws {
        var times: Set<Duration> = []
        for seed in 1...20 as ClosedRange<UInt64> {
            let bed = try StoreBed(seed: seed, settings: .quick.failing(.init(throttling: 1)))
            let client = bed.makeClient()
            let end = bed.perform {
                try await client.put(PutObjectRequest("a", ObjectContent("x")))
            }
            // Three answers of 7 ms, and waits of at most one and two seconds.
            #expect(end.at >= .milliseconds(21) && end.at <= .milliseconds(3_021))
            times.insert(end.at)
        }
        #expect(times.count > 15)
    }

    /// botocore, `retries/quota.py`: 500 tokens, 5 for a retry.
    @Test
    func `retries end where the quota does`() throws {
        let bed = try StoreBed(settings: .quick.failing(.init(throttling: 1)))
        let client = bed.makeClient(settings: .init(attempts: 1_000))
        let end = bed.perform {
            try await client.put(PutObjectRequest("a", ObjectContent("x")))
        }
        #expect(
            end.error as? ObjectAccessError
                == .unavailable(attempts: 101, mayHaveTakenEffect: false)
        )
    }

    @Test
    func `a large object is uploaded in parts and has their tag`() throws {
        let bed = try StoreBed(
            settings: .quick.failing(.heavy),
            partSizeMinimum: 100
        )
        let client = bed.makeClient(settings: .init(attempts: 50, timeout: .seconds(5)))
        let content = ObjectContent.described(seed: 9, count: 2_550)
        let end = bed.perform {
            try await client.putInParts(
                PutObjectRequest("large", content),
                partSize: 100,
                concurrency: 4
            )
        }
        let parts = stride(from: 0, to: 2_550, by: 100).map { begin in
            ContentDigests.tag(content.slice(begin..<min(begin + 100, 2_550)))
        }
        #expect(end.value?.tag == ContentDigests.tag(ofParts: parts))
        #expect(end.value?.tag.partCount == 26)
        let read = bed.perform { try await client.get(GetObjectRequest("large")) }
        #expect(read.value?.description.size == 2_550)
    }

    @Test
    func `an upload that fails is aborted`() throws {
        let bed = try StoreBed(partSizeMinimum: 100)
        let client = bed.makeClient()
        let end = bed.perform {
            // A part that is not the last is too small.
            try await client.putInParts(
                PutObjectRequest("large", .described(seed: 1, count: 95)),
                partSize: 10
            )
        }
        #expect(end.error as? ObjectAccessError == .refused(.entityTooSmall))
    }
}
