// swift-tools-version: 6.3
import PackageDescription

import class Foundation.ProcessInfo

let package = Package(
    name: "cluster-simulator",
    products: [
        .library(name: "Simulator", targets: ["Simulator"]),
        .library(name: "Scenarios", targets: ["Scenarios"]),
        .executable(name: "bench", targets: ["bench"]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/apple/swift-collections", from: "1.6.0"),
        .package(url: "https://github.com/apple/swift-crypto", from: "4.5.2"),
        .package(url: "https://github.com/HdrHistogram/hdrhistogram-swift", from: "0.2.0"),
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
        .package(url: "https://github.com/hummingbird-project/swift-mustache", from: "2.1.1"),
        .package(url: "https://github.com/jpsim/Yams", from: "6.2.2"),
    ],
    targets: [
        .target(name: "CBytes", path: "Sources/Simulator/Bytes/CBytes"),
        .target(name: "CRuntime", path: "Sources/Simulator/Kernel/CRuntime"),
        .systemLibrary(
            name: "CZlib",
            path: "Sources/Simulator/Compression/CZlib",
            pkgConfig: "zlib",
            providers: [.apt(["zlib1g-dev"])]
        ),
        .target(
            name: "CRE2",
            path: "Sources/Simulator/MapReduce/Map/Patterns/CRE2",
            linkerSettings: [.linkedLibrary("re2")]
        ),
        .target(
            name: "Simulator",
            dependencies: [
                "CBytes",
                "CRE2",
                "CRuntime",
                "CZlib",
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "Histogram", package: "hdrhistogram-swift"),
                .product(name: "OrderedCollections", package: "swift-collections"),
            ],
            exclude: [
                "Bytes/CBytes", "Compression/CZlib", "Kernel/CRuntime",
                "MapReduce/Map/Patterns/CRE2",
            ]
        ),
        .target(
            name: "Scenarios",
            dependencies: [
                "Simulator",
                .product(name: "Mustache", package: "swift-mustache"),
                .product(name: "OrderedCollections", package: "swift-collections"),
                .product(name: "Yams", package: "Yams"),
            ],
            resources: [.embedInCode("Catalog"), .embedInCode("Report/HTML/Resources")]
        ),
        .systemLibrary(
            name: "CJemalloc",
            path: "Sources/bench/CJemalloc",
            pkgConfig: "jemalloc",
            providers: [.apt(["libjemalloc-dev"])]
        ),
        .target(
            name: "Workloads",
            dependencies: [
                "CJemalloc",
                "Scenarios",
                "Simulator",
                .product(name: "OrderedCollections", package: "swift-collections"),
            ],
            path: "Sources/bench/Measure"
        ),
        .executableTarget(
            name: "bench",
            dependencies: [
                "CJemalloc",
                "Scenarios",
                "Simulator",
                "Workloads",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "OrderedCollections", package: "swift-collections"),
            ],
            exclude: ["Benchmarks", "CJemalloc", "Measure", "Spark"]
        ),
        .testTarget(
            name: "SimulatorTests",
            dependencies: ["CJemalloc", "Simulator"],
            exclude: ["Balancer/Upstream/Recordings", "ObjectStore/Recordings"]
        ),
        .testTarget(
            name: "ScenariosTests",
            dependencies: [
                "Scenarios",
                "Simulator",
                .product(name: "OrderedCollections", package: "swift-collections"),
            ]
        ),
        .testTarget(
            name: "BenchTests",
            dependencies: [
                "CJemalloc",
                "Scenarios",
                "Simulator",
                "Workloads",
                "bench",
                .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "OrderedCollections", package: "swift-collections"),
            ]
        ),
        .testTarget(name: "GoldenTests", dependencies: ["Scenarios", "Simulator"]),
        .testTarget(name: "TidyTests"),
    ],
    swiftLanguageModes: [.v6],
    cxxLanguageStandard: .cxx17
)

// What only the regression benchmarks need is neither fetched nor built without them.
if ProcessInfo.processInfo.environment["BENCHMARKS"] == "1" {
    package.dependencies.append(
        .package(url: "https://github.com/ordo-one/benchmark", from: "1.38.1", traits: [])
    )
    package.targets.append(
        .executableTarget(
            name: "RegressionBenchmarks",
            dependencies: [
                "Scenarios",
                "Simulator",
                "Workloads",
                .product(name: "Benchmark", package: "benchmark"),
            ],
            path: "Sources/bench/Benchmarks/RegressionBenchmarks"
        )
    )
}

for target in package.targets
where ![.system, .plugin, .binary].contains(target.type)
    && !["CBytes", "CRE2", "CRuntime"].contains(target.name)
{
    target.swiftSettings =
        (target.swiftSettings ?? []) + [
            .enableUpcomingFeature("ExistentialAny"),
            .enableUpcomingFeature("InferIsolatedConformances"),
            .enableUpcomingFeature("InternalImportsByDefault"),
            .enableUpcomingFeature("MemberImportVisibility"),
            .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
            .treatAllWarnings(as: .error),
        ]
}
