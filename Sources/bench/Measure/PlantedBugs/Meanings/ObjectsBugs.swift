import Simulator

extension ObjectStorePlantedBug {
    /// What the code does that has it.
    var meaning: String {
        switch self {
        case .answersBeforeTheEffect: "a write is answered before it takes effect"
        case .listsLate: "lists show what there was some time ago"
        case .readsLate: "reads show what there was some time ago"
        case .keepsCorruptBytes: "bytes that changed on their way are kept as if they were right"
        case .repeatsWrites: "a write takes effect a second time some time later"
        case .judgesConditionsEarly:
            "the conditions of a write are judged when it comes, not when it takes effect"
        case .mixesUpParts: "the tag of an object in parts is that of the parts in another order"
        case .sendsEventsOnce: "an event is sent once, whether it arrives or not"
        case .forgetsEvents: "events that were on their way are forgotten in a crash"
        }
    }
}

extension ObjectStoreClientPlantedBug {
    /// What the code does that has it.
    var meaning: String {
        switch self {
        case .believesInSilence: "what no answer came to counts as done"
        case .overwritesWhatItMeets:
            "a conditional write that meets what it wrote itself is taken for "
                + "another's, and written without a condition"
        case .takesCorruptBytes: "bytes that changed on their way are taken"
        }
    }
}

extension BackupPlantedBug {
    /// What the code does that has it.
    var meaning: String {
        switch self {
        case .writesManifestFirst: "the manifest is written before the data that it names"
        case .countsIncomplete:
            "a backup counts as good by the name of what it wrote, complete or not"
        case .deletesTheLast: "the retention deletes whatever is old"
        case .sweepsWithoutGrace: "the sweep deletes whatever no complete backup needs"
        case .overlooksAManifest: "the sweep does not look at the oldest manifest"
        case .restoresUnverified: "the restore believes what the store answers"
        case .comparesSizes: "a file of the same size counts as unchanged"
        case .repeatsWrites: "a write is sent again without asking whether it took effect"
        }
    }
}

extension SyncPlantedBug {
    /// What the code does that has it.
    var meaning: String {
        switch self {
        case .comparesSizes: "a file of the same size counts as unchanged"
        case .writesBlindly: "files are written whatever is there by now"
        }
    }
}
