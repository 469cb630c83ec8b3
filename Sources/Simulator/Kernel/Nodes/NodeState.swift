/// The part of a node that the run loop touches; it lives as long as the node's record.
struct NodeState {
    /// The number of this node, in the order of creation.
    let identifier: UInt32
    /// The incarnation that is up, or 0 while the node is down.
    var running: UInt32 = 0
    /// The first and last of the tasks suspended here, in the order of suspension.
    var firstSlot: UInt32 = 0
    var lastSlot: UInt32 = 0
    /// Whether events are held back.
    var isPaused = false
    /// When the pause began that lasts now, nanoseconds.
    var pausedSince: UInt64 = 0
    /// Whether the pause has no end, so that no run waits for what it holds back.
    var isPausedForGood = false
    /// Foreground tasks and calls that such a pause holds back.
    var heldForeground = 0
    /// Events that came during a pause, in order.
    var deferred: [EventKey] = []
    /// How much longer work takes than it should; 1 when healthy.
    var slowness = 1.0
    /// Whether the incarnation says that it leads others.
    var claimsLeadership = false
    /// How often code of a dead incarnation was turned away since the crash.
    var rejections: UInt32 = 0
    /// How often that may happen.
    var rejectionLimit: UInt32 = 0
}
