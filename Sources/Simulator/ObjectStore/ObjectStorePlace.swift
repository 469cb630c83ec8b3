/// Places in the code of the object store and its clients that faults ought to reach sometimes.
public enum ObjectStorePlace: String, Place {
    /// What a conditional write was to replace was deleted on its way.
    case writeOvertaken = "write-overtaken-by-a-deletion"
    /// A part arrived when its upload had been aborted or completed.
    case partAfterTheEnd = "part-of-an-upload-that-is-over"
    /// An upload was to be completed that had been completed.
    case completedAgain = "upload-completed-again"
    /// Bytes that changed on their way to the store were refused.
    case alteredWriteRefused = "altered-write-refused"
    /// A prefix got more requests than its partitions take.
    case prefixThrottled = "prefix-throttled"
    /// A version was deleted before its copy was on its way.
    case copyOfTheDeleted = "version-deleted-before-its-copy"
    /// The copy of a version was sent again to another region.
    case copySentAgain = "copy-sent-again"
    /// A store began anew while copies were to be sent.
    case copiesResumed = "copies-resumed-after-a-restart"
    /// An event was sent again to its destination.
    case eventSentAgain = "event-sent-again"
    /// A store began anew while events were to be sent.
    case eventsResumed = "events-resumed-after-a-restart"
    /// A conditional write met what an earlier attempt at it had written.
    case writeMetItself = "write-met-itself"
    /// A write that may have taken effect met something else.
    case writeMetAnother = "write-of-unknown-fate"
    /// A client noticed bytes that changed on their way from the store.
    case alteredReadNoticed = "altered-read-noticed"
    /// A client gave up because it had tried again too often.
    case quotaUsedUp = "retry-quota-used-up"
    /// A client aborted an upload of which it could not send a part.
    case uploadGivenUp = "upload-given-up"

    /// What happens there.
    public var meaning: String {
        switch self {
        case .writeOvertaken: "what a conditional write was to replace was deleted on its way"
        case .partAfterTheEnd: "a part arrived when its upload had been aborted or completed"
        case .completedAgain: "an upload was to be completed that had been completed"
        case .alteredWriteRefused: "bytes that changed on their way to the store were refused"
        case .prefixThrottled: "a prefix got more requests than its partitions take"
        case .copyOfTheDeleted: "a version was deleted before its copy was on its way"
        case .copySentAgain: "the copy of a version was sent again to another region"
        case .copiesResumed: "a store began anew while copies were to be sent"
        case .eventSentAgain: "an event was sent again to its destination"
        case .eventsResumed: "a store began anew while events were to be sent"
        case .writeMetItself: "a conditional write met what an earlier attempt at it had written"
        case .writeMetAnother: "a write that may have taken effect met something else"
        case .alteredReadNoticed: "a client noticed bytes that changed on their way from the store"
        case .quotaUsedUp: "a client gave up because it had tried again too often"
        case .uploadGivenUp: "a client aborted an upload of which it could not send a part"
        }
    }
}
