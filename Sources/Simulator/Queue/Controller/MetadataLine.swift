/// A change of the metadata as a line of the controller's file: fields with tabs between them.
enum MetadataLine {
    private static let nothing = "-"

    /// The line, with its end.
    static func line(of change: MetadataChange) -> String {
        let fields: [String]
        switch change {
        case .topic(let name, let settings):
            fields = [
                "topic", name, "\(settings.replicas)", "\(settings.minimumInSync)",
                "\(settings.isUnclean)",
            ]
        case .partition(let partition, let state):
            fields = [
                "partition", partition.topic, "\(partition.partition)", list(state.replicas),
                list(state.inSync), state.leader ?? nothing, "\(state.leaderEpoch)",
                "\(state.version)", state.target.map(list) ?? nothing,
            ]
        case .shardName(let partition, let name):
            fields = ["shard", partition.topic, "\(partition.partition)", name]
        case .broker(let name, let registration):
            fields = [
                "broker", name, "\(registration.incarnation)", "\(registration.isAlive)",
                "\(registration.isMember)",
            ]
        case .producer(let name, let producer):
            fields = [
                "producer", name, "\(producer.identity.id)", "\(producer.identity.epoch)",
                "\(producer.isSame)",
            ]
        case .nextProducer(let number): fields = ["next-producer", "\(number)"]
        }
        return fields.joined(separator: "\t") + "\n"
    }

    private static func list(_ names: [String]) -> String { names.joined(separator: ",") }

    private static func names(_ field: Substring) -> [String] {
        field.split(separator: ",").map(String.init)
    }

    /// The changes in the file, up to the first line that is not whole.
    static func changes(in bytes: [UInt8]) -> [MetadataChange] {
        var changes: [MetadataChange] = []
        var rest = bytes[...]
        while let end = rest.firstIndex(of: UInt8(ascii: "\n")),
            let change = change(in: String(decoding: rest[..<end], as: UTF8.self))
        {
            changes.append(change)
            rest = rest[(end + 1)...]
        }
        return changes
    }

    private static func change(in line: String) -> MetadataChange? {
        let fields = line.split(separator: "\t", omittingEmptySubsequences: false)
        switch (fields.first, fields.count) {
        case ("topic", 5):
            guard let replicas = Int(fields[2]), let minimum = Int(fields[3]),
                let isUnclean = Bool(String(fields[4]))
            else { return nil }
            let settings = TopicSettings(
                replicas: replicas,
                minimumInSync: minimum,
                isUnclean: isUnclean
            )
            return .topic(String(fields[1]), settings)
        case ("partition", 9): return partition(fields)
        case ("shard", 4):
            return Int(fields[2]).map { number in
                .shardName(TopicPartition(String(fields[1]), number), String(fields[3]))
            }
        case ("broker", 5):
            guard let incarnation = UInt32(fields[2]), let isAlive = Bool(String(fields[3])),
                let isMember = Bool(String(fields[4]))
            else { return nil }
            let registration = BrokerRegistration(
                incarnation: incarnation,
                isAlive: isAlive,
                isMember: isMember
            )
            return .broker(String(fields[1]), registration)
        case ("producer", 5):
            guard let id = Int64(fields[2]), let epoch = Int16(fields[3]),
                let isSame = Bool(String(fields[4]))
            else { return nil }
            let identity = ProducerIdentity(id: id, epoch: epoch)
            let producer = RegisteredProducer(identity: identity, isSame: isSame)
            return .producer(name: String(fields[1]), producer)
        case ("next-producer", 2): return Int64(fields[1]).map(MetadataChange.nextProducer)
        default: return nil
        }
    }

    private static func partition(_ fields: [Substring]) -> MetadataChange? {
        guard let number = Int(fields[2]), let epoch = Int(fields[6]),
            let version = Int(fields[7])
        else { return nil }
        var state = PartitionState(replicas: names(fields[3]))
        state.inSync = names(fields[4])
        state.leader = fields[5] == nothing ? nil : String(fields[5])
        state.leaderEpoch = epoch
        state.version = version
        state.target = fields[8] == nothing ? nil : names(fields[8])
        return .partition(TopicPartition(String(fields[1]), number), state)
    }
}
