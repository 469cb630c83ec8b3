/// The producers and consumers that a manager knows by their numbers, as it keeps them on its disk.
struct Registrations: Sendable {
    /// Who sends to some shards of a topic in turn.
    struct Producer: Hashable, Sendable {
        let topic: String
        /// The shards that there were when it was registered.
        let shards: [Shard]
        /// Which of them is next.
        fileprivate(set) var next = 0
    }

    /// Who reads some shards of a topic in turn.
    struct Consumer: Hashable, Sendable {
        let topic: String
        /// The shards that there were when it was registered, and how far they are read.
        fileprivate(set) var places: [Place]
        /// Which of them is next.
        fileprivate(set) var next = 0
    }

    /// A shard, and what it is called.
    struct Shard: Hashable, Sendable {
        let number: Int
        let name: String
    }

    /// How far a shard is read.
    struct Place: Hashable, Sendable {
        let shard: Shard
        /// The offset of the next message.
        var offset: Int
    }

    /// What is written down.
    enum Change: Hashable, Sendable {
        case producer(topic: String, shards: [Shard])
        case consumer(topic: String, places: [Place])
        /// A consumer has read a shard up to an offset.
        case read(consumer: Int, Place)
    }

    private(set) var producers: [Producer] = []
    private(set) var consumers: [Consumer] = []

    /// Adds a change.
    mutating func apply(_ change: Change) {
        switch change {
        case .producer(let topic, let shards):
            producers.append(Producer(topic: topic, shards: shards))
        case .consumer(let topic, let places):
            consumers.append(Consumer(topic: topic, places: places))
        case .read(let number, let place):
            guard consumers.indices.contains(number) else { return }
            let index = consumers[number].places.firstIndex { $0.shard == place.shard }
            if let index { consumers[number].places[index] = place }
        }
    }

    /// The topic and the shard that a producer sends its next message to.
    mutating func nextShard(ofProducer number: Int) -> (topic: String, shard: Shard)? {
        guard producers.indices.contains(number) else { return nil }
        let producer = producers[number]
        producers[number].next = (producer.next + 1) % producer.shards.count
        return (producer.topic, producer.shards[producer.next])
    }

    /// The topic and the shard that a consumer reads next.
    mutating func nextShard(ofConsumer number: Int) -> (topic: String, shard: Shard)? {
        guard consumers.indices.contains(number) else { return nil }
        let consumer = consumers[number]
        consumers[number].next = (consumer.next + 1) % consumer.places.count
        return (consumer.topic, consumer.places[consumer.next].shard)
    }

    /// How far a consumer has read a shard.
    func offset(of shard: Shard, consumer number: Int) -> Int {
        consumers[number].places.first { $0.shard == shard }?.offset ?? 0
    }

    // MARK: Lines

    /// What is in the file, up to the first line that is not whole.
    init(_ bytes: [UInt8] = []) {
        var rest = bytes[...]
        while let end = rest.firstIndex(of: UInt8(ascii: "\n")),
            let change = Change(String(decoding: rest[..<end], as: UTF8.self))
        {
            apply(change)
            rest = rest[(end + 1)...]
        }
    }

    /// All that is known, in as few lines as it takes.
    var lines: String {
        producers.map { Change.producer(topic: $0.topic, shards: $0.shards).line }.joined()
            + consumers.map { Change.consumer(topic: $0.topic, places: $0.places).line }.joined()
    }
}

extension Registrations.Change {
    /// The line, with its end.
    var line: String {
        switch self {
        case .producer(let topic, let shards):
            "producer\t\(topic)\t\(shards.map(\.text).joined(separator: ","))\n"
        case .consumer(let topic, let places):
            "consumer\t\(topic)\t\(places.map(\.text).joined(separator: ","))\n"
        case .read(let consumer, let place): "read\t\(consumer)\t\(place.text)\n"
        }
    }

    /// The change that a line says.
    init?(_ line: String) {
        let fields = line.split(separator: "\t", omittingEmptySubsequences: false)
        guard fields.count == 3 else { return nil }
        let items = fields[2].split(separator: ",")
        switch fields[0] {
        case "producer":
            let shards = items.compactMap(Registrations.Shard.init)
            guard shards.count == items.count, !shards.isEmpty else { return nil }
            self = .producer(topic: String(fields[1]), shards: shards)
        case "consumer":
            let places = items.compactMap(Registrations.Place.init)
            guard places.count == items.count, !places.isEmpty else { return nil }
            self = .consumer(topic: String(fields[1]), places: places)
        case "read":
            guard let number = Int(fields[1]), let place = Registrations.Place(fields[2]) else {
                return nil
            }
            self = .read(consumer: number, place)
        default: return nil
        }
    }
}

extension Registrations.Shard {
    fileprivate var text: String { "\(number)=\(name)" }

    fileprivate init?(_ text: Substring) {
        let parts = text.split(separator: "=", omittingEmptySubsequences: false)
        guard parts.count == 2, let number = Int(parts[0]) else { return nil }
        self.init(number: number, name: String(parts[1]))
    }
}

extension Registrations.Place {
    fileprivate var text: String { "\(shard.text):\(offset)" }

    fileprivate init?(_ text: Substring) {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 2, let shard = Registrations.Shard(parts[0]),
            let offset = Int(parts[1])
        else { return nil }
        self.init(shard: shard, offset: offset)
    }
}
