import Simulator

/// Where objects of jobs are in a store.
public struct StoredPlaceSpecification: Sendable, Equatable {
    /// The bucket.
    public var bucket = ""
    /// What their keys begin with.
    public var prefix = ""

    /// Bytes that a prefix has at most: keys have 1,024, with the names behind it.
    static let prefixMaximum = 512

    /// A place in a bucket that is still to be named.
    public init() {}
}

extension StoredPlaceSpecification: Section {
    static let name = "stored-place"
    static let documentation = "Where objects of jobs are in a store."
    static var fields: [Field<Self>] {
        [
            .key("bucket", \.bucket, .bucketName, required: true, "The bucket."),
            .key("prefix", \.prefix, .anyText, "What their keys begin with."),
        ]
    }

    mutating func finish(_ node: YAMLNode, _ reading: inout Reading) {
        guard prefix.utf8.count > Self.prefixMaximum else { return }
        reading.report(
            "has \(NumberText.grouped(prefix.utf8.count)) bytes",
            at: node.location(at: ["prefix"]),
            expected: "at most \(Self.prefixMaximum)"
        )
    }
}

extension ClusterSpecification {
    /// Notes buckets of topics and results that do not exist.
    func checkStoredPlaces(_ node: YAMLNode, _ reading: inout Reading) {
        var places = (mapReduce?.topics ?? []).enumerated().compactMap { index, topic in
            topic.stored.map { (path: ["topics", String(index), "stored-in"], place: $0) }
        }
        if let results = mapReduce?.reduceWorkers.results {
            places.append((["reduce-workers", "results-to"], results))
        }
        for (path, place) in places {
            guard let objectStore else {
                reading.report(
                    "there is no store for it",
                    at: node.location(at: path),
                    expected: "cluster.object-store"
                )
                continue
            }
            objectStore.checkBucket(place.bucket, at: path + ["bucket"], of: node, &reading)
        }
    }
}

extension ObjectStoreSpecification {
    /// Notes the name of a bucket that does not exist, which stands at `path` of `node`.
    func checkBucket(
        _ name: String,
        at path: [String],
        of node: YAMLNode,
        _ reading: inout Reading
    ) {
        let names = buckets.map(\.name)
        guard !name.isEmpty, !names.contains(name) else { return }
        reading.report(
            "there is no bucket \"\(Shortened.text(name))\"",
            at: node.location(at: path),
            expected: names.count <= 8 ? Shape.oneOf(names) : nil,
            suggestion: NearestWord.to(name, among: names)
        )
    }
}
