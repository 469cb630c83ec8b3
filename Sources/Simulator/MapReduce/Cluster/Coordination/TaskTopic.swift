import OrderedCollections

/// How orders come to workers.
public enum TaskDelivery: String, Hashable, Sendable, CaseIterable {
    /// The coordinator calls the worker.
    case calls
    /// The coordinator puts them into a topic that idle workers poll, each its own partition. A
    /// worker commits an order when it is done with it, so that it may get one again.
    case topic
}

/// The topic of a coordinator's orders, with a partition for each worker.
struct TaskTopic: Sendable {
    private struct Partition {
        var orders: [TaskOrder] = []
        /// The offset of the first of them; offsets count from 1.
        var first = 1
    }

    /// Orders that a partition holds; a worker that does not commit loses the oldest.
    static let retention = 16

    private var partitions: OrderedDictionary<String, Partition> = [:]

    mutating func append(_ order: TaskOrder, to worker: String) {
        var partition = partitions[worker] ?? Partition()
        partition.orders.append(order)
        if partition.orders.count > Self.retention {
            partition.orders.removeFirst()
            partition.first += 1
        }
        partitions[worker] = partition
    }

    /// The first order after what a worker has committed, with its offset.
    mutating func poll(_ worker: String, committed: Int) -> (offset: Int, order: TaskOrder)? {
        guard var partition = partitions[worker] else { return nil }
        while partition.first <= committed, !partition.orders.isEmpty {
            partition.orders.removeFirst()
            partition.first += 1
        }
        partitions[worker] = partition
        return partition.orders.first.map { (partition.first, $0) }
    }
}

/// A worker asks for an order.
struct TaskPoll: Hashable, Sendable {
    let worker: String
    /// The term of the topic in which it has committed something.
    let epoch: Int
    /// The offset of the last order that it is done with; zero for none.
    let committed: Int
}

/// What a worker gets that asks for an order.
enum TaskPollAnswer: Hashable, Sendable {
    case order(TaskOrder, offset: Int)
    case none
    case notLeading(String?)
}

extension Service where Request == TaskPoll, Response == TaskPollAnswer {
    static var taskPoll: Self { Self("task poll") }
}
