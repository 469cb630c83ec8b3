/// What a coordinator is made of.
struct CoordinatorParts: Sendable {
    let network: Network
    let settings: CoordinatorSettings
    /// How map output travels, which is deleted after the end of a job.
    let shuffle: ShuffleSettings
    let database: DatabaseClient
    let library: any JobLibrary
    let journal: MapReduceJournal
    let checker: JobHistoryChecker
    let random: RandomStream
}
