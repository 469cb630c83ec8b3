import Simulator
import Testing

/// The bodies of the published assignment, byte for byte.
struct BalancerInterfaceTests {
    private let bed: BalancerBed

    init() throws {
        var settings = BalancerBed.Settings()
        settings.pool = PoolSettings(serversMaximum: 1_000)
        bed = try BalancerBed(settings)
    }

    private func expect(
        _ method: HTTPMethod,
        _ path: String,
        _ body: String = "",
        gives status: Int,
        _ answer: String,
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        let response = bed.ask(method, path, body)
        #expect(response?.status == status, sourceLocation: sourceLocation)
        #expect(response?.body == answer, sourceLocation: sourceLocation)
    }

    @Test
    func `/rep lists the replicas`() {
        expect(
            .get,
            "/rep",
            gives: 200,
            #"{"message":{"N":3,"replicas":["Server 1","Server 2","Server 3"]},"status":"successful"}"#
        )
    }

    @Test
    func `/add and /rm answer with the replicas, old ones first`() {
        expect(
            .post,
            "/add",
            #"{"n":4,"hostnames":["S5","S4","S10","S11"]}"#,
            gives: 200,
            #"{"message":{"N":7,"replicas":["Server 1","Server 2","Server 3","S5","S4","S10","S11"]},"#
                + #""status":"successful"}"#
        )
        expect(
            .delete,
            "/rm",
            #"{"n":2,"hostnames":["S5","Server 1"]}"#,
            gives: 200,
            #"{"message":{"N":5,"replicas":["Server 2","Server 3","S4","S10","S11"]},"status":"successful"}"#
        )
        let third = bed.ask(.delete, "/rm", #"{"n":3,"hostnames":["S4"]}"#)
        #expect(third?.body.hasPrefix(#"{"message":{"N":2,"replicas":["#) == true)
    }

    @Test
    func `too many names are refused in the words of the assignment`() {
        expect(
            .post,
            "/add",
            #"{"n":1,"hostnames":["S6","S7"]}"#,
            gives: 400,
            #"{"message":"<Error> Length of hostname list is more than newly added instances","#
                + #""status":"failure"}"#
        )
        expect(
            .delete,
            "/rm",
            #"{"n":1,"hostnames":["S6","S7"]}"#,
            gives: 400,
            #"{"message":"<Error> Length of hostname list is more than removable instances","#
                + #""status":"failure"}"#
        )
        // What is asked for comes first, however impossible it is.
        expect(
            .post,
            "/add",
            #"{"n":-1,"hostnames":[]}"#,
            gives: 400,
            #"{"message":"<Error> The number of instances is not positive","status":"failure"}"#
        )
    }

    @Test
    func `/home greets with the number of the server, and says who answered`() throws {
        // H(0) = 17; the first place after it is 26, of server 1. H(3) = 32 is a place of server 2.
        let results = bed.ask([
            HTTPRequest(.get, "/home", key: 0), HTTPRequest(.get, "/home", key: 3),
            HTTPRequest(.get, "/home"),
        ])
        let responses = try results.map { try $0.get() }
        #expect(
            String(decoding: responses[0].body, as: UTF8.self)
                == #"{"message":"Hello from Server: 1","status":"successful"}"#
        )
        #expect(responses[0].servedBy == "Server 1")
        #expect(responses[1].servedBy == "Server 2")
        #expect(
            String(decoding: responses[1].body, as: UTF8.self)
                == #"{"message":"Hello from Server: 2","status":"successful"}"#
        )
        #expect(responses[2].status == 200)
    }

    @Test
    func `/heartbeat has no body and an unknown path is an error`() {
        expect(.get, "/heartbeat", gives: 200, "")
        for path in ["/other", "/", "/home/", "/rm2", "/add?x=1"] {
            expect(
                .get,
                path,
                gives: 400,
                #"{"message":"<Error> '\#(path)' endpoint does not exist in server replicas","#
                    + #""status":"failure"}"#
            )
        }
        expect(
            .post,
            "/rep",
            gives: 400,
            #"{"message":"<Error> '/rep' endpoint does not exist in server replicas","status":"failure"}"#
        )
    }

    @Test
    func `the form of the original repository adds and removes one server`() {
        expect(
            .post,
            "/add",
            "server_id=new_server",
            gives: 200,
            #"{"message":{"N":4,"replicas":["Server 1","Server 2","Server 3","new_server"]},"#
                + #""status":"successful"}"#
        )
        expect(
            .delete,
            "/rm",
            "server_id=new_server",
            gives: 200,
            #"{"message":{"N":3,"replicas":["Server 1","Server 2","Server 3"]},"status":"successful"}"#
        )
        expect(
            .delete,
            "/rm",
            "x=1&server%5Fid=Server+2&server_id=no",
            gives: 200,
            #"{"message":{"N":2,"replicas":["Server 1","Server 3"]},"status":"successful"}"#
        )
        expect(
            .post,
            "/add",
            "server_id=%53%c3%a4%zz",
            gives: 200,
            #"{"message":{"N":3,"replicas":["Server 1","Server 3","Sä%zz"]},"status":"successful"}"#
        )
    }

    @Test(
        arguments: [
            "", "{", "[]", "null", "server_id=", "server_id", "x=1", #"{"n":"4"}"#, #"{"n":2.5}"#,
            #"{"hostnames":["S5"]}"#, #"{"n":1,"hostnames":"S5"}"#, #"{"n":1,"hostnames":[5]}"#,
            #"{"n":1e30}"#, #"{"n":99999999999999999999999}"#, #"{"n":true}"#, "\u{0}", "é",
            #"{"n":1}{"n":1}"#,
        ])
    func `a body that cannot be read changes nothing`(body: String) {
        let error =
            #"{"message":"<Error> The body of the request cannot be read","status":"failure"}"#
        expect(.post, "/add", body, gives: 400, error)
        expect(.delete, "/rm", body, gives: 400, error)
        expect(
            .get,
            "/rep",
            gives: 200,
            #"{"message":{"N":3,"replicas":["Server 1","Server 2","Server 3"]},"status":"successful"}"#
        )
    }

    @Test
    func `numbers that ask for too much are refused at once`() {
        for number in ["1000000000000000000", "9223372036854775807", "998"] {
            expect(
                .post,
                "/add",
                #"{"n":\#(number)}"#,
                gives: 400,
                #"{"message":"<Error> There can be at most 1000 instances","status":"failure"}"#
            )
            expect(
                .delete,
                "/rm",
                #"{"n":\#(number)}"#,
                gives: 400,
                #"{"message":"<Error> Fewer instances are there than are to be removed","status":"failure"}"#
            )
        }
        #expect(bed.ask(.post, "/add", #"{"n":60}"#)?.body.contains("No room") == true)
        for number in ["0", "-1", "-9223372036854775808"] {
            expect(
                .post,
                "/add",
                #"{"n":\#(number)}"#,
                gives: 400,
                #"{"message":"<Error> The number of instances is not positive","status":"failure"}"#
            )
        }
        expect(
            .post,
            "/add",
            #"{"n":2,"hostnames":["A",""]}"#,
            gives: 400,
            #"{"message":"<Error> A hostname is empty","status":"failure"}"#
        )
    }

    /// Escapes by RFC 8259, section 7.
    @Test
    func `names come back escaped as JSON demands`() {
        let names = #""say \"hi\"","back\\slash","Zürich 東京 🎉","a\nb\tc\u0001","<i>/&'""#
        expect(
            .post,
            "/add",
            #"{"n":5,"hostnames":[\#(names)]}"#,
            gives: 200,
            #"{"message":{"N":8,"replicas":["Server 1","Server 2","Server 3",\#(names)]},"#
                + #""status":"successful"}"#
        )
        expect(
            .get,
            "/\"\u{7}",
            gives: 400,
            #"{"message":"<Error> '/\"\u0007' endpoint does not exist in server replicas","#
                + #""status":"failure"}"#
        )
    }
}
