import OrderedCollections

extension TaskWorker {
    /// The file that says at which attempts the process was killed, a line for each.
    private static let killFile = "killed"

    /// Ends the attempt where holding `bytes` of pairs needs more memory than there is.
    func require(memoryFor bytes: Int) throws(Failure) {
        let needed = settings.costs.memory(holding: bytes)
        journal.noteMemory(min(needed, settings.memory), of: node, at: node.now)
        if needed > settings.memory { throw .outOfMemory }
    }

    /// The process is killed: what it knows is gone, but the machine remembers why.
    func die(of attempt: AttemptIdentifier) async throws(Interruption) {
        node.sometimes(MapReducePlace.ranOutOfMemory)
        journal.count(
            MetricKey("mapreduce_out_of_memory_total", .init("type", kind.rawValue.lowercased()))
        )
        do throws(DiskError) {
            try await node.disk.append(Array("\(attempt)\n".utf8), to: Self.killFile)
            try await node.disk.synchronize()
        } catch {
            if case .interrupted(let interruption) = error { throw interruption }
        }
        supervisor.restart(node)
        node.crash()
    }

    /// Reports the attempts at which earlier incarnations were killed, as failed ones.
    ///
    /// The machine forgets them only when that is taken note of; an attempt that is reported twice
    /// counts once.
    func reportKills() async throws(Interruption) {
        do throws(DiskError) {
            let bytes = try await node.disk.read(Self.killFile)
            for line in bytes.split(separator: 0x0A) {
                guard let attempt = AttemptIdentifier(String(decoding: line, as: UTF8.self)) else {
                    continue
                }
                do throws(Interruption) {
                    try await report(attempt, .failed("out of memory on \(node.name)"))
                } catch {
                    throw .interrupted(error)
                }
            }
            try await node.disk.remove(Self.killFile)
            try await node.disk.synchronize()
        } catch {
            if case .interrupted(let interruption) = error { throw interruption }
        }
    }

    // MARK: Map output

    /// What a worker answers that keeps map output itself.
    func answerLocally(_ request: ShuffleRequest) -> ShuffleAnswer {
        keyspace.answer(request, now: node.now)
    }

    /// Deletes the map output of a job that is over.
    func deleteLists(of job: String) {
        guard let keys = lists.removeValue(forKey: job) else { return }
        _ = keyspace.answer(.delete(keys), now: node.now)
    }
}
