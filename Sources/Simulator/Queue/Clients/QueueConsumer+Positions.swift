/// What a consumer tells of where it is.
extension QueueConsumer {
    /// Where a consumer goes on in a partition.
    public struct Position: Sendable {
        /// How often it has got its partitions anew.
        let session: Int
        /// What it is to read as one of a group.
        let share: GroupShare?
        let partition: TopicPartition
        /// The offset at which it would have gone on; nothing where it has just got the partition.
        let from: Int?
        let offset: Int
    }

    /// Learns where it goes on.
    public typealias Positioning = @Sendable (Position) -> Void

    /// Says where it goes on.
    func tell(_ partition: TopicPartition, from: Int? = nil, to offset: Int) {
        positioned(
            Position(
                session: session,
                share: isMember ? share : nil,
                partition: partition,
                from: from,
                offset: offset
            )
        )
    }
}
