import OrderedCollections

/// What a manager does with brokers.
extension QueueManager {
    /// The brokers that run and are to have shards; nothing where the controller does not answer.
    private func running() async throws(Interruption) -> [String]? {
        guard let members = try await administer(.description)?.metadata.members else {
            return nil
        }
        return members.filter(cluster.isRunning)
    }

    func brokers() async throws(Interruption) -> ManagerAnswer {
        guard let names = try await running() else { return .unavailable }
        return .success(.array(names.map { .string($0) }))
    }

    func addBroker(_ request: ManagerRequest) async throws(Interruption) -> ManagerAnswer {
        guard let name = request.query("broker_name") else { return .badParameters }
        if let problem = ManagerName.problem(ofBroker: name) { return .failure(problem) }
        guard let running = try await running() else { return .unavailable }
        guard !running.contains(name) else { return .failure("\(name) already exist") }
        guard cluster.startBroker(name), try await administer(.addBroker(name)) != nil else {
            return .failure("Unable to add \(name) - check manager logs")
        }
        return .success("successfully added \(name)")
    }

    func removeBroker(_ request: ManagerRequest) async throws(Interruption) -> ManagerAnswer {
        guard let name = request.query("broker_name") else { return .badParameters }
        guard let running = try await running() else { return .unavailable }
        if name == "all" {
            cluster.stopBrokers()
            return .success("Removed all brokers")
        }
        guard running.contains(name) else { return .failure("\(name) does not exist") }
        // Somebody has to have its shards.
        guard running.count > 1,
            let answer = try await administer(.removeBroker(name)), answer.isChanged
        else {
            return .failure("Unable to remove \(name) - check manager logs")
        }
        return .success("Removed \(name)")
    }

    func tryBroker(_ request: ManagerRequest) async throws(Interruption) -> ManagerAnswer {
        guard let name = request.query("broker_name") else { return .badParameters }
        guard let running = try await running() else { return .unavailable }
        guard running.contains(name) else { return .failure("\(name) does not exist") }
        return .success(try await trial(of: name))
    }
}
