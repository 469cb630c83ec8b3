import Simulator

extension ScenarioCluster {
    /// What a sampler reads of it.
    var sampledParts: [any SampledPart] {
        var parts: [any SampledPart] = [
            TrafficSamples(
                network: network,
                balancer: placement == nil ? nil : serving?.journal
            )
        ]
        if let serving {
            parts.append(ServerSamples(serving: serving))
            if let proxy = serving.proxy { parts.append(ProxySamples(proxy.journals)) }
        }
        if let mapReduce { parts.append(MapReduceSamples(mapReduce.cluster.journal)) }
        if let queue {
            parts.append(QueueSamples(journal: queue.cluster.journal, log: queue.traffic.log))
        }
        if let objects { parts.append(ObjectStoreSamples(regions: objects.regions)) }
        if let backups {
            parts.append(BackupSamples(backup: backups.journal, sync: backups.sync?.journal))
        }
        return parts
    }
}
