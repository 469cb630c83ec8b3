import Simulator

/// A scenario that comes with the product, embedded in the binary.
public struct ShippedScenario: Sendable {
    /// Its name, by which it is run.
    public var name: String
    /// The contents of its file.
    public var bytes: [UInt8]

    /// Every shipped scenario, in the order in which they are listed.
    public static let all: [ShippedScenario] = [
        ShippedScenario(name: "a-1", bytes: PackageResources.a_1_yaml),
        ShippedScenario(name: "a-2", bytes: PackageResources.a_2_yaml),
        ShippedScenario(name: "a-3", bytes: PackageResources.a_3_yaml),
        ShippedScenario(name: "a-3-respawn", bytes: PackageResources.a_3_respawn_yaml),
        ShippedScenario(name: "a-4", bytes: PackageResources.a_4_yaml),
        ShippedScenario(name: "a-5-skewed-keys", bytes: PackageResources.a_5_skewed_keys_yaml),
    ]

    /// The shipped scenario with this name, if there is one.
    public static func named(_ name: String) -> ShippedScenario? {
        all.first { $0.name == name }
    }

    /// The name of its file.
    public var file: String { "\(name).yaml" }

    /// Whether `reference` names a shipped scenario although `folder` has a file of that name too.
    public static func hidesFile(_ reference: String, in folder: String) -> Bool {
        named(reference) != nil && ScenarioFile.exists("\(folder)/\(reference)")
    }

    /// The contents behind what a user names: a shipped scenario, or a path.
    ///
    /// A name without a slash or an ending means the shipped scenario, even where a file of that
    /// name exists.
    static func resolve(
        _ reference: String
    ) throws(ScenarioLoadingError) -> (file: String, folder: String?, bytes: [UInt8]) {
        if let shipped = named(reference) { return (shipped.file, nil, shipped.bytes) }
        do throws(ScenarioLoadingError) {
            let bytes = try ScenarioFile.bytes(of: reference)
            return (reference, ScenarioFile.folder(of: reference), bytes)
        } catch {
            guard case .unreadable(let path, let reason) = error,
                let nearest = NearestWord.to(reference, among: all.map(\.name))
            else {
                throw error
            }
            let hint = "did you mean the shipped scenario '\(nearest)'?"
            throw .unreadable(path: path, reason: "\(reason); \(hint)")
        }
    }
}
