import Testing

@testable import Simulator

struct SyncPlanTests {
    /// A bucket as a plain list: what a name stands for, and the tag of its object.
    private struct Model {
        var contents: [String: String?] = [:]

        static func tag(_ name: String, _ content: String?) -> ETag {
            ContentDigests.tag(ObjectContent("\(name) \(content ?? "foreign")"))
        }

        var present: [String: SyncPlan.Present] {
            var present: [String: SyncPlan.Present] = [:]
            for (name, content) in contents {
                present[name] = SyncPlan.Present(
                    tag: Self.tag(name, content),
                    digest: content.map { ContentDigest(of: Array($0.utf8)) }
                )
            }
            return present
        }
    }

    /// Tries every name there can be: a file that the bucket has with the same content is left as
    /// it is, another one is written over just what is there, and an object without a file goes.
    @Test(arguments: 1...200 as ClosedRange<UInt64>)
    func `a plan is what one finds by looking at every name`(seed: UInt64) {
        var random = Simulation(seed: seed).random("plan")
        let names = (0..<8).map { "n\($0)" }
        var files: [SnapshotFile] = []
        var model = Model()
        for name in names {
            if random.below(3) > 0 {
                files.append(SnapshotFile(name: name, bytes: Array("c\(random.below(3))".utf8)))
            }
            switch random.below(4) {
            case 0: break
            case 1: model.contents[name] = .some(nil)
            default: model.contents[name] = "c\(random.below(3))"
            }
        }
        let plan = SyncPlan(files, present: model.present)
        var uploads: [String] = []
        var removals: [String] = []
        var unchanged = 0
        for name in names {
            let file = files.first { $0.name == name }.map {
                String(decoding: $0.bytes, as: UTF8.self)
            }
            let object = model.contents[name]
            switch (file, object) {
            case (nil, nil): break
            case (nil, .some(let content)):
                removals.append("\(name) \(Model.tag(name, content))")
            case (.some(let file), .some(.some(let content))) where file == content:
                unchanged += 1
            case (.some(let file), .some(let content)):
                uploads.append("\(name) \(file) \(Model.tag(name, content))")
            case (.some(let file), nil): uploads.append("\(name) \(file) nothing")
            }
        }
        #expect(
            plan.uploads.map { upload in
                let content = String(decoding: upload.file.bytes, as: UTF8.self)
                let over = upload.over.map { "\($0)" } ?? "nothing"
                return "\(upload.file.name) \(content) \(over)"
            } == uploads
        )
        #expect(plan.removals.map { "\($0.name) \($0.tag)" } == removals)
        #expect(plan.unchanged == unchanged)
    }

    /// Carried out, the plan gives the files and nothing else, and a second one has nothing to do.
    @Test(arguments: 1...50 as ClosedRange<UInt64>)
    func `what a plan leaves needs no other plan`(seed: UInt64) {
        var random = Simulation(seed: seed).random("plan")
        var model = Model()
        for _ in 0..<20 {
            let files = (0..<6).filter { _ in random.below(2) == 0 }.map { number in
                SnapshotFile(name: "n\(number)", bytes: Array("c\(random.below(3))".utf8))
            }
            let plan = SyncPlan(files, present: model.present)
            for upload in plan.uploads {
                model.contents[upload.file.name] = String(
                    decoding: upload.file.bytes,
                    as: UTF8.self
                )
            }
            for removal in plan.removals { model.contents[removal.name] = nil }
            #expect(
                model.contents.mapValues { $0 ?? "foreign" }
                    == Dictionary(
                        uniqueKeysWithValues: files.map {
                            ($0.name, String(decoding: $0.bytes, as: UTF8.self))
                        }
                    )
            )
            let next = SyncPlan(files, present: model.present)
            #expect(next.uploads.isEmpty && next.removals.isEmpty)
            #expect(next.unchanged == files.count)
        }
    }
}
