import OrderedCollections

/// A change of the files of a partition that is to be made.
struct LogWrite {
    enum Kind {
        case append([UInt8])
        case replace([UInt8])
        case remove
    }

    /// Whose file it is; nothing where nobody has to know when it is written.
    let replica: PartitionReplica?
    /// Of the replica, at the time.
    let generation: Int
    /// The offset up to which the disk has the partition after it.
    let end: Int
    let file: String
    let kind: Kind
}

/// How the partitions of a broker come onto its disk and back.
extension Broker {
    // MARK: Recovery

    /// Reads the logs that the disk holds, as far as they are whole.
    func recover() async throws(Interruption) {
        let files: [(name: String, bytes: [UInt8])]
        do {
            files = try await node.disk.snapshot("")
        } catch .interrupted(let interruption) {
            throw interruption
        } catch {
            return
        }
        var folders: OrderedDictionary<TopicPartition, [(name: String, bytes: [UInt8])]> = [:]
        for file in files {
            guard let partition = SegmentFile.partition(of: file.name) else { continue }
            folders[partition, default: []].append(file)
        }
        for (partition, files) in folders {
            let recovery = SegmentFile.recover(partition, from: files, settings: settings.log)
            recovered[partition] = recovery.log
            node.sometimes(QueuePlace.logCutAtStart, !recovery.cuts.isEmpty)
            for cut in recovery.cuts {
                let bytes = files.first { $0.name == cut.name }?.bytes.prefix(cut.length) ?? []
                let base = SegmentFile.name(of: partition, baseOffset: recovery.log.start)
                let isGone = bytes.isEmpty && cut.name != base
                let kind = isGone ? LogWrite.Kind.remove : .replace(Array(bytes))
                writes.append(
                    LogWrite(
                        replica: nil,
                        generation: 0,
                        end: recovery.log.end,
                        file: cut.name,
                        kind: kind
                    )
                )
            }
        }
    }

    // MARK: Writing

    /// Whether nothing counts that is not on the disk.
    var waitsForDisk: Bool {
        settings.flush == .always && settings.plantedBug != .acknowledgesBeforeFlush
    }

    /// Has a batch be written that was appended.
    func write(_ batch: RecordBatch, of replica: PartitionReplica) {
        let segment = replica.log.segments[replica.log.segments.count - 1]
        unflushed += batch.count
        enqueue(
            .append(batch.bytes),
            to: SegmentFile.name(of: replica.partition, baseOffset: segment.baseOffset),
            of: replica
        )
    }

    private func enqueue(_ kind: LogWrite.Kind, to file: String, of replica: PartitionReplica) {
        writes.append(
            LogWrite(
                replica: replica,
                generation: replica.generation,
                end: replica.log.end,
                file: file,
                kind: kind
            )
        )
        switch settings.flush {
        case .always: writeSignal.put(true)
        case .messages(let limit, _): if unflushed >= limit { writeSignal.put(true) }
        case .interval: break
        }
    }

    /// Takes back everything from `offset` on.
    func truncate(_ replica: PartitionReplica, to offset: Int) {
        guard offset < replica.log.end else { return }
        node.sometimes(QueuePlace.followerTruncated)
        journal.noteTruncation(of: replica.log.end - offset, in: replica.partition)
        let before = replica.log.segments
        replica.truncate(to: offset)
        let last = replica.log.segments[replica.log.segments.count - 1]
        for segment in before where segment.baseOffset > last.baseOffset {
            remove(segment.baseOffset, of: replica)
        }
        enqueue(
            .replace(SegmentFile.bytes(of: last, from: last.baseOffset)),
            to: SegmentFile.name(of: replica.partition, baseOffset: last.baseOffset),
            of: replica
        )
    }

    /// Begins a partition anew at `offset`.
    func reset(_ replica: PartitionReplica, to offset: Int) {
        let before = replica.log.segments
        replica.reset(to: offset)
        for segment in before { remove(segment.baseOffset, of: replica) }
        writeBase(of: replica)
    }

    /// Has an empty file say where a log without messages goes on.
    private func writeBase(of replica: PartitionReplica) {
        guard replica.log.start == replica.log.end else { return }
        let name = SegmentFile.name(of: replica.partition, baseOffset: replica.log.start)
        enqueue(.replace([]), to: name, of: replica)
    }

    private func remove(_ base: Int, of replica: PartitionReplica) {
        let name = SegmentFile.name(of: replica.partition, baseOffset: base)
        enqueue(.remove, to: name, of: replica)
    }

    /// Has the files of a partition go.
    func removeFiles(of replica: PartitionReplica) {
        for segment in replica.log.segments { remove(segment.baseOffset, of: replica) }
    }

    /// Writes what is to be written, as often as the policy says.
    func writeLogs() async throws(Interruption) {
        while true {
            switch settings.flush {
            case .always: if writes.isEmpty { _ = try await writeSignal.receive() }
            case .interval(let interval): try await node.sleep(for: interval)
            case .messages(let limit, let interval):
                let deadline = node.now.advanced(by: interval)
                while unflushed < limit, node.now < deadline {
                    _ = try await writeSignal.receive(timeout: node.now.duration(to: deadline))
                }
            }
            guard !writes.isEmpty else { continue }
            let batch = writes
            writes = []
            unflushed = 0
            try await perform(batch)
        }
    }

    /// Makes all changes and has the disk make them durable, however long it takes nothing.
    private func perform(_ batch: [LogWrite]) async throws(Interruption) {
        var files: OrderedDictionary<String, [LogWrite.Kind]> = [:]
        for write in batch { files[write.file, default: []].append(write.kind) }
        for (file, changes) in files {
            var appended: [UInt8] = []
            for change in changes {
                switch change {
                case .append(let bytes): appended += bytes
                case .replace(let bytes):
                    // What was appended before is in it, or not to be there.
                    appended = []
                    try await persist { disk throws(DiskError) in
                        try await disk.write(bytes, to: file)
                    }
                case .remove:
                    appended = []
                    try await persist { disk throws(DiskError) in
                        try await disk.removeIfPresent(file)
                    }
                }
            }
            guard !appended.isEmpty else { continue }
            try await persist { [appended] disk throws(DiskError) in
                try await disk.append(appended, to: file)
            }
        }
        try await persist { disk throws(DiskError) in try await disk.synchronize() }
        journal.noteFlush()
        var written: OrderedSet<TopicPartition> = []
        for write in batch {
            guard let replica = write.replica else { continue }
            replica.noteDurable(write.end, generation: write.generation)
            written.append(replica.partition)
        }
        noteFlush(of: written)
    }

    /// Does something to the disk, again and again until the disk takes it.
    private func persist(
        _ operation: (Disk) async throws(DiskError) -> Void
    ) async throws(Interruption) {
        while true {
            do {
                try await operation(node.disk)
                isStorageBroken = false
                return
            } catch .interrupted(let interruption) {
                throw interruption
            } catch {
                node.sometimes(QueuePlace.diskRefused)
                isStorageBroken = true
            }
            try await node.sleep(for: settings.diskRetry)
        }
    }

    /// What waited for the disk goes on.
    private func noteFlush(of partitions: OrderedSet<TopicPartition>) {
        guard waitsForDisk else { return }
        for partition in partitions {
            guard let replica = replicas[partition], replica.leading != nil else { continue }
            advance(replica, to: replica.durableEnd)
        }
        for signal in flushSignals { signal.put(true) }
    }

    // MARK: Retention

    /// Deletes what need not be kept, every so often.
    func expireLogs() async throws(Interruption) {
        while true {
            try await node.sleep(for: settings.retentionInterval)
            for replica in replicas.values where !replica.partition.holdsOffsets {
                let bases = replica.log.expire(now: timestamp, before: replica.highWatermark)
                if !bases.isEmpty { writeBase(of: replica) }
                for base in bases { remove(base, of: replica) }
            }
        }
    }
}

extension Disk {
    /// Removes file `name`, if there is one.
    fileprivate func removeIfPresent(_ name: String) async throws(DiskError) {
        do { try await remove(name) } catch {
            if case .noSuchFile = error { return }
            throw error
        }
    }
}
