import Simulator
import Testing

struct AccessTests {
    private func status(
        _ fixture: StoreFixture,
        as caller: Principal,
        _ body: () throws(ObjectStoreError) -> Void
    ) -> Int {
        let before = fixture.context.caller
        fixture.context.caller = caller
        defer { fixture.context.caller = before }
        return storeError(body)?.status ?? 200
    }

    /// The IAM User Guide, "Policy evaluation logic": a denial counts whatever allows, and what
    /// nothing allows is denied.
    @Test
    func `an explicit denial wins, and silence denies`() throws {
        let fixture = try StoreFixture()
        for key in ["public/a", "public/secret/b", "private/c"] { try fixture.put(key) }
        let policy = AccessPolicy([
            AccessStatement(.deny, principals: nil, actions: [.read], prefix: "public/secret/"),
            AccessStatement(.allow, principals: ["guest"], actions: [.read], prefix: "public/"),
            AccessStatement(.allow, principals: ["guest"], actions: [.list], prefix: "public/"),
            AccessStatement(.deny, principals: ["owner"], actions: [.delete], prefix: "public/"),
        ])
        try fixture.store.setPolicy(policy, of: fixture.bucket, fixture.context)
        func read(_ key: String, _ caller: Principal) -> Int {
            status(fixture, as: caller) { () throws(ObjectStoreError) in _ = try fixture.get(key) }
        }
        #expect(read("public/a", "guest") == 200)
        #expect(read("public/secret/b", "guest") == 403)
        #expect(read("public/secret/b", "owner") == 403)
        #expect(read("private/c", "guest") == 403)
        #expect(read("private/c", "owner") == 200)
        #expect(read("public/a", "stranger") == 403)
        // Who may list a prefix learns what is not there; others do not.
        #expect(read("public/none", "guest") == 404)
        let write = status(fixture, as: "guest") { () throws(ObjectStoreError) in
            try fixture.put("public/new")
        }
        #expect(write == 403)
        for (prefix, expected) in [("public/", 200), ("", 403), ("private/", 403)] {
            let list = status(fixture, as: "guest") { () throws(ObjectStoreError) in
                _ = try fixture.list { $0.prefix = prefix }
            }
            #expect(list == expected)
        }
        let delete = status(fixture, as: "owner") { () throws(ObjectStoreError) in
            try fixture.delete("public/a")
        }
        #expect(delete == 403)
    }

    @Test
    func `without the right to list, what is missing is denied`() throws {
        let fixture = try StoreFixture()
        let statement = AccessStatement(.allow, principals: ["guest"], actions: [.read])
        try fixture.store.setPolicy(AccessPolicy([statement]), of: fixture.bucket, fixture.context)
        let missing = status(fixture, as: "guest") { () throws(ObjectStoreError) in
            _ = try fixture.get("none")
        }
        #expect(missing == 403)
    }

    @Test
    func `each object of a deletion of many is judged by itself`() throws {
        let fixture = try StoreFixture()
        for key in ["a/1", "b/1"] { try fixture.put(key) }
        let statement = AccessStatement(
            .allow,
            principals: ["guest"],
            actions: [.delete],
            prefix: "a/"
        )
        try fixture.store.setPolicy(AccessPolicy([statement]), of: fixture.bucket, fixture.context)
        fixture.context.caller = "guest"
        let request = DeleteObjectsRequest(
            bucket: fixture.bucket,
            items: [.init("a/1"), .init("b/1"), .init("a/2")]
        )
        let result = try fixture.store.deleteMany(request, fixture.context)
        #expect(result.deleted.map(\.key) == ["a/1", "a/2"])
        #expect(result.failures.map(\.key) == ["b/1"])
        #expect(result.failures.map(\.error) == [.accessDenied])
    }
}
