/// Responses that wait until they are read, because nobody reads them before the client does.
extension WebServer {
    /// A response on its way to a slow reader.
    struct Reading {
        /// The slot of its request.
        let slot: Int
        let response: HTTPResponse
    }

    /// Has a response that is ready wait until it is read, where it takes its reader a while.
    ///
    /// The place of the request stays taken, as that of a thread or a process that writes to a full
    /// socket does; a processor that is shared is free. Of the beginning the reader learns at once.
    ///
    /// - Returns: Whether it waits.
    func waitsForReader(
        _ incoming: IncomingRequest<HTTPRequest, HTTPResponse>,
        _ slot: Int,
        _ response: HTTPResponse
    ) -> Bool {
        guard let time = incoming.request.details?.flow?.time(of: response), time > .zero else {
            return false
        }
        readingNumber &+= 1
        readings[readingNumber] = Reading(slot: slot, response: response)
        incoming.announceHead(lasting: time)
        if let reading {
            incoming.whenAbandoned(reading, number: readingNumber)
            reading.schedule(after: time, number: readingNumber, .background)
        }
        if settings.discipline == .processorSharing { measure() }
        return true
    }

    /// Gives up responses to an earlier process of a node that says something anew: what is written
    /// to that one is refused by its machine, as soon as that is back.
    func endReadings(before caller: Node) {
        let ended = readings.filter { _, reading in
            guard let reader = held[reading.slot]?.exchange.caller else { return true }
            return reader.identifier == caller.identifier && reader.incarnation < caller.incarnation
        }
        for number in ended.keys.sorted() { endReading(number) }
    }

    /// Ends a request whose response was read, or whose reader went away.
    func endReading(_ number: UInt32) {
        guard let reading = readings.removeValue(forKey: number), let incoming = held[reading.slot]
        else { return }
        release(reading.slot)
        incoming.reply(reading.response)
        if settings.discipline == .fifo { beginNext() }
    }
}
