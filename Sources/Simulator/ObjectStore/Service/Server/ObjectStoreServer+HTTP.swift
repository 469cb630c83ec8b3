/// How a request came to a store, and how its answer goes back.
enum ObjectStoreChannel {
    /// As an operation.
    case call(Exchange<ObjectStoreCall, ObjectStoreReply>)
    /// Through the REST interface; few come that way, and the others are no larger for them.
    indirect case http(IncomingRequest<HTTPRequest, HTTPResponse>, RESTCall)

    /// Answers from `node`, where the store is.
    func reply(_ reply: ObjectStoreReply, from store: ObjectStore, on node: Node) {
        switch self {
        case .call(let exchange): exchange.reply(reply, from: node)
        case .http(let incoming, let call):
            incoming.reply(
                RESTInterface.response(
                    to: incoming.request,
                    call,
                    reply,
                    region: store.settings.region,
                    store.newRequestIdentity()
                )
            )
        }
    }
}

extension ObjectStoreServer {
    /// Serves the REST interface beside the operations, with the same capacity and faults.
    nonisolated func serveHTTP() {
        network.serve(.http, on: node, accept: atEvents { $0.accept($1) })
    }

    /// A request that cannot be read is refused at once, and counts against no limit. Of the others
    /// the store notices changed bytes by the digests that they have.
    private func accept(_ incoming: IncomingRequest<HTTPRequest, HTTPResponse>) {
        do throws(ObjectStoreError) {
            let (call, caller) = try RESTInterface.read(incoming.request)
            var request = ObjectStoreCall(call.operation, caller: caller, isChecked: false)
            request.addsChecksum = true
            accept(request, .http(incoming, call))
        } catch {
            let identity = region.store.newRequestIdentity()
            incoming.reply(RESTErrorDocument.response(to: error, of: incoming.request, identity))
        }
    }
}
