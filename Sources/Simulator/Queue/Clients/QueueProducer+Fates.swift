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
        case .failure(.fencedProducer): fence(batch)
        case .failure(let error):
            // One that overtook another on its way is in order when it is sent again.
            let isLost = error == .outOfOrderSequence && batch.wasFirst
            if isLost || !(error.isTransient || error == .outOfOrderSequence) {
                give(up: batch, error)
            } else {
                queues[partition]?.retry(batch)
                queues[partition]?.blockedUntil = node.now.advanced(by: settings.backoff)
                dirty.append(partition)
                setTimer()
            }
        }
    }

    private func settle(_ batch: ProducerQueue.Batch, _ partition: TopicPartition, _ base: Int) {
        for (index, tag) in batch.tags.enumerated() {
            report(
                tag,
                .acknowledged(partition, offset: base < 0 ? -1 : base + index)
            )
        }
        release(batch)
    }

    private func give(up batch: ProducerQueue.Batch, _ error: QueueError) {
        for tag in batch.tags { report(tag, .failed(error)) }
        release(batch)
        // The messages after it would leave a gap in the numbers.
        if settings.numbersMessages { needsIdentity = true }
    }

    private func release(_ batch: ProducerQueue.Batch) {
        outstanding -= batch.tags.count
        buffered -= batch.records.reduce(0) { $0 + $1.value.count }
        room.put(true)
    }

    private func fence(_ batch: ProducerQueue.Batch) {
        isFenced = true
        give(up: batch, .fencedProducer)
        for partition in queues.keys {
            for batch in queues[partition]?.removeAll() ?? [] { give(up: batch, .fencedProducer) }
        }
        dirty = []
    }

    func expire() {
        let nanoseconds = settings.deliveryTimeout.wholeNanoseconds
        guard node.now.nanoseconds > nanoseconds else { return }
        let limit = VirtualInstant(nanoseconds: node.now.nanoseconds - nanoseconds)
        for partition in dirty {
            for batch in queues[partition]?.expire(before: limit) ?? [] {
                give(up: batch, .timedOut)
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

    /// Asks for a number, once nothing is under way any more.
    func askIdentity() {
        guard !isAskingIdentity, !isFenced, queues.values.allSatisfy(\.underWay.isEmpty) else {
            return
        }
        isAskingIdentity = true
        network.ask(
            .producerIdentity,
            ProducerRequest(name: settings.name),
            of: controller,
            from: node,
            timeout: .seconds(2)
        ) { [weak self] result in
            self?.assumeIsolated { producer in
                producer.isAskingIdentity = false
                guard case .success(let identity) = result else { return producer.setTimer() }
                producer.identity = identity
                producer.needsIdentity = false
                for partition in producer.queues.keys { producer.queues[partition]?.renumber() }
                producer.pump(producer.dirty)
            }
        }
    }
}
