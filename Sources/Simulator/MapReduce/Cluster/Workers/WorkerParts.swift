/// What a worker is made of.
struct WorkerParts: Sendable {
    let network: Network
    let settings: WorkerSettings
    let library: any JobLibrary
    let database: DatabaseClient
    /// Starts the process again that was killed.
    let supervisor: Supervisor
    let journal: MapReduceJournal
}
