import Simulator

extension BalancerPlantedBug {
    /// What the code does that has it.
    var meaning: String {
        switch self {
        case .dropsRequestsOfTheDead: "a request whose server is found dead is forgotten"
        case .keepsTheDeadPlaced: "a dead server keeps its place, and its keys with it"
        case .usesTheLastPlacement:
            "requests go where the placement before the last change sends them"
        case .reusesOrdinals:
            "a server that replaces a dead one gets its number, and its places with it"
        case .renumbersTheLiving:
            "when a server dies, those that live are numbered, and placed, anew"
        }
    }
}

extension UpstreamPlantedBug {
    /// What the code does that has it.
    var meaning: String {
        switch self {
        case .drainingStillChosen: "a server that drains still gets requests"
        case .removedStillChosen: "a server that was removed still gets requests"
        case .downStillChosen: "a server that is down still gets requests"
        case .connectionLimitIgnored: "a server with as many requests as it may have gets another"
        case .triedChosenAgain: "a request returns to a server that it tried"
        case .backupBesidePrimary: "a backup server is used beside primary ones"
        case .failuresCountedTwice: "one failure counts as two"
        case .passedStatusCounts: "a status that went to the client counts as a failure"
        case .failuresNeverCleared:
            "success does not clear the failures of a server that was probed"
        case .failedStillChosen: "a server that failed stays in service"
        case .effectiveWeightNeverRecovers: "what failures took from the weight does not come back"
        case .connectionLeakedOnFailure: "a request that failed stays counted as under way"
        case .postRetried: "a request that may not be repeated is sent again"
        case .triesNotCounted: "attempts are not counted"
        case .failedForEver: "a failed server is never tried again"
        }
    }
}

extension ProxyClientPlantedBug {
    /// What the code does that has it.
    var meaning: String {
        switch self {
        case .boundless: "clients are let in although no connection is free"
        case .leaking: "a connection that is closed for its slow head stays taken"
        }
    }
}

extension ScalingPlantedBug {
    /// What the code does that has it.
    var meaning: String {
        switch self {
        case .boundless: "more servers are added than there may be"
        case .hasty: "nothing is awaited after a change"
        case .impatient: "a server is stopped before it has finished what it has"
        case .trusting: "what was ordered is taken to be so, from then on"
        }
    }
}

extension DeploymentPlantedBug {
    /// What the code does that has it.
    var meaning: String {
        switch self {
        case .impatient: "a server is restarted before it has finished what it has"
        case .forgetful: "a server is not put back before the next one has its turn"
        case .lenient: "a server keeps the bad version"
        case .trusting: "a server that was told to drain is taken to do so from then on"
        }
    }
}

extension BackingPlantedBug {
    /// What the code does that has it.
    var meaning: String {
        switch self {
        case .opensTooMany: "a pool opens twice as many connections as it may"
        case .admitsAll: "the database lets everybody in"
        case .keepsTheExpired: "the cache gives away what is too old"
        case .storesWithoutLease: "the cache stores every answer, also one from before a deletion"
        case .keepsTheDeleted: "the cache says that it deleted what it keeps"
        case .joinsAnyFlight: "a request shares the answer to one from before a deletion"
        }
    }
}
