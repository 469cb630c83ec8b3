/// Bugs that tests plant in an upstream group, to see that the checkers notice them; off unless a
/// test asks for one.
package enum UpstreamPlantedBug: Equatable, Sendable, CaseIterable {
    /// A server that drains still gets requests.
    case drainingStillChosen
    /// A server that was removed still gets requests.
    case removedStillChosen
    /// A server that is down still gets requests.
    case downStillChosen
    /// A server with as many requests as it may have gets another.
    case connectionLimitIgnored
    /// A request returns to a server that it tried.
    case triedChosenAgain
    /// A backup server is used beside primary ones.
    case backupBesidePrimary
    /// One failure counts as two.
    case failuresCountedTwice
    /// A status that went to the client counts as a failure.
    case passedStatusCounts
    /// Success does not clear the failures of a server that was probed.
    case failuresNeverCleared
    /// A server that failed stays in service.
    case failedStillChosen
    /// What failures took from the weight does not come back.
    case effectiveWeightNeverRecovers
    /// A request that failed stays counted as under way.
    case connectionLeakedOnFailure
    /// A request that may not be repeated is sent again.
    case postRetried
    /// Attempts are not counted.
    case triesNotCounted
    /// A failed server is never tried again.
    case failedForEver
}
