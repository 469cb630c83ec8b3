import Simulator

/// What jobs read from an object store or a queue, and write to a store.
struct StoredJobs {
    /// The code of jobs, and what they read and write where.
    let library: CatalogLibrary
    /// What there is in the store of the results of a partition, where they go there.
    private(set) var copy: ((_ job: String, _ partition: Int) -> [UInt8]?)?

    /// Puts the topics that are in a store there.
    init(
        _ specification: MapReduceSpecification,
        _ topics: Topics,
        in store: ObjectStorePart?,
        _ queue: QueueCluster?,
        _ simulation: Simulation
    ) {
        var sources: [String: any RecordSource] = topics.all
        if let queue {
            for topic in specification.topics {
                sources[topic.name] = Self.queued(topic, topics, queue, simulation)
            }
        }
        for topic in specification.topics {
            guard let place = topic.stored, let store, let content = topics.all[topic.name] else {
                continue
            }
            let stored = StoredTopic(
                topic.name,
                partitions: topic.partitions,
                bucket: place.bucket,
                prefix: place.prefix,
                clients: Self.clients(of: place.bucket, "topic \(topic.name)", store, simulation)
            )
            for (number, bytes) in content.partitions.enumerated() {
                store.put(bytes, as: stored.key(ofPartition: number), in: place.bucket)
            }
            sources[topic.name] = stored
        }
        guard let place = specification.reduceWorkers.results, let store else {
            library = CatalogLibrary(topics: sources)
            return
        }
        let results = StoredResults(
            bucket: place.bucket,
            prefix: place.prefix,
            clients: Self.clients(of: place.bucket, "results", store, simulation)
        )
        library = CatalogLibrary(topics: sources, output: results)
        copy = store.region(ofBucket: place.bucket).map { region in
            let objects = StoredBucket(place.bucket, of: region.store)
            return { objects.bytes(results.key(of: $0, partition: $1)) }
        }
    }

    /// A topic that goes through a queue, to which its lines begin to be sent; where it does not,
    /// as it is.
    private static func queued(
        _ topic: TopicSpecification,
        _ topics: Topics,
        _ queue: QueueCluster,
        _ simulation: Simulation
    ) -> (any RecordSource)? {
        guard let settings = topic.queued, let content = topics.all[topic.name] else {
            return topics.all[topic.name]
        }
        let random = simulation.random("queued \(topic.name)")
        let placement = NodePlacement(role: "feeder", zone: "feeders")
        let name = simulation.freeName("feeder of \(topic.name)")
        simulation.addNode(name, placement: placement) { node in
            TopicFeeder.start(
                content,
                Arrival(settings.arrival),
                from: settings.from,
                on: node,
                to: queue.address,
                random: random
            )
        }
        return QueueTopic(
            topic.name,
            partitions: topic.partitions,
            readers: QueueReaders(queue.address, random: random.split("readers"))
        )
    }

    private static func clients(
        of bucket: String,
        _ label: String,
        _ store: ObjectStorePart,
        _ simulation: Simulation
    ) -> ObjectStoreClients {
        let random = simulation.random("client of \(label)")
        return ObjectStoreClients { node in
            let own = random.split("\(node.name) \(node.incarnation)")
            return store.access.client(of: bucket, on: node, own)
        }
    }
}
