import OrderedCollections

/// What a producer does when it learns what became of its batches.
extension QueueProducer {
    func finish(
        _ partition: TopicPartition,
        _ sequence: Int32,
        _ outcome: ProduceResult
    ) {
        guard let batch = queues[partition]?.finish(sequence) else { return }
        switch outcome {
        case .success(let base): settle(batch, partition, base)
        case .failure(.fencedProducer):
            give(up: batch, of: partition, .fencedProducer)
            fence()
        case .failure(let error) where error.isTransient || error == .outOfOrderSequence:
            // One that overtook another on its way is in order when it is sent again.
            if error == .outOfOrderSequence, batch.wasFirst {
                queues[partition]?.noteGap(before: batch)
            } else {
                queues[partition]?.retry(batch)
            }
            queues[partition]?.blockedUntil = node.now.advanced(by: settings.backoff)
            dirty.append(partition)
            setTimer()
        case .failure(let error): give(up: batch, of: partition, error)
        }
    }

    private func settle(_ batch: ProducerQueue.Batch, _ partition: TopicPartition, _ base: Int) {
        for (index, tag) in batch.tags.enumerated() {
            report(
                tag,
                .acknowledged(partition, offset: base < 0 ? -1 : base + index)
            )
        }
        queues[partition]?.note(acknowledged: batch)
        release(batch)
    }

    private func give(
        up batch: ProducerQueue.Batch,
        of partition: TopicPartition,
        _ error: QueueError
    ) {
        for tag in batch.tags { report(tag, .failed(error)) }
        queues[partition]?.note(givenUp: batch)
        release(batch)
    }

    private func release(_ batch: ProducerQueue.Batch) {
        outstanding -= batch.tags.count
        buffered -= batch.records.reduce(0) { $0 + $1.value.count }
        room.put(true)
    }

    private func fence() {
        isFenced = true
        for partition in queues.keys {
            for batch in queues[partition]?.removeAll() ?? [] {
                give(up: batch, of: partition, .fencedProducer)
            }
        }
        dirty = []
    }

    func expire() {
        let nanoseconds = settings.deliveryTimeout.wholeNanoseconds
        guard node.now.nanoseconds > nanoseconds else { return }
        let limit = VirtualInstant(nanoseconds: node.now.nanoseconds - nanoseconds)
        for partition in dirty {
            for batch in queues[partition]?.expire(before: limit) ?? [] {
                give(up: batch, of: partition, .timedOut)
            }
        }
        let lost = homeless.prefix { $0.created < limit }
        homeless.removeFirst(lost.count)
        for entry in lost {
            outstanding -= 1
            buffered -= entry.record.value.count
            report(entry.tag, .failed(.unknownPartition))
            room.put(true)
        }
    }

    // MARK: Identity

    /// Asks for a number, or for the next epoch of the one that it has.
    func askIdentity() {
        guard !isAskingIdentity, !isFenced else { return }
        isAskingIdentity = true
        network.ask(
            .producerIdentity,
            ProducerRequest(name: settings.name, present: identity),
            of: controller,
            from: node,
            timeout: .seconds(2)
        ) { [weak self] result in
            self?.atEvent { $0.learn(result) }
        }
    }

    private func learn(_ result: Result<Result<ProducerIdentity, QueueError>, CallError>) {
        isAskingIdentity = false
        switch result {
        case .success(.success(let identity)):
            self.identity = identity
            for partition in queues.keys where queues[partition]?.needsIdentity ?? false {
                queues[partition]?.renumber(as: identity)
            }
            pump(dirty)
        case .success(.failure): fence()
        case .failure: setTimer()
        }
    }
}
