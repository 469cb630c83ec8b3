/// How a program asks a store, and asks again.
public struct ObjectStoreClientSettings: Hashable, Sendable {
    /// How often a request is sent at most.
    public var attempts: Int
    /// How long one attempt may take, transfers included.
    public var timeout: Duration
    /// How long to wait before another attempt.
    public var backoff: Backoff
    /// What the retries of a program cost together: none is made that cannot be paid.
    public var quota: RetryQuota
    /// Whether checksums go with uploads and are compared after downloads.
    public var isChecked: Bool
    package var plantedBug: ObjectStoreClientPlantedBug?

    /// As the AWS SDKs have it in their standard mode: three attempts, waits of up to 20 seconds of
    /// which all is jitter, and a quota.
    ///
    /// Source: AWS SDKs and Tools Reference Guide, *Retry behavior*: `AWS_MAX_ATTEMPTS` 3,
    /// exponential backoff by a base factor of 2 with jitter, at most 20 seconds. A timeout has no
    /// default there; botocore reads for 60 seconds.
    public init(
        attempts: Int = 3,
        timeout: Duration = .seconds(60),
        backoff: Backoff = Backoff(first: .seconds(1), maximum: .seconds(20), jitter: 1),
        quota: RetryQuota = RetryQuota(),
        isChecked: Bool = true
    ) {
        precondition(attempts > 0, "a request is sent")
        self.attempts = attempts
        self.timeout = timeout
        self.backoff = backoff
        self.quota = quota
        self.isChecked = isChecked
    }
}

/// What keeps the retries of a program from becoming a storm: a bucket that each retry takes from,
/// and each success gives back to.
///
/// Source: botocore, `retries/quota.py` and `retries/standard.py`: 500 tokens; 5 for a retry, 10
/// after a timeout; a success gives back what its retry took, or else 1.
public struct RetryQuota: Hashable, Sendable {
    /// Tokens that fit in.
    public var capacity: Int
    /// What a retry takes.
    public var cost: Int
    /// What a retry after a timeout takes.
    public var timeoutCost: Int
    private var tokens: Int

    /// A full bucket.
    public init(capacity: Int = 500, cost: Int = 5, timeoutCost: Int = 10) {
        self.capacity = capacity
        self.cost = cost
        self.timeoutCost = timeoutCost
        tokens = capacity
    }

    /// Takes what a retry costs; nothing where there is not as much.
    mutating func take(afterTimeout: Bool) -> Int? {
        let cost = afterTimeout ? timeoutCost : cost
        guard tokens >= cost else { return nil }
        tokens -= cost
        return cost
    }

    /// Gives back what the last retry of a request took that succeeded.
    mutating func giveBack(_ taken: Int?) { tokens = min(capacity, tokens + (taken ?? 1)) }
}

/// Bugs of a client for tests that show that a checker notices them.
package enum ObjectStoreClientPlantedBug: String, Hashable, Sendable, CaseIterable {
    /// What no answer came to counts as done.
    case believesInSilence
    /// A conditional write that meets what it wrote itself is taken for another's, and written
    /// without a condition.
    case overwritesWhatItMeets
    /// Bytes that changed on their way are taken.
    case takesCorruptBytes
}
