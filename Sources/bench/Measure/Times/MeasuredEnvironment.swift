import FoundationEssentials
package import OrderedCollections

#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#endif

/// What times depend on beside the program.
package enum MeasuredEnvironment {
    /// The processor, the number of them, the system, the compiler and how it built.
    package static var current: OrderedDictionary<String, String> {
        var about = utsname()
        uname(&about)
        return [
            "processor": processor(of: cpuInformation),
            "processors": String(sysconf(Int32(_SC_NPROCESSORS_ONLN))),
            "system": "\(text(of: about.sysname)) \(text(of: about.release))",
            "architecture": text(of: about.machine),
            "swift": swiftVersion,
            "build": isOptimised ? "release" : "debug",
        ]
    }

    private static var cpuInformation: String {
        let data = FileManager.default.contents(atPath: "/proc/cpuinfo")
        return data.map { String(decoding: $0, as: UTF8.self) } ?? ""
    }

    /// The name of the processor in what Linux says of it; `unknown` where it says none.
    static func processor(of information: String) -> String {
        for line in information.split(separator: "\n") where line.hasPrefix("model name") {
            let name = line.drop { $0 != ":" }.dropFirst().drop { $0 == " " }
            if !name.isEmpty { return String(name) }
        }
        return "unknown"
    }

    /// A text of the system, which ends with a zero.
    private static func text(of characters: some Any) -> String {
        withUnsafeBytes(of: characters) { bytes in
            String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
        }
    }

    private static var swiftVersion: String {
        #if compiler(>=6.5)
            "6.5 or later"
        #elseif compiler(>=6.4)
            "6.4"
        #else
            "6.3"
        #endif
    }

    private static var isOptimised: Bool {
        #if DEBUG
            false
        #else
            true
        #endif
    }
}
