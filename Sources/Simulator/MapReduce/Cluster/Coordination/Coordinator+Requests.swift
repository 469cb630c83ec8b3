import OrderedCollections

extension Coordinator {
    /// Answers a client.
    func answer(_ incoming: IncomingRequest<JobRequest, JobAnswer>) async throws {
        guard isLeading("answered a client") else { return incoming.reply(.notLeading(leader)) }
        switch incoming.request {
        case .submit(let identifier, let submission):
            try await submit(identifier, submission, incoming)
        case .status(let identifier): try await status(identifier, incoming)
        case .results(let identifier): try await results(identifier, incoming)
        }
    }

    private func status(
        _ identifier: String,
        _ incoming: IncomingRequest<JobRequest, JobAnswer>
    ) async throws {
        if let state = published[identifier] { return incoming.reply(.job(state)) }
        let known = try await recall(identifier)
        guard isLeading("answered a client") else { return incoming.reply(.notLeading(leader)) }
        switch known {
        case .known(let job): incoming.reply(.job(JobState(job)))
        case .unavailable: incoming.refuse()
        case .unknown: incoming.reply(.unknown)
        }
    }

    private func submit(
        _ identifier: String,
        _ submission: JobSubmission,
        _ incoming: IncomingRequest<JobRequest, JobAnswer>
    ) async throws {
        if let known = published[identifier] { return incoming.reply(.job(known)) }
        do throws(JobError) {
            _ = try library.code(for: submission)
        } catch {
            return incoming.reply(.invalid("\(error)"))
        }
        guard JobSubmission(columns: submission.columns) == submission else {
            return incoming.reply(.invalid("the job's settings are out of range"))
        }
        guard let input = library.input(submission.inputTopic) else {
            return incoming.reply(.invalid("no topic '\(submission.inputTopic)'"))
        }
        let sizes: [Int]
        do {
            sizes = try await input.partitionSizes(from: node)
        } catch .interrupted(let interruption) {
            throw interruption
        } catch .unavailable {
            return incoming.refuse()
        } catch {
            return incoming.reply(.invalid("\(error)"))
        }
        let known = try await recall(identifier)
        guard isLeading("answered a client") else { return incoming.reply(.notLeading(leader)) }
        switch known {
        case .known(let job): return incoming.reply(.job(JobState(job)))
        case .unavailable: return incoming.refuse()
        case .unknown: break
        }
        let decision: JobTracker.Input
        if input.isConsumed {
            decision = .submittedForNews(identifier, submission, ends: sizes)
        } else {
            let inputs = JobPlan.mapInputs(sizes: sizes, mappers: submission.mappers)
            decision = .submitted(identifier, submission, inputs: inputs)
        }
        let event = Event(input: decision, reply: .submission(incoming, identifier))
        if !inbox.put(event) { incoming.refuse() }
    }

    private func results(
        _ identifier: String,
        _ incoming: IncomingRequest<JobRequest, JobAnswer>
    ) async throws {
        if let state = published[identifier], state.status != .completed {
            return incoming.reply(.job(state))
        }
        let job: TrackedJob
        switch try await recall(identifier) {
        case .known(let known): job = known
        case .unavailable: return incoming.refuse()
        case .unknown: return incoming.reply(.unknown)
        }
        guard job.status == .completed else { return incoming.reply(.job(JobState(job))) }
        let query = DatabaseQuery.rows(
            table: JobTables.results,
            matching: ["job_id": .text(identifier)]
        )
        guard let rows = try await database.query(query, from: node) else {
            return incoming.refuse()
        }
        guard isLeading("handed out results") else { return incoming.reply(.notLeading(leader)) }
        let results = JobResults(
            job,
            rows: rows.map(\.row),
            plantedBug: settings.scheduling.plantedBug
        )
        do throws(JobResults.Loss) {
            incoming.reply(.results(try results.partitions()))
        } catch {
            incoming.reply(.lost("\(error)"))
        }
    }
}
