import Testing

@testable import Scenarios

/// Backups with these sections, beside a store with a bucket in each of two regions.
private func backups(_ text: String) -> String {
    "cluster:\n  object-store: {regions: [a-1, b-1], buckets: "
        + "[{name: data}, {name: near}, {name: far, region: b-1}]}\n  backup: {\(text)}"
}

private let badBackups: [BadInput] = [
    .init(
        "backups without a store",
        "cluster: {backup: §{buckets: [data]}}",
        "there is no store for it",
        "cluster.object-store"
    ),
    .init("backups to nowhere", backups("buckets: [§date]"), "there is no bucket \"date\"", "data"),
    .init(
        "two backups in one region",
        backups("buckets: §[data, near]"),
        "two of the buckets are in one region"
    ),
    .init("a bucket twice", backups("buckets: §[data, data]"), "a bucket stands twice"),
    .init(
        "a schedule with a thirteenth month",
        backups("buckets: [data], schedule: §\"0 2 * 13 *\""),
        "is no schedule",
        "five fields"
    ),
    .init(
        "a schedule of four fields",
        backups("buckets: [data], schedule: §\"0 2 * *\""),
        "is no schedule"
    ),
    .init(
        "a grace as long as the retention",
        backups("buckets: [data], retention: 1d, grace: §1d"),
        "what is under way would outlast what is kept"
    ),
    .init(
        "a directory without a slash",
        backups("buckets: [data], directory: §data"),
        "is no path of a directory"
    ),
    .init(
        "files that are too large",
        backups("buckets: [data], files: {size: §1GiB}"),
        "files are held in memory"
    ),
    .init(
        "a sync to nowhere",
        backups("buckets: [data], sync: {bucket: §miror}"),
        "there is no bucket \"miror\""
    ),
    .init(
        "a figure of a sync that is not there",
        backups("buckets: [data]") + "\nexpect: [§sync.failed == 0]",
        "cluster.backup.sync"
    ),
]

struct BadBackupTests {
    @Test(arguments: badBackups)
    func `what is wrong with backups is said precisely`(input: BadInput) {
        input.check()
    }
}
