import Simulator

/// What the client did not do, because it crashed or stands still.
extension RunRecorder {
    /// When the client stopped to begin anything: its first crash, or a pause that lasts.
    var clientStop: VirtualInstant? {
        let name = ClusterSpecification.clientName
        let ends = [Fault.crash.name, Fault.restart.name]
        let crash = injected { injector in
            injector.entries.first { $0.subject == name && ends.contains($0.event) }
        }
        if let crash = crash ?? nil { return crash.instant }
        return clientPause
    }

    /// Since when the client stands still at the end of the run, if it does.
    var clientPause: VirtualInstant? {
        lastingFaults.first {
            $0.subject == ClusterSpecification.clientName && $0.name == Fault.pause.name
        }?.instant
    }

    /// The faults that were on when the run ended.
    var lastingFaults: [LastingFault] { injected { $0.lastingFaults } ?? [] }

    /// Counts what the loads of the client should have begun and did not.
    func recordLoads(_ record: inout RunRecord) {
        let stop = clientStop
        for load in cluster.loads {
            let key: MetricKey
            let verb: String
            switch load.item {
            case .request: (key, verb) = (MetricKey("requests.unsent"), "sent")
            case .job: (key, verb) = (MetricKey("jobs.unsubmitted"), "submitted")
            case .operation: (key, verb) = (MetricKey("objects.unsent"), "begun")
            }
            record.metrics.count(key, 0)
            guard let stop else { continue }
            let place = "the client stopped at \(TimeText.instant(stop))"
            guard let planned = load.planned(cutAt: cut) else {
                if load.goesOn(at: stop) {
                    record.notes.append(
                        "\(place): nobody knows how many more \(load.item.rawValue)s it would have "
                            + verb
                    )
                }
                continue
            }
            let missing = planned - load.begun
            guard missing > 0 else { continue }
            record.metrics.count(key, missing)
            record.notes.append(
                "\(place): \(NumberText.grouped(missing)) of "
                    + "\(ReportSections.counted(planned, load.item.rawValue)) "
                    + "\(missing == 1 ? "was" : "were") never \(verb)"
            )
        }
    }
}
