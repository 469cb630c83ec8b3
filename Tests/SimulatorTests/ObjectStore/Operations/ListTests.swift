import Simulator
import Testing

struct ListTests {
    /// The S3 API reference, *ListObjectsV2*, "Listing keys using the prefix and delimiter
    /// parameters".
    @Test
    func `the documentation's example of a delimiter is reproduced`() throws {
        let fixture = try StoreFixture()
        for key in [
            "sample.jpg", "photos/2006/January/sample.jpg", "photos/2006/February/sample2.jpg",
            "photos/2006/February/sample3.jpg", "photos/2006/February/sample4.jpg",
        ] {
            try fixture.put(key)
        }
        let top = try fixture.list { $0.delimiter = "/" }
        #expect(top.contents.map(\.key) == ["sample.jpg"])
        #expect(top.commonPrefixes == ["photos/"])
        let below = try fixture.list { ($0.prefix, $0.delimiter) = ("photos/2006/", "/") }
        #expect(below.contents == [])
        #expect(below.commonPrefixes == ["photos/2006/February/", "photos/2006/January/"])
    }

    private struct Listed: Equatable {
        var keys: [String] = []
        var prefixes: [String] = []
    }

    /// What a filter, a sort and a grouping of all keys say.
    private func plain(_ keys: [String], _ prefix: String, _ delimiter: String, _ after: String)
        -> [(text: String, isPrefix: Bool)]
    {
        let sorted = keys.filter { $0.hasPrefix(prefix) && Array(after.utf8).isBefore($0) }
            .sorted { Array($0.utf8).isBefore($1) }
        var result: [(text: String, isPrefix: Bool)] = []
        for key in sorted {
            let rest = key.dropFirst(prefix.count)
            if !delimiter.isEmpty, let range = rest.firstRange(of: delimiter) {
                let common = prefix + rest[..<range.upperBound]
                if result.last?.text != common || result.last?.isPrefix == false {
                    result.append((common, true))
                }
            } else {
                result.append((key, false))
            }
        }
        return result
    }

    @Test(arguments: 0..<40)
    func `pages are those of a plain sort`(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let fixture = try StoreFixture(versioning: seed % 2 == 0 ? .enabled : .unversioned)
        let letters = ["a", "b", "/", "//", "z", "é", "-"]
        func text(_ limit: Int) -> String {
            (0..<Int.random(in: 0...limit, using: &random))
                .map { _ in letters.randomElement(using: &random) ?? "" }.joined()
        }
        var keys: Set<String> = []
        for _ in 0..<200 {
            let key = "k" + text(6)
            if Int.random(in: 0..<4, using: &random) == 0 {
                try fixture.delete(key)
                keys.remove(key)
            } else {
                try fixture.put(key)
                keys.insert(key)
            }
        }
        for _ in 0..<30 {
            let prefix = Bool.random(using: &random) ? "" : "k" + text(2)
            let delimiter = ["", "/", "//", "a", "é-"].randomElement(using: &random) ?? ""
            let after = Bool.random(using: &random) ? "" : "k" + text(3)
            let size = Int.random(in: 1...7, using: &random)
            let expected = plain(Array(keys), prefix, delimiter, after)
            var listed = Listed()
            var token: String?
            repeat {
                let page = try fixture.list { request in
                    request.prefix = prefix
                    request.delimiter = delimiter
                    request.startAfter = after
                    request.continuationToken = token
                    request.maxKeys = size
                }
                listed.keys += page.contents.map(\.key)
                listed.prefixes += page.commonPrefixes
                token = page.nextContinuationToken
                #expect(page.keyCount == size || !page.isTruncated)
                #expect(page.isTruncated == (token != nil))
            } while token != nil
            #expect(listed.keys == expected.filter { !$0.isPrefix }.map(\.text))
            #expect(listed.prefixes == expected.filter(\.isPrefix).map(\.text))
        }
    }

    @Test
    func `a page has at most a thousand keys`() throws {
        let fixture = try StoreFixture()
        for index in 0..<1_001 { try fixture.put("k\(index)") }
        let first = try fixture.list { $0.maxKeys = 5_000 }
        #expect(first.keyCount == 1_000 && first.isTruncated && first.maxKeys == 1_000)
        let second = try fixture.list { $0.continuationToken = first.nextContinuationToken }
        #expect(second.keyCount == 1 && !second.isTruncated)
        #expect(try !fixture.list { $0.prefix = "k1000" }.isTruncated)
    }

    @Test(arguments: [1, 2, 3, 5, 100])
    func `pages of versions are pieces of the whole list`(size: Int) throws {
        let fixture = try StoreFixture(versioning: .enabled)
        for round in 0..<3 {
            for key in ["a", "b/1", "b/2", "c", "c/1"] where round != 1 || key != "a" {
                fixture.advance(seconds: 1)
                if round == 2, key == "c" { try fixture.delete(key) } else { try fixture.put(key) }
            }
        }
        let whole = try fixture.versions()
        #expect(
            whole.map(\.key) == ["a", "a"] + ["b/1", "b/2", "c", "c/1"].flatMap { [$0, $0, $0] }
        )
        #expect(whole.filter(\.isLatest).map(\.key) == ["a", "b/1", "b/2", "c", "c/1"])
        #expect(whole.filter(\.isDeleteMarker).map(\.key) == ["c"])
        for (one, next) in zip(whole, whole.dropFirst()) where one.key == next.key {
            #expect(one.lastModified > next.lastModified)
        }
        for delimiter in ["", "/"] {
            var entries: [ListObjectVersionsResult.Entry] = []
            var prefixes: [String] = []
            var request = ListObjectVersionsRequest(
                bucket: fixture.bucket,
                delimiter: delimiter,
                maxKeys: size
            )
            var isTruncated = true
            while isTruncated {
                let page = try fixture.store.listVersions(request, fixture.context)
                #expect(page.entries.count + page.commonPrefixes.count <= size)
                entries += page.entries
                prefixes += page.commonPrefixes
                request.keyMarker = page.nextKeyMarker ?? ""
                request.versionIDMarker = page.nextVersionIDMarker
                isTruncated = page.isTruncated
            }
            #expect(entries == whole.filter { delimiter.isEmpty || !$0.key.contains("/") })
            #expect(prefixes == (delimiter.isEmpty ? [] : ["b/", "c/"]))
        }
    }
}

extension [UInt8] {
    fileprivate func isBefore(_ text: String) -> Bool { lexicographicallyPrecedes(text.utf8) }
}
