/// A request of the REST interface, understood: what it asks of the store, and how it wants to be
/// answered.
struct RESTCall: Sendable {
    /// What it asks.
    let operation: ObjectStoreOperation
    /// How it was asked.
    var method = HTTPMethod.get
    /// The marker after which a list of the first version goes on; nil for one of the second.
    var marker: String?
    /// Whether keys are encoded in lists.
    var encodesKeys = false
    /// Whether a list says whose the objects are.
    var fetchesOwner = false
    /// Whether a list of buckets is of some only.
    var choosesBuckets = false
    /// The texts of versions that no store makes, in the order in which they are to be deleted.
    var unknownVersions: [String] = []
    /// Headers that a read wants in place of those of the object.
    var overrides: [HTTPField] = []
    /// The host that it was sent to, if it was said.
    var host: String?
}
