import Testing

@testable import Simulator

struct NamesAndTimesTests {
    /// RFC 9110, 5.6.7; the others by `date -u -d @SECONDS`.
    @Test(arguments: [
        (784_111_777, "Sun, 06 Nov 1994 08:49:37 GMT", "1994-11-06T08:49:37.000Z"),
        (0, "Thu, 01 Jan 1970 00:00:00 GMT", "1970-01-01T00:00:00.000Z"),
        (951_782_399, "Mon, 28 Feb 2000 23:59:59 GMT", "2000-02-28T23:59:59.000Z"),
        (951_868_799, "Tue, 29 Feb 2000 23:59:59 GMT", "2000-02-29T23:59:59.000Z"),
        (4_107_542_400, "Mon, 01 Mar 2100 00:00:00 GMT", "2100-03-01T00:00:00.000Z"),
        (-1, "Wed, 31 Dec 1969 23:59:59 GMT", "1969-12-31T23:59:59.000Z"),
    ])
    func `times are written as HTTP and ISO 8601 have them`(
        seconds: Int64,
        http: String,
        iso: String
    ) {
        let time = Timestamp(nanoseconds: seconds * 1_000_000_000)
        #expect(time.httpDate == http)
        #expect(time.description == iso)
    }

    @Test
    func `dates and days are each other's inverse`() {
        var previous = CalendarDate(daysSince1970: -200_001)
        var wrong: [CalendarDate] = []
        for days in stride(from: -200_000, to: 200_000, by: 1) {
            let date = CalendarDate(daysSince1970: days)
            let isNext =
                date.day == previous.day + 1 && date.month == previous.month
                || date.day == 1 && previous.day > 27
            if date.daysSince1970 != days || !isNext { wrong.append(date) }
            previous = date
        }
        #expect(wrong.isEmpty)
    }

    /// The S3 User Guide, "Lifecycle rules based on an object's age": created on 15 January at
    /// 10:30, three days, due on 19 January at midnight.
    @Test
    func `days are rounded up to the next midnight`() {
        let creation = Timestamp(year: 2014, month: 1, day: 15, hour: 10, minute: 30)
        let due = LifecycleRule.When.days(3).due(creation: creation)
        #expect(due == Timestamp(year: 2014, month: 1, day: 19))
        #expect(due.isMidnight)
        #expect(due.nextMidnight == Timestamp(year: 2014, month: 1, day: 20))
    }

    /// The S3 User Guide, "General purpose bucket naming rules", its valid and invalid examples.
    @Test(arguments: [
        ("amzn-s3-example-bucket1-a1b2c3d4", true), ("example.com", true),
        ("www.example.com", true),
        ("my.example.s3.bucket", true), ("abc", true), ("ab", false), ("", false),
        ("amzn_s3_demo_bucket", false), ("AmznS3DemoBucket", false), ("example-bucket-", false),
        ("example..com", false), ("matchesformatofanIPaddress", false), ("192.168.5.4", false),
        ("xn--bucket", false), ("sthree-bucket", false), ("bucket-s3alias", false),
        ("bucket--ol-s3", false), ("-bucket", false), ("buc ket", false), ("bücket", false),
        (String(repeating: "a", count: 63), true), (String(repeating: "a", count: 64), false),
    ])
    func `names of buckets follow the rules`(name: String, isValid: Bool) {
        #expect(BucketName.isValid(name) == isValid)
    }

    @Test
    func `identities and tags are read as they are written`() {
        let version = VersionID(number: 0xDEAD_BEEF)
        #expect(VersionID(version.description) == version)
        #expect(VersionID("null") == .null)
        for text in ["", "v", "null ", "v000000000000000g", "v0000000000000000", "bogus"] {
            #expect(VersionID(text) == nil)
        }
        let text = "8c6f96fe400c627d9394af6161f5921d-2"
        #expect(ETag(text)?.text == text)
        #expect(ETag("\"\(text)\"")?.description == "\"\(text)\"")
        for text in ["", "\"\"", "0000", text + "x", "8c6f96fe400c627d9394af6161f5921d-0"] {
            #expect(ETag(text) == nil)
        }
    }

    /// RFC 4648, section 10.
    @Test(arguments: [
        ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="),
        ("fooba", "Zm9vYmE="), ("foobar", "Zm9vYmFy"),
    ])
    func `Base64 is that of the RFC`(plain: String, text: String) {
        #expect(Base64.text(Array(plain.utf8)) == text)
        #expect(Base64.bytes(text) == Array(plain.utf8))
    }

    @Test(arguments: ["Z", "Zg", "Zg=", "Zh==", "Z===", "====", "Zg==Zg==", "Zm 9", "Zm9vé"])
    func `what is no Base64 is refused`(text: String) {
        #expect(Base64.bytes(text) == nil)
    }

    /// Status and code of every error, from the S3 API reference, "Error responses".
    @Test
    func `errors have S3's codes and statuses`() {
        let note = ObjectStoreError.DeleteMarkerNote(versionID: .null, lastModified: .epoch)
        let all: [(ObjectStoreError, Int, String)] = [
            (.accessDenied, 403, "AccessDenied"), (.badDigest, 400, "BadDigest"),
            (.badRequest(""), 400, "BadRequest"), (.bucketNotEmpty, 409, "BucketNotEmpty"),
            (.bucketAlreadyExists, 409, "BucketAlreadyExists"),
            (.bucketAlreadyOwnedByYou, 409, "BucketAlreadyOwnedByYou"),
            (.conditionalRequestConflict, 409, "ConditionalRequestConflict"),
            (.entityTooLarge, 400, "EntityTooLarge"), (.entityTooSmall, 400, "EntityTooSmall"),
            (.invalidArgument(""), 400, "InvalidArgument"),
            (.invalidBucketName, 400, "InvalidBucketName"),
            (.invalidBucketState(""), 409, "InvalidBucketState"),
            (.invalidDigest, 400, "InvalidDigest"),
            (.invalidObjectState, 403, "InvalidObjectState"), (.invalidPart, 400, "InvalidPart"),
            (.invalidPartOrder, 400, "InvalidPartOrder"),
            (.invalidRange(size: 5), 416, "InvalidRange"),
            (.invalidRequest(""), 400, "InvalidRequest"),
            (.invalidStorageClass, 400, "InvalidStorageClass"),
            (.invalidTag(""), 400, "InvalidTag"), (.keyTooLong, 400, "KeyTooLongError"),
            (.malformedXML, 400, "MalformedXML"), (.metadataTooLarge, 400, "MetadataTooLarge"),
            (.methodNotAllowed(note), 405, "MethodNotAllowed"),
            (.noSuchBucket, 404, "NoSuchBucket"), (.noSuchKey(nil), 404, "NoSuchKey"),
            (.noSuchKey(note), 404, "NoSuchKey"), (.noSuchUpload, 404, "NoSuchUpload"),
            (.noSuchVersion, 404, "NoSuchVersion"), (.notImplemented, 501, "NotImplemented"),
            (.preconditionFailed(.ifMatch), 412, "PreconditionFailed"),
            (.restoreAlreadyInProgress, 409, "RestoreAlreadyInProgress"),
        ]
        for (error, status, code) in all {
            #expect(error.status == status && error.code == code, "\(error)")
            #expect(error.description.hasPrefix("\(code) (\(status)): "))
        }
    }
}
