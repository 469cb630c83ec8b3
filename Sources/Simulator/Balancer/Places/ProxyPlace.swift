/// Places in the code of proxies, and of the address that they share, that faults ought to reach
/// sometimes.
public enum ProxyPlace: String, Place {
    /// No server could be chosen for a request.
    case nobodyChosen = "proxy-without-a-server"
    /// An upstream had as many requests as its thresholds allow.
    case circuitFull = "circuit-full"
    /// An upstream had as many retries as its thresholds allow.
    case retriesFull = "retries-full"
    /// A request was repeated that a server may have answered.
    case repeatedAfterSilence = "request-repeated-after-silence"
    /// The second copy of a request was answered first.
    case hedgeWon = "hedge-answered-first"
    /// A response broke off that the client had begun to read.
    case brokenOff = "response-broken-off"
    /// A client left while its request was under way.
    case clientLeft = "client-left"
    /// A circuit breaker let requests through for a trial.
    case breakerHalfOpened = "breaker-half-opened"
    /// A circuit breaker opened again after a trial.
    case breakerOpenedAgain = "breaker-opened-again"
    /// Outlier detection ejected the last server.
    case lastEjected = "last-server-ejected"
    /// Outlier detection let a server back in.
    case readmitted = "ejected-server-readmitted"
    /// A server that had failed answered again.
    case failedRecovered = "failed-server-recovered"
    /// A proxy read other settings while requests were under way.
    case reloadedUnderWay = "reloaded-with-requests-under-way"
    /// A proxy took the address of another one that was silent.
    case addressTaken = "backup-took-the-address"
    /// A proxy that had the address heard of one that is to have it.
    case mastersMet = "address-given-back"

    /// What happens there.
    public var meaning: String {
        switch self {
        case .nobodyChosen: "no server could be chosen for a request"
        case .circuitFull: "an upstream had as many requests as its thresholds allow"
        case .retriesFull: "an upstream had as many retries as its thresholds allow"
        case .repeatedAfterSilence: "a request was repeated that a server may have answered"
        case .hedgeWon: "the second copy of a request was answered first"
        case .brokenOff: "a response broke off that the client had begun to read"
        case .clientLeft: "a client left while its request was under way"
        case .breakerHalfOpened: "a circuit breaker let requests through for a trial"
        case .breakerOpenedAgain: "a circuit breaker opened again after a trial"
        case .lastEjected: "outlier detection ejected the last server"
        case .readmitted: "outlier detection let a server back in"
        case .failedRecovered: "a server that had failed answered again"
        case .reloadedUnderWay: "a proxy read other settings while requests were under way"
        case .addressTaken: "a proxy took the address of another one that was silent"
        case .mastersMet: "a proxy that had the address heard of one that is to have it"
        }
    }
}
