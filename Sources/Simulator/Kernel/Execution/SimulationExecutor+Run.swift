extension SimulationExecutor {
    /// The bounds of a run.
    struct Bounds {
        var limit: RunLimit
        /// Events the run may take.
        var events: UInt64
        /// Jobs the run may perform.
        var jobs: UInt64
        /// How long foreground work may stand still before the run counts as stuck, nanoseconds.
        var patience: UInt64
    }

    /// Drains ready jobs, then takes the next event, until the run ends.
    ///
    /// Not `rethrows`, no allocation, no reference count: this loop is the speed of the simulator.
    func drive(_ bounds: Bounds) -> RunOutcome.Ending {
        armControls(bounds)
        state.pointee.jobLimit = bounds.jobs
        let untilQuiescent = bounds.limit == .quiescent
        while true {
            drainReady()
            if state.pointee.mustStop { return .violation }
            if outside.hasArrived {
                takeForeign()
                return .violation
            }
            if untilQuiescent && state.pointee.foreground == state.pointee.heldForeground {
                return .quiescent
            }
            if state.pointee.isFinishing && !state.pointee.queue.hasDueEvent { return .deadline }
            if state.pointee.foreground > 0 && state.pointee.nothingIsScheduled
                && nobodyWillAct(bounds.limit)
            {
                reportStuck("nothing is scheduled that could move it")
                return .violation
            }
            if state.pointee.events >= bounds.events {
                report(.budget, "the run took \(bounds.events) events and was not done")
                return .violation
            }
            takeEvent(bounds)
        }
    }

    /// Performs every ready job, and those that they make ready.
    @inline(__always)
    private func drainReady() {
        while !state.pointee.ready.isEmpty {
            if state.pointee.mustStop { return }
            let job: UnownedJob
            if state.pointee.order == nil {
                job = state.pointee.ready.removeFirst()
            } else {
                job = drawReady()
            }
            if state.pointee.jobs >= state.pointee.jobLimit {
                state.pointee.ready.append(job)
                report(
                    .budget,
                    "the run performed \(state.pointee.jobLimit) jobs and was not done; a task may "
                        + "yield or call others for ever without letting time pass"
                )
                return
            }
            state.pointee.jobs &+= 1
            perform(job)
        }
    }

    /// Crashes every node, drops what is scheduled, and runs what is ready until nothing more is.
    ///
    /// A task is left that waits outside of virtual time, or does not stop yielding.
    func unwind() {
        for node in nodes { node.crash(isLast: true) }
        state.pointee.calls.dropAll()
        observer = nil
        takeForeign()
        let limit = state.pointee.jobs &+ 1_000_000 &+ 1_000 &* UInt64(state.pointee.tasks)
        state.pointee.jobLimit = limit
        while !state.pointee.ready.isEmpty && state.pointee.jobs < limit {
            state.pointee.jobs &+= 1
            perform(state.pointee.ready.removeFirst())
        }
        while let address = state.pointee.idle.wake(for: nil) {
            perform(unsafeBitCast(address, to: UnownedJob.self))
        }
        state.pointee.calls.dropAll()
    }

    /// Whether the end of what is scheduled is the end of what can happen.
    private func nobodyWillAct(_ limit: RunLimit) -> Bool {
        switch limit {
        case .quiescent: true
        case .instant: false
        case .horizon: !holdsBackEvents
        }
    }

    /// Whether a pause holds back events, which whoever called `run` may let go.
    private var holdsBackEvents: Bool { nodes.contains { !$0.state.pointee.deferred.isEmpty } }

    /// Any of the ready jobs, drawn from the seed.
    @inline(never)
    private func drawReady() -> UnownedJob {
        let count = UInt64(state.pointee.ready.count)
        guard count > 1, let draw = state.pointee.order?.next() else {
            return state.pointee.ready.removeFirst()
        }
        let drawn = draw.multipliedFullWidth(by: count).high
        let pick = decide(drawn, of: count, among: .tasks)
        state.pointee.digest.fold(state.pointee.now, pick)
        return state.pointee.ready.remove(at: Int(pick))
    }

    /// Takes the next event.
    @inline(__always)
    private func takeEvent(_ bounds: Bounds) {
        guard state.pointee.takesInTurn else { return takeTies(bounds) }
        let event = state.pointee.queue.pop()
        state.pointee.now = event.time
        happen(event, bounds)
    }

    /// Takes one of the events that are next; in random order of tasks every event that is due with
    /// it, so that the tasks they wake are drawn from together. Of the events that these make due
    /// as many are left for after the tasks: a handler that schedules itself without delay must
    /// not keep the loop from its budget.
    @inline(never)
    private func takeTies(_ bounds: Bounds) {
        let event = nextOfTies()
        state.pointee.now = event.time
        happen(event, bounds)
        guard state.pointee.order != nil else { return }
        var left = state.pointee.queue.dueCount
        while left > 0 && state.pointee.queue.hasDueEvent && !state.pointee.mustStop {
            left &-= 1
            happen(nextOfTies(), bounds)
        }
    }

    /// The event that happens first of those of the next instant.
    private func nextOfTies() -> Event {
        let event = state.pointee.queue.pop()
        let others = state.pointee.queue.dueCount
        guard others > 0 else { return event }
        switch state.pointee.ties {
        case .first: return event
        case .reversed: return state.pointee.queue.exchange(event, forDueAt: others - 1)
        case .random:
            let count = UInt64(others) + 1
            let drawn = tieDraws.next().multipliedFullWidth(by: count).high
            let pick = decide(drawn, of: count, among: .events)
            state.pointee.digest.fold(event.time, pick)
            if pick == 0 { return event }
            return state.pointee.queue.exchange(event, forDueAt: Int(pick) - 1)
        }
    }

    @inline(__always)
    private func happen(_ event: Event, _ bounds: Bounds) {
        if event.key.isWake {
            wake(event)
        } else if event.key.isCall {
            call(event)
        } else if event.key.isRound {
            if let wakening = beginRound(event) { wake(wakening) }
        } else {
            control(event, bounds)
        }
    }

    @inline(__always)
    private func wake(_ event: Event) {
        let slot = state.pointee.slots[event.key.index]
        guard slot.pointee.key == event.key, let job = slot.pointee.job else { return }
        let node = slot.pointee.node
        if node.pointee.isPaused { return state.pointee.hold(event.key, on: node) }
        note(event, node)
        slot.pointee.cause = .timer
        slot.pointee.key = .none
        if state.pointee.order == nil { perform(job) } else { state.pointee.ready.append(job) }
    }

    @inline(__always)
    private func call(_ event: Event) {
        let call = state.pointee.calls[event.key.index]
        guard call.pointee.key == event.key else { return }
        let node = call.pointee.node
        if node.pointee.isPaused { return state.pointee.hold(event.key, on: node) }
        note(event, node)
        let argument = call.pointee.argument
        if call.pointee.isForeground { state.pointee.foreground &-= 1 }
        guard let target = state.pointee.calls.free(event.key.index) else { return }
        target._withUnsafeGuaranteedRef { $0.fire(argument) }
        target.release()
    }

    @inline(__always)
    private func note(_ event: Event, _ node: UnsafeMutablePointer<NodeState>) {
        state.pointee.events &+= 1
        let identifier = node.pointee.identifier
        state.pointee.digest.fold(
            event.time,
            event.key.bits ^ (UInt64(identifier) &* 0x9E37_79B9_7F4A_7C15)
        )
        if let observer {
            state.pointee.happening = event.key
            observer.observe(
                event: state.pointee.events,
                instant: VirtualInstant(nanoseconds: event.time),
                node: identifier,
                digest: state.pointee.digest.value
            )
        }
    }

    // MARK: Deadline, watchdog, and the end

    private func armControls(_ bounds: Bounds) {
        state.pointee.isFinishing = false
        state.pointee.deadline = .none
        if let instant = bounds.limit.deadline {
            let time = max(instant.nanoseconds, state.pointee.now)
            state.pointee.deadline = state.pointee.scheduleControl(at: time)
        }
        if state.pointee.watchdog == .none { armWatchdog(bounds) }
    }

    private func armWatchdog(_ bounds: Bounds) {
        let (time, overflow) = state.pointee.now.addingReportingOverflow(bounds.patience)
        guard !overflow else { return }
        state.pointee.watchdog = state.pointee.scheduleControl(at: time)
    }

    @inline(never)
    private func control(_ event: Event, _ bounds: Bounds) {
        state.pointee.controls &-= 1
        if event.key == state.pointee.deadline {
            state.pointee.isFinishing = true
        } else if event.key == state.pointee.watchdog {
            state.pointee.watchdog = .none
            if foregroundStoodStill(for: bounds.patience) {
                reportStuck("nothing has moved it for a long time")
            } else {
                armWatchdog(bounds)
            }
        }
    }
}
