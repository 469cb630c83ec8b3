import Testing

@testable import Simulator

struct ObjectStoreServerTests {
    @Test
    func `what is written is read, after latency and transfer`() throws {
        var settings = ObjectStoreSettings.quick
        settings.connectionBandwidth = 1_000_000
        let bed = try StoreBed(settings: settings)
        let client = bed.makeClient()
        let content = ObjectContent.described(seed: 1, count: 500_000)
        let written = bed.perform { try await client.put(PutObjectRequest("a", content)) }
        // The way there and back, half a second of bytes, and the latency.
        #expect(written.at == .milliseconds(512))
        let read = bed.perform { try await client.get(GetObjectRequest("a")) }
        #expect(read.value?.body == content)
        #expect(read.value?.description.tag == written.value?.tag)
        #expect(read.at == .milliseconds(1_024))
        #expect(bed.region.journal.bytesIn == 500_000)
        #expect(bed.region.journal.bytesOut == 500_000)
    }

    /// Kleinrock's processor sharing: with *n* transfers on a line for *c*, each gets *c* / *n*.
    @Test(arguments: [(1, 1_012), (2, 1_012), (4, 2_012), (8, 4_012)])
    func `transfers share the line`(count: Int, milliseconds: Int) throws {
        var settings = ObjectStoreSettings.quick
        settings.connectionBandwidth = 1_000_000
        settings.fastConnections = 2
        let bed = try StoreBed(settings: settings)
        let client = bed.makeClient()
        let end = bed.perform {
            await withTaskGroup(of: Void.self) { group in
                for number in 0..<count {
                    group.addTask {
                        let content = ObjectContent.described(seed: 1, count: 1_000_000)
                        _ = try? await client.put(PutObjectRequest("k\(number)", content))
                    }
                }
            }
        }
        #expect(end.at == .milliseconds(milliseconds))
    }

    @Test
    func `requests beyond the limits get 503, and count as throttled`() throws {
        var settings = ObjectStoreSettings.quick
        settings.capacity = .init(writes: 10, reads: 10)
        let bed = try StoreBed(settings: settings)
        let client = bed.makeClient(settings: .init(attempts: 1))
        let end = bed.perform {
            await withTaskGroup(of: Bool.self) { group in
                for number in 0..<50 {
                    group.addTask {
                        let request = PutObjectRequest("k\(number)", ObjectContent("x"))
                        return (try? await client.put(request)) != nil
                    }
                }
                return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
            }
        }
        #expect(end.value == 10)
        #expect(bed.region.journal.throttled == 40)
        #expect(client.counts.throttled == 40)
        #expect(bed.region.store.keyCount(of: StoreBed.bucket) == 10)
    }

    @Test
    func `an outage takes what is under way and leaves the objects`() throws {
        let bed = try StoreBed()
        let client = bed.makeClient(settings: .init(attempts: 1, timeout: .seconds(1)))
        _ = bed.perform { try await client.put(PutObjectRequest("a", ObjectContent("1"))) }
        bed.client.spawn("outage", .background) {
            // The request has arrived and has not taken effect.
            try await bed.client.sleep(for: .milliseconds(5))
            bed.server.crash()
        }
        let lost = bed.perform { try await client.put(PutObjectRequest("a", ObjectContent("2"))) }
        #expect(
            lost.error as? ObjectAccessError
                == .unavailable(attempts: 1, mayHaveTakenEffect: true)
        )
        bed.server.restart()
        let read = bed.perform { try await client.get(GetObjectRequest("a")) }
        #expect(read.value?.body == ObjectContent("1"))
    }

    @Test
    func `who has no right is refused`() throws {
        let bed = try StoreBed()
        let stranger = bed.makeClient(caller: "stranger")
        let end = bed.perform { try await stranger.get(GetObjectRequest("a")) }
        #expect(end.error as? ObjectAccessError == .refused(.accessDenied))
    }

    @Test
    func `a store that is dropped leaves nothing behind`() throws {
        weak var network: Network?
        weak var region: ObjectStoreRegion?
        do {
            let bed = try StoreBed()
            let client = bed.makeClient()
            _ = bed.perform { try await client.put(PutObjectRequest("a", ObjectContent("1"))) }
            network = bed.network
            region = bed.region
        }
        #expect(network == nil)
        #expect(region == nil)
    }
}
