import Foundation

/// Bytes of this process that are in memory, from `/proc/self/statm`.
func residentMemory() throws -> Int {
    let fields = try String(contentsOfFile: "/proc/self/statm", encoding: .utf8).split(
        separator: " "
    )
    return (Int(fields[1]) ?? 0) * Int(sysconf(Int32(_SC_PAGESIZE)))
}
