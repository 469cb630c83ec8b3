/// What a round has to do so that a bucket has what a directory holds.
struct SyncPlan: Sendable {
    /// What is known of an object.
    struct Present: Equatable, Sendable {
        /// Its tag.
        let tag: ETag
        /// The content that it stands for; nil of an object that was not written by a round.
        let digest: ContentDigest?
        /// Bytes of that content, as far as they are known.
        var size: Int?
    }

    /// A file to write.
    struct Upload: Sendable {
        let file: SnapshotFile
        /// The object in its place; nil where there is none.
        let over: ETag?
    }

    /// An object to delete.
    struct Removal: Equatable, Sendable {
        let name: String
        let tag: ETag
    }

    /// The files that are new or changed, in the order of their names.
    private(set) var uploads: [Upload] = []
    /// The objects whose files are gone, in the order of their names.
    private(set) var removals: [Removal] = []
    /// How many files are as they were.
    private(set) var unchanged = 0

    /// Compares files with objects, by content.
    ///
    /// - Parameter present: The objects by the names of their files.
    init(_ files: [SnapshotFile], present: [String: Present], plantedBug: SyncPlantedBug? = nil) {
        for file in files {
            let object = present[file.name]
            let isSame =
                plantedBug == .comparesSizes
                ? object != nil && object?.size == file.size : object?.digest == file.digest
            if isSame {
                unchanged += 1
            } else {
                uploads.append(Upload(file: file, over: object?.tag))
            }
        }
        let names = Set(files.map(\.name))
        for name in present.keys.sorted() where !names.contains(name) {
            if let tag = present[name]?.tag { removals.append(Removal(name: name, tag: tag)) }
        }
    }
}
