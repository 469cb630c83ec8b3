import OrderedCollections

/// What a manager does for producers and consumers.
extension QueueManager {
    // MARK: Topics

    func topics() async throws(Interruption) -> ManagerAnswer {
        guard let metadata = try await administer(.description)?.metadata else {
            return .unavailable
        }
        var members: [JSONDocument.Member] = []
        for topic in metadata.topics.keys where !TopicPartition.isInternal(topic) {
            let leaders = metadata.shards(of: topic).compactMap { shard in
                metadata.partitions[shard]?.leader.map {
                    JSONDocument.Member(name: metadata.name(of: shard), value: .string($0))
                }
            }
            if !leaders.isEmpty { members.append(.init(name: topic, value: .object(leaders))) }
        }
        return .success(.object(members))
    }

    func addTopic(_ request: ManagerRequest) async throws(Interruption) -> ManagerAnswer {
        guard let topic = request.text("topic"), let name = request.text("part") else {
            return .badParameters
        }
        if let problem = ManagerName.problem(of: topic) ?? ManagerName.problem(of: name) {
            return .failure(problem)
        }
        guard let answer = try await addShard(name, topic) else { return .unavailable }
        guard answer.isChanged else { return .failure("\(topic):\(name) already exist") }
        return .success("Topic:\(topic)x\(name) created successfully")
    }

    private func addShard(
        _ name: String,
        _ topic: String
    ) async throws(Interruption) -> AdministrationAnswer? {
        try await administer(.addShard(name, topic: topic, settings.topics, broker: nil))
    }

    /// The shard of a topic that a request names, or all of them; none where there is none.
    private func shards(
        of topic: String,
        _ name: String?,
        in metadata: ClusterMetadata
    ) -> [Registrations.Shard] {
        guard !TopicPartition.isInternal(topic) else { return [] }
        return metadata.shards(of: topic)
            .map { Registrations.Shard(number: $0.partition, name: metadata.name(of: $0)) }
            .filter { name == nil || $0.name == name }
    }

    // MARK: Producers

    func registerProducer(_ request: ManagerRequest) async throws(Interruption) -> ManagerAnswer {
        guard let topic = request.text("topic") else { return .badParameters }
        let name = request.text("part")
        if name == nil, request.value("part") != nil { return .badParameters }
        let problems = [topic, name].compactMap(\.self).compactMap { ManagerName.problem(of: $0) }
        if let problem = problems.first { return .failure(problem) }
        let answer =
            if let name {
                try await addShard(name, topic)
            } else {
                try await administer(.description)
            }
        guard let metadata = answer?.metadata else { return .unavailable }
        let shards = shards(of: topic, name, in: metadata)
        guard !shards.isEmpty else {
            return .failure("\(topic) does not exist thus no partitions are available")
        }
        let number = registrations.producers.count
        try await keep(.producer(topic: topic, shards: shards))
        return .success(.integer(number))
    }

    func produce(_ request: ManagerRequest) async throws(Interruption) -> ManagerAnswer {
        guard let number = request.integer("producer_id"), let text = request.text("message"),
            let (topic, shard) = registrations.nextShard(ofProducer: number)
        else { return .badParameters }
        let partition = TopicPartition(topic, shard.number)
        switch try await send(text, to: partition) {
        case .acknowledged: return .success("\(topic)x\(shard.name):Success")
        case .failed(let error) where error.asksForMetadata || error == .timedOut:
            let place = place(of: shard, of: topic)
            return .failure("\(place) does not exist, thus can not produce")
        case .failed(let error): return .failure(error.description)
        }
    }

    /// Such as `T1:P1@broker0`.
    private func place(of shard: Registrations.Shard, of topic: String) -> String {
        let leader = leaders.leader(of: TopicPartition(topic, shard.number))
        return "\(topic):\(shard.name)@\(leader ?? "none")"
    }

    // MARK: Consumers

    func registerConsumer(_ request: ManagerRequest) async throws(Interruption) -> ManagerAnswer {
        guard let topic = request.text("topic") else { return .badParameters }
        let name = request.text("part")
        if name == nil, request.value("part") != nil { return .badParameters }
        guard let metadata = try await administer(.description)?.metadata else {
            return .unavailable
        }
        let shards = shards(of: topic, name, in: metadata)
        guard !shards.isEmpty else {
            let place = name.map { "\(topic):\($0)" } ?? topic
            return .failure("\(place) does not exist, thus can not register as consumer")
        }
        var places: [Registrations.Place] = []
        for shard in shards {
            guard let end = try await leaders.end(of: TopicPartition(topic, shard.number)) else {
                return .unavailable
            }
            places.append(Registrations.Place(shard: shard, offset: end))
        }
        let number = registrations.consumers.count
        try await keep(.consumer(topic: topic, places: places))
        return .success(.integer(number))
    }

    func consume(_ request: ManagerRequest) async throws(Interruption) -> ManagerAnswer {
        guard let number = request.query("consumer_id").flatMap({ Int($0) }),
            let (topic, shard) = registrations.nextShard(ofConsumer: number)
        else { return .badParameters }
        let answer = try await next(of: number, topic, shard)
        return answer.with("topic", "\(topic):\(shard.name)")
    }

    private func next(
        of number: Int,
        _ topic: String,
        _ shard: Registrations.Shard
    ) async throws(Interruption) -> ManagerAnswer {
        let partition = TopicPartition(topic, shard.number)
        while true {
            let offset = registrations.offset(of: shard, consumer: number)
            let reading = try await leaders.message(of: partition, at: offset)
            // Another request of the same consumer may have read it meanwhile.
            guard registrations.offset(of: shard, consumer: number) == offset else { continue }
            switch reading {
            case .message(let record, let place):
                let next = Registrations.Place(shard: shard, offset: place + 1)
                try await keep(.read(consumer: number, next))
                return .success(.string(String(decoding: record.value, as: UTF8.self)))
            case .nothing:
                return .failure(
                    "Empty logs for Comsumer:\(number) for Topic:\(topic)x\(shard.name)"
                )
            case .leaderless:
                let place = self.place(of: shard, of: topic)
                return .failure("\(place) does not exist, thus can not consume")
            }
        }
    }

    func size(_ request: ManagerRequest) async throws(Interruption) -> ManagerAnswer {
        guard let number = request.query("consumer_id").flatMap({ Int($0) }),
            registrations.consumers.indices.contains(number)
        else { return .badParameters }
        let consumer = registrations.consumers[number]
        var total = 0
        var note = ""
        for place in consumer.places {
            let partition = TopicPartition(consumer.topic, place.shard.number)
            if let count = try await leaders.count(of: partition, from: place.offset) {
                total += count
            } else {
                note += "\(self.place(of: place.shard, of: consumer.topic)) does not exist, "
                note += "invalid size\n"
            }
        }
        return .success(.integer(total)).with("note", note)
    }
}
