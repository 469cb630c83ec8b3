import Testing

@testable import Simulator

struct XMLReaderTests {
    private func read(_ text: String) throws(ObjectStoreError) -> XMLElement {
        try XMLReader.read(Array(text.utf8))
    }

    @Test
    func `what clients write is read`() throws {
        let text = """
            <?xml version="1.0" encoding="UTF-8"?>
            <!-- a <comment> -->
            <s3:Delete xmlns:s3='http://s3.amazonaws.com/doc/2006-03-01/' >
              <Object><Key>a &lt;b&gt; &amp; &quot;c&quot; &apos; &#13;&#xE9;</Key></Object >
              <Quiet/><!-- another -->
            </s3:Delete>
            """
        let expected = XMLElement(
            "Delete",
            [
                XMLElement("Object", [XMLElement("Key", "a <b> & \"c\" ' \r\u{E9}")]),
                XMLElement("Quiet"),
            ]
        )
        #expect(try read(text) == expected)
        #expect(try XMLReader.read(expected.document()) == expected)
    }

    /// XML 1.0, section 2.7, with the example of the specification.
    @Test
    func `character data stands as it is`() throws {
        let text = "<![CDATA[<greeting>Hello, world!</greeting>]]>"
        let greeting = "<greeting>Hello, world!</greeting>"
        #expect(try read("<a>\(text)</a>") == XMLElement("a", greeting))
        #expect(try read("<a>x<![CDATA[]]>&amp;\(text)]</a>").text == "x&\(greeting)]")
    }

    @Test(arguments: [
        "", "text", "<a>", "<a></b>", "<a/><b/>", "<a>x<b/></a>", "<a>&unknown;</a>", "<a>&#0;</a>",
        "<a>&#xD800;</a>", "<a>&amp</a>", "<a b=c/>", "<a b='c/>", "<1/>", "<!DOCTYPE a><a/>",
        "<a><![CDATA[x]></a>", "<?pi x?><a/>", "<a/>x", "<!-- <a/>", "<?xml <a/>", "<a>&lt</a>;",
        "<a:b:c/>", "<a:/>",
    ])
    func `what is not of the form is refused`(text: String) {
        #expect(throws: ObjectStoreError.malformedXML) { try read(text) }
    }

    @Test
    func `no document is too deep, and all are text`() {
        let deep = { (count: Int) in
            String(repeating: "<a>", count: count) + String(repeating: "</a>", count: count)
        }
        #expect(throws: Never.self) { try read(deep(16)) }
        #expect(throws: ObjectStoreError.malformedXML) { try read(deep(17)) }
        #expect(throws: ObjectStoreError.malformedXML) { try XMLReader.read([0x3C, 0xFF]) }
    }

    @Test(arguments: [
        ("/b?delete", HTTPMethod.post, "<Delete><Object/></Delete>"),
        ("/b?delete", .post, "<Delete><Other/></Delete>"),
        ("/b?delete", .post, "<Delete><Quiet>yes</Quiet></Delete>"),
        (
            "/b?versioning", .put,
            "<VersioningConfiguration><Status>On</Status>"
                + "</VersioningConfiguration>"
        ),
        ("/b?versioning", .put, "<Tagging/>"), ("/b/k?tagging", .put, "<Tagging/>"),
        (
            "/b/k?uploadId=x", .post,
            "<CompleteMultipartUpload><Part><ETag>x</ETag></Part>"
                + "</CompleteMultipartUpload>"
        ),
        ("/b?lifecycle", .put, "<LifecycleConfiguration/>"),
        (
            "/b?lifecycle", .put,
            "<LifecycleConfiguration><Rule><Status>Enabled</Status></Rule>"
                + "</LifecycleConfiguration>"
        ),
        ("/b?encryption", .put, "<ServerSideEncryptionConfiguration/>"),
        ("/b?object-lock", .put, "<ObjectLockConfiguration/>"),
        ("/b/k?retention", .put, "<Retention><Mode>NONE</Mode></Retention>"),
        ("/b/k?legal-hold", .put, "<LegalHold><Status>on</Status></LegalHold>"),
        ("/b/k?restore", .post, "<RestoreRequest/>"), ("/b", .put, "<Bucket/>"),
    ])
    func `a body of another form is malformed`(path: String, method: HTTPMethod, body: String) {
        let battery = RESTBattery()
        let answer = battery.send("", method, path, [], body)
        #expect(answer.status == 400)
        #expect(answer.code == "MalformedXML")
    }
}
