import Scenarios
import Simulator

extension SoughtBug {
    private static let store = BugBed("store", scenario: ObjectScenarios.store)
    private static let events = BugBed("events", scenario: ObjectScenarios.events)
    private static let backups = BugBed("backups", scenario: BackupScenarios.backups)
    /// Clients that take bytes which changed on their way, so that backups have to notice that.
    private static let altered = BugBed(
        "altered-reads",
        scenario: BackupScenarios.backups,
        beside: { $0.objectStoreClient = .takesCorruptBytes }
    )

    /// The bugs of the object store and of what uses it.
    static var ofObjects: [SoughtBug] {
        ObjectStorePlantedBug.allCases.map { bug in
            let bed = [.sendsEventsOnce, .forgetsEvents].contains(bug) ? events : store
            return SoughtBug("object-store", bug, bug.meaning, in: bed) { $0.objectStore = bug }
        }
            + ObjectStoreClientPlantedBug.allCases.map { bug in
                SoughtBug("object-store-client", bug, bug.meaning, in: store) {
                    $0.objectStoreClient = bug
                }
            }
            + BackupPlantedBug.allCases.map { bug in
                let bed = bug == .restoresUnverified ? altered : backups
                return SoughtBug("backup", bug, bug.meaning, in: bed) { $0.backup = bug }
            }
            + SyncPlantedBug.allCases.map { bug in
                SoughtBug("sync", bug, bug.meaning, in: backups) { $0.sync = bug }
            }
    }
}
