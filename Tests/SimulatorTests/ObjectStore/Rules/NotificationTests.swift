import Simulator
import Testing

struct NotificationTests {
    @Test
    func `events have S3's names and go to whom they concern`() throws {
        let fixture = try StoreFixture(versioning: .enabled)
        let rules = [
            NotificationRule(
                id: "created",
                events: EventName.matching("s3:ObjectCreated:*"),
                prefix: "images/",
                suffix: ".jpg",
                destination: "queue"
            ),
            NotificationRule(
                id: "removed",
                events: EventName.matching("s3:ObjectRemoved:*"),
                destination: "topic"
            ),
        ]
        let notifications = try NotificationConfiguration(rules)
        try fixture.store.setNotifications(notifications, of: fixture.bucket, fixture.context)
        let first = try fixture.put("images/1.jpg", "hello")
        try fixture.put("images/1.png")
        try fixture.put("1.jpg")
        let copy = CopyObjectRequest(
            source: CopySource(bucket: fixture.bucket, key: "1.jpg"),
            bucket: fixture.bucket,
            key: "images/2.jpg"
        )
        _ = try fixture.store.copy(copy, fixture.context)
        try fixture.delete("images/1.jpg")
        try fixture.delete("images/1.jpg", first.versionID)
        let events = fixture.store.takeEvents()
        #expect(
            events.map(\.name.rawValue) == [
                "s3:ObjectCreated:Put", "s3:ObjectCreated:Copy",
                "s3:ObjectRemoved:DeleteMarkerCreated", "s3:ObjectRemoved:Delete",
            ]
        )
        #expect(events.map(\.destination) == ["queue", "queue", "topic", "topic"])
        #expect(events[0].size == 5 && events[0].tag == first.tag)
        #expect(events[0].versionID == first.versionID)
        #expect(zip(events, events.dropFirst()).allSatisfy { $0.sequencer < $1.sequencer })
        #expect(fixture.store.takeEvents() == [])
    }

    /// The S3 User Guide, "Configuring event notifications using object key name filtering", its
    /// valid and invalid examples.
    @Test(arguments: [
        ("", ".jpg", "", ".png", true), ("images", ".jpg", "images/", ".png", true),
        ("images", "", "logs", "", true), ("", ".jpg", "", ".jpg", false),
        ("images", "", "images/", "", false), ("", "jpg", "", ".jpg", false),
        ("a", ".jpg", "", "", false),
    ])
    func `overlapping filters of one event are refused`(
        prefix: String,
        suffix: String,
        otherPrefix: String,
        otherSuffix: String,
        isValid: Bool
    ) {
        func rule(_ id: String, _ prefix: String, _ suffix: String, _ event: EventName)
            -> NotificationRule
        {
            NotificationRule(
                id: id,
                events: [event],
                prefix: prefix,
                suffix: suffix,
                destination: id
            )
        }
        let first = rule("1", prefix, suffix, .objectCreatedPut)
        let second = rule("2", otherPrefix, otherSuffix, .objectCreatedPut)
        let error = storeError { () throws(ObjectStoreError) in
            try NotificationConfiguration([first, second])
        }
        #expect((error == nil) == isValid)
        let other = rule("2", otherPrefix, otherSuffix, .objectCreatedCopy)
        let none = storeError { () throws(ObjectStoreError) in
            try NotificationConfiguration([first, other])
        }
        #expect(none == nil)
    }
}
