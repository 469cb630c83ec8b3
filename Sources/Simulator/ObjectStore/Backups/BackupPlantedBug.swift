/// Bugs that tests plant, to see that the checkers notice them; off unless a test asks for one.
package enum BackupPlantedBug: Equatable, Sendable, CaseIterable {
    /// The manifest is written before the data that it names.
    case writesManifestFirst
    /// A backup counts as good by the name of what it wrote, complete or not.
    case countsIncomplete
    /// The retention deletes whatever is old.
    case deletesTheLast
    /// The sweep deletes whatever no complete backup needs.
    case sweepsWithoutGrace
    /// The sweep does not look at the oldest manifest.
    case overlooksAManifest
    /// The restore believes what the store answers.
    case restoresUnverified
    /// A file of the same size counts as unchanged.
    case comparesSizes
    /// A write is sent again without asking whether it took effect.
    case repeatsWrites
}
