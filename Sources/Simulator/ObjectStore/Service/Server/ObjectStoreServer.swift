/// A store over the network, as all of a region that answers: its capacity, its latency, the lines
/// that transfers share, and what goes wrong.
///
/// An operation takes effect whole, at one instant between the last byte of the request and the
/// first byte of the answer. No task waits for it: the store is called when one comes, when the
/// bytes of one are there, and when one is due.
///
/// An outage of the region is a crash of its node. Its objects outlive it; requests that are under
/// way end without an answer, those that have not taken effect without one.
public actor ObjectStoreServer: SimulatedActor {
    /// A request that is under way.
    final class Work {
        var operation: ObjectStoreOperation
        let caller: Principal
        let addsChecksum: Bool
        let channel: ObjectStoreChannel
        let fate: ObjectStoreFate?
        var reply: ObjectStoreReply?

        init(_ call: ObjectStoreCall, _ channel: ObjectStoreChannel, _ fate: ObjectStoreFate?) {
            operation = call.operation
            caller = call.caller
            addsChecksum = call.addsChecksum
            self.channel = channel
            self.fate = fate
        }
    }

    /// How long the answer takes to a request that is not carried out.
    private static let refusalTime = Duration.milliseconds(5)

    /// The node it runs on.
    public nonisolated let node: Node
    let network: Network
    let settings: ObjectStoreSettings
    let region: ObjectStoreRegion
    @exclusivity(unchecked) private var latencies: RandomStream
    @exclusivity(unchecked) private var fates: ObjectStoreFates
    @exclusivity(unchecked) private var noise: RandomStream
    var lags: RandomStream
    var eventLags: RandomStream
    @exclusivity(unchecked) private var capacity: PartitionedCapacity
    @exclusivity(unchecked) private var works: [Work?] = []
    @exclusivity(unchecked) private var freeSlots: [Int] = []
    @exclusivity(unchecked) private var uploads: SharedProcessor
    @exclusivity(unchecked) private var downloads: SharedProcessor
    /// Count what became of the lines, so that an earlier forecast is known as one.
    @exclusivity(unchecked) private var uploadForecast: UInt32 = 0
    @exclusivity(unchecked) private var downloadForecast: UInt32 = 0
    @exclusivity(unchecked) private var upload: Handler<ObjectStoreServer>?
    @exclusivity(unchecked) private var effect: Handler<ObjectStoreServer>?
    @exclusivity(unchecked) private var download: Handler<ObjectStoreServer>?
    @exclusivity(unchecked) private var refusal: Handler<ObjectStoreServer>?

    /// Starts the store of a region on `node`.
    @discardableResult
    public static func start(
        on node: Node,
        network: Network,
        settings: ObjectStoreSettings,
        region: ObjectStoreRegion,
        random: RandomStream
    ) -> ObjectStoreServer {
        let server = ObjectStoreServer(node, network, settings, region, random)
        region.store.abandonAllWrites()
        region.store.mixesUpParts = settings.plantedBug == .mixesUpParts
        server.serve()
        server.startLifecycles(random.split("lifecycle"))
        return server
    }

    private init(
        _ node: Node,
        _ network: Network,
        _ settings: ObjectStoreSettings,
        _ region: ObjectStoreRegion,
        _ random: RandomStream
    ) {
        self.node = node
        self.network = network
        self.settings = settings
        self.region = region
        latencies = random.split("latency")
        fates = ObjectStoreFates(settings.faults, random: random.split("faults"))
        noise = random.split("corruption")
        lags = random.split("replication")
        eventLags = random.split("events")
        capacity = PartitionedCapacity(
            settings.capacity,
            random: random.split("capacity"),
            now: node.now
        )
        uploads = SharedProcessor(processors: settings.fastConnections)
        downloads = SharedProcessor(processors: settings.fastConnections)
        region.journal.note(partitions: capacity.count, at: node.now)
    }

    private nonisolated func serve() {
        let upload = Handler("upload", of: self, numbered: { $0.endUpload($1) })
        let effect = Handler("operation", of: self, numbered: { $0.takeEffect(Int($1)) })
        let download = Handler("download", of: self, numbered: { $0.endDownload($1) })
        let refusal = Handler("refusal", of: self, numbered: { $0.answer(Int($1)) })
        assumeIsolated { server in
            server.upload = upload
            server.effect = effect
            server.download = download
            server.refusal = refusal
        }
        network.serve(
            .objectStore,
            on: node,
            accept: atEvents { $0.accept($1.request, .call($1.exchange)) }
        )
        assumeIsolated {
            $0.resumeReplication()
            $0.resumeEvents()
        }
        serveReplicas()
        serveHTTP()
    }

    /// The civil time.
    var now: Timestamp {
        let elapsed = VirtualInstant.zero.duration(to: node.now).wholeNanoseconds
        return settings.start.adding(nanoseconds: Int64(elapsed))
    }

    // MARK: Requests

    /// Takes in a request, which is answered through `channel`.
    func accept(_ call: ObjectStoreCall, _ channel: ObjectStoreChannel) {
        let kind = call.operation.kind
        let fate = fates.draw()
        region.journal.note(kind, fate)
        let work = Work(call, channel, fate)
        let isServed = capacity.admits(
            bucket: call.operation.bucket,
            key: call.operation.key,
            isWrite: kind == .write,
            now: node.now
        )
        region.journal.note(partitions: capacity.count, at: node.now)
        if !isServed || fate == .throttled {
            if !isServed {
                node.sometimes(ObjectStorePlace.prefixThrottled)
                region.journal.noteThrottled()
            }
            work.reply = .failed(.slowDown)
            return refuse(work)
        }
        if fate == .lostRequest { return }
        if fate == .failed {
            work.reply = .failed(.internalError)
            return refuse(work)
        }
        if call.operation.isConditional {
            if settings.plantedBug == .judgesConditionsEarly { judgeEarly(work) }
            drawTicket(work)
        }
        guard let count = call.operation.content?.count, count > 0 else {
            return beginOperation(keep(work))
        }
        region.journal.noteBytes(in: count)
        if fate == .corrupted { corrupt(work, isChecked: call.isChecked) }
        uploads.add(keep(work), demand: time(of: count), now: node.now)
        scheduleUpload()
    }

    /// A conditional write learns of deletions that take effect while it is under way.
    private func drawTicket(_ work: Work) {
        let operation = work.operation
        let ticket = try? region.store.beginWrite(bucket: operation.bucket, key: operation.key)
        if let ticket { work.operation = operation.holding(ticket) }
    }

    /// How long a transfer takes that has a fast connection to itself.
    private func time(of count: Int) -> Duration {
        let nanoseconds = Double(count) / Double(settings.connectionBandwidth) * 1e9
        return Duration(wholeNanoseconds: UInt64(nanoseconds.rounded(.up)))
    }

    private func keep(_ work: Work) -> Int {
        guard let slot = freeSlots.popLast() else {
            works.append(work)
            return works.count - 1
        }
        works[slot] = work
        return slot
    }

    private func release(_ slot: Int) {
        works[slot] = nil
        freeSlots.append(slot)
    }

    private func refuse(_ work: Work) {
        refusal?.scheduleWork(for: Self.refusalTime, number: UInt32(keep(work)), .background)
    }

    private func answer(_ slot: Int) {
        guard let work = works[slot], let reply = work.reply else { return }
        release(slot)
        if work.fate != .lostAnswer {
            work.channel.reply(reply, from: region.store, on: node)
        }
    }

    // MARK: Uploads

    private func scheduleUpload() {
        uploadForecast &+= 1
        guard let rest = uploads.remaining else { return }
        upload?.scheduleWork(for: rest, number: uploadForecast, .background)
    }

    private func endUpload(_ number: UInt32) {
        guard number == uploadForecast else { return }
        let slot = uploads.removeFirst(now: node.now)
        scheduleUpload()
        if let slot { beginOperation(slot) }
    }

    /// The bytes change on their way to the store, which notices where the client sent a checksum
    /// with them.
    ///
    /// The checksum is computed here, of the bytes that the client sent; of those that arrive as
    /// they were sent, it would be the same and is not computed again.
    private func corrupt(_ work: Work, isChecked: Bool) {
        let isChecked = isChecked && settings.plantedBug != .keepsCorruptBytes
        switch work.operation {
        case .put(var request):
            if isChecked, request.checksum == nil {
                request.checksum = ObjectChecksum(.crc64NVME, of: request.content)
            }
            request.content = changed(request.content)
            work.operation = .put(request)
        case .uploadPart(var request):
            if isChecked, request.checksum == nil, request.contentMD5 == nil {
                request.contentMD5 = Base64.text(ContentDigests.tag(request.content).digest)
            }
            request.content = changed(request.content)
            work.operation = .uploadPart(request)
        default: break
        }
    }

    /// The same bytes but for one bit.
    private func changed(_ content: ObjectContent) -> ObjectContent {
        guard content.count > 0 else { return content }
        let place = Int(noise.below(UInt64(content.count)))
        let byte = content.slice(place..<place + 1).bytes()[0] ^ 1 << UInt8(noise.below(8))
        return .joined([
            content.slice(0..<place), ObjectContent([byte]),
            content.slice(place + 1..<content.count),
        ])
    }

    // MARK: Operations

    private func beginOperation(_ slot: Int) {
        guard let work = works[slot] else { return }
        var time = settings.latency(of: work.operation.kind).sample(using: &latencies)
        if work.fate == .slow { time += settings.faults.slowness }
        effect?.scheduleWork(for: time, number: UInt32(slot), .background)
    }

    private func takeEffect(_ slot: Int) {
        guard let work = works[slot] else { return }
        var reply = reply(to: work)
        if let bug = settings.plantedBug { misbehave(bug, work, &reply) }
        takeReplicationTasks()
        takeEvents()
        guard case .result(let result) = reply, let body = result.content, body.count > 0 else {
            work.reply = reply
            return answer(slot)
        }
        region.journal.noteBytes(out: body.count)
        if work.fate == .corrupted, case .object(let object) = result {
            reply = .result(.object(object.arriving(as: changed(body))))
        }
        work.reply = reply
        downloads.add(slot, demand: time(of: body.count), now: node.now)
        scheduleDownload()
    }

    private func reply(to work: Work) -> ObjectStoreReply {
        if settings.plantedBug == .answersBeforeTheEffect,
            let presumed = presumed(work.operation, work.caller)
        {
            return presumed
        }
        return performed(work.operation, work.caller, addsChecksum: work.addsChecksum)
    }

    /// Carries out an operation.
    func performed(
        _ operation: ObjectStoreOperation,
        _ caller: Principal,
        addsChecksum: Bool = false
    ) -> ObjectStoreReply {
        do {
            var context = RequestContext(now: now, caller: caller)
            context.addsChecksum = addsChecksum
            let result = try region.store.perform(operation, context)
            if case .completed(let completed) = result {
                let isEarlier = completed.object.lastModified < context.now
                node.sometimes(ObjectStorePlace.completedAgain, isEarlier)
            }
            return .result(result)
        } catch {
            noteRefusal(error, of: operation)
            return .refused(error)
        }
    }

    private func noteRefusal(_ error: ObjectStoreError, of operation: ObjectStoreOperation) {
        switch (error, operation) {
        case (.conditionalRequestConflict, _): node.sometimes(ObjectStorePlace.writeOvertaken)
        case (.noSuchUpload, .uploadPart): node.sometimes(ObjectStorePlace.partAfterTheEnd)
        case (.badDigest, _): node.sometimes(ObjectStorePlace.alteredWriteRefused)
        default: break
        }
    }

    // MARK: Downloads

    private func scheduleDownload() {
        downloadForecast &+= 1
        guard let rest = downloads.remaining else { return }
        download?.scheduleWork(for: rest, number: downloadForecast, .background)
    }

    private func endDownload(_ number: UInt32) {
        guard number == downloadForecast else { return }
        let slot = downloads.removeFirst(now: node.now)
        scheduleDownload()
        if let slot { answer(slot) }
    }
}

extension GetObjectResult {
    /// The same answer with bytes that changed on their way.
    fileprivate func arriving(as body: ObjectContent) -> Self {
        GetObjectResult(description: description, body: body, isAltered: true)
    }
}
