/// What an event is, for people.
public enum Happening: Hashable, Sendable {
    /// A task goes on, since the time is over that it waited.
    case wake(TaskName?, Wait)
    /// A function of an actor is called.
    case handler(String)
    /// A message comes into a mailbox.
    case mail(String)
    /// A part of a call between nodes arrives: what it calls, and which part.
    case delivery(of: String, part: String)
    /// Something of the kernel or the network itself.
    case other(String)

    /// What a task waited for.
    public enum Wait: Hashable, Sendable {
        /// For time to pass.
        case sleep
        /// For the end of work.
        case work
        /// For a message.
        case message
        /// For a reply.
        case reply
        /// For the disk.
        case disk
    }
}

/// A task, as reports call it.
public struct TaskName: Hashable, Sendable, CustomStringConvertible {
    /// What it was called when it was spawned.
    public let label: String
    /// The name of its node.
    public let node: String
    /// Whether it is a child of that task: one of a task group, or an `async let`.
    public let isChild: Bool

    /// A task called `label` of a node.
    public init(label: String, node: String, isChild: Bool = false) {
        self.label = label
        self.node = node
        self.isChild = isChild
    }

    /// `task 'label' of node 'name'`.
    public var description: String {
        "\(isChild ? "a child of " : "")task '\(label)' of node '\(node)'"
    }
}

extension Happening: CustomStringConvertible {
    /// In a few words.
    public var description: String {
        switch self {
        case .wake(let task, let wait):
            let name = task.map { "\($0.isChild ? "a child of " : "")task '\($0.label)'" }
            return "\(name ?? "a task") \(wait.ending)"
        case .handler(let name): return "handler '\(name)'"
        case .mail(let name): return "message to mailbox '\(name)'"
        case .delivery(let name, let part): return "\(name) \(part)"
        case .other(let text): return text
        }
    }
}

extension Happening.Wait {
    /// What the end of such a wait is, after the name of the task.
    fileprivate var ending: String {
        switch self {
        case .sleep: "wakes up"
        case .work: "has done its work"
        case .message: "waits no longer for a message"
        case .reply: "waits no longer for a reply"
        case .disk: "is served by its disk"
        }
    }

    init(_ reason: WaitReason) {
        self =
            switch reason {
            case .sleep: .sleep
            case .work: .work
            case .message: .message
            case .reply: .reply
            case .disk: .disk
            }
    }
}
