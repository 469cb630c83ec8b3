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
        ShippedScenario(name: "c-1-alb-mapreduce", bytes: PackageResources.c_1_alb_mapreduce_yaml),
        ShippedScenario(
            name: "c-2-alb-mapreduce-s3",
            bytes: PackageResources.c_2_alb_mapreduce_s3_yaml
        ),
        ShippedScenario(
            name: "c-3-queue-mapreduce",
            bytes: PackageResources.c_3_queue_mapreduce_yaml
        ),
        ShippedScenario(name: "l-1-strategies", bytes: PackageResources.l_1_strategies_yaml),
        ShippedScenario(name: "l-2-nexus", bytes: PackageResources.l_2_nexus_yaml),
        ShippedScenario(name: "l-3-failover", bytes: PackageResources.l_3_failover_yaml),
        ShippedScenario(name: "l-4-mandi", bytes: PackageResources.l_4_mandi_yaml),
        ShippedScenario(
            name: "l-5-rolling-deploy",
            bytes: PackageResources.l_5_rolling_deploy_yaml
        ),
        ShippedScenario(name: "l-6-gray-failure", bytes: PackageResources.l_6_gray_failure_yaml),
        ShippedScenario(name: "l-7-retry-storm", bytes: PackageResources.l_7_retry_storm_yaml),
        ShippedScenario(name: "l-8-autoscale", bytes: PackageResources.l_8_autoscale_yaml),
        ShippedScenario(name: "l-9-rate-limit", bytes: PackageResources.l_9_rate_limit_yaml),
        ShippedScenario(name: "l-10-zones", bytes: PackageResources.l_10_zones_yaml),
        ShippedScenario(
            name: "l-11-thundering-herd",
            bytes: PackageResources.l_11_thundering_herd_yaml
        ),
        ShippedScenario(
            name: "l-12-shared-database",
            bytes: PackageResources.l_12_shared_database_yaml
        ),
        ShippedScenario(name: "l-13-slow-clients", bytes: PackageResources.l_13_slow_clients_yaml),
        ShippedScenario(name: "l-14-reload", bytes: PackageResources.l_14_reload_yaml),
        ShippedScenario(name: "l-15-idle-year", bytes: PackageResources.l_15_idle_year_yaml),
        ShippedScenario(name: "l-16-replications", bytes: PackageResources.l_16_replications_yaml),
        ShippedScenario(name: "m-1-word-count", bytes: PackageResources.m_1_word_count_yaml),
        ShippedScenario(name: "m-2-load-test", bytes: PackageResources.m_2_load_test_yaml),
        ShippedScenario(name: "m-3-scaling", bytes: PackageResources.m_3_scaling_yaml),
        ShippedScenario(
            name: "m-4-worker-crashes",
            bytes: PackageResources.m_4_worker_crashes_yaml
        ),
        ShippedScenario(
            name: "m-5-coordinator-failover",
            bytes: PackageResources.m_5_coordinator_failover_yaml
        ),
        ShippedScenario(name: "m-6-stragglers", bytes: PackageResources.m_6_stragglers_yaml),
        ShippedScenario(name: "m-7-skew", bytes: PackageResources.m_7_skew_yaml),
        ShippedScenario(name: "m-8-shuffle-loss", bytes: PackageResources.m_8_shuffle_loss_yaml),
        ShippedScenario(name: "m-9-backpressure", bytes: PackageResources.m_9_backpressure_yaml),
        ShippedScenario(name: "m-10-windows", bytes: PackageResources.m_10_windows_yaml),
        ShippedScenario(
            name: "m-11-out-of-memory",
            bytes: PackageResources.m_11_out_of_memory_yaml
        ),
        ShippedScenario(name: "m-12-gateway", bytes: PackageResources.m_12_gateway_yaml),
        ShippedScenario(name: "m-13-locality", bytes: PackageResources.m_13_locality_yaml),
        ShippedScenario(name: "q-1-2p2c", bytes: PackageResources.q_1_2p2c_yaml),
        ShippedScenario(name: "q-2-5p3c", bytes: PackageResources.q_2_5p3c_yaml),
        ShippedScenario(
            name: "q-3-broker-crash",
            bytes: PackageResources.q_3_broker_crash_yaml
        ),
        ShippedScenario(
            name: "q-4-rebalance",
            bytes: PackageResources.q_4_rebalance_yaml
        ),
        ShippedScenario(
            name: "q-5-skewed-keys",
            bytes: PackageResources.q_5_skewed_keys_yaml
        ),
        ShippedScenario(
            name: "q-6-slow-consumer",
            bytes: PackageResources.q_6_slow_consumer_yaml
        ),
        ShippedScenario(
            name: "q-7-placement",
            bytes: PackageResources.q_7_placement_yaml
        ),
        ShippedScenario(
            name: "q-8-kafka-scale",
            bytes: PackageResources.q_8_kafka_scale_yaml
        ),
        ShippedScenario(name: "q-9-api", bytes: PackageResources.q_9_api_yaml),
        ShippedScenario(name: "r-1-late-producer", bytes: PackageResources.r_1_late_producer_yaml),
        ShippedScenario(
            name: "r-2-second-attempt",
            bytes: PackageResources.r_2_second_attempt_yaml
        ),
        ShippedScenario(
            name: "r-3-repeated-write",
            bytes: PackageResources.r_3_repeated_write_yaml
        ),
        ShippedScenario(name: "r-4-late-order", bytes: PackageResources.r_4_late_order_yaml),
        ShippedScenario(
            name: "r-5-returned-partition",
            bytes: PackageResources.r_5_returned_partition_yaml
        ),
        ShippedScenario(
            name: "r-6-returned-follower",
            bytes: PackageResources.r_6_returned_follower_yaml
        ),
        ShippedScenario(name: "r-7-joining-anew", bytes: PackageResources.r_7_joining_anew_yaml),
        ShippedScenario(
            name: "r-8-coordinator-anew",
            bytes: PackageResources.r_8_coordinator_anew_yaml
        ),
        ShippedScenario(name: "r-9-late-commit", bytes: PackageResources.r_9_late_commit_yaml),
        ShippedScenario(
            name: "r-10-offsets-under-way",
            bytes: PackageResources.r_10_offsets_under_way_yaml
        ),
        ShippedScenario(
            name: "r-11-forgotten-proposal",
            bytes: PackageResources.r_11_forgotten_proposal_yaml
        ),
        ShippedScenario(name: "r-12-healed-disk", bytes: PackageResources.r_12_healed_disk_yaml),
        ShippedScenario(
            name: "r-13-late-heartbeat",
            bytes: PackageResources.r_13_late_heartbeat_yaml
        ),
        ShippedScenario(name: "s-1-semantics", bytes: PackageResources.s_1_semantics_yaml),
        ShippedScenario(
            name: "s-2-sync-under-throttling",
            bytes: PackageResources.s_2_sync_under_throttling_yaml
        ),
        ShippedScenario(
            name: "s-3-backup-restore",
            bytes: PackageResources.s_3_backup_restore_yaml
        ),
        ShippedScenario(
            name: "s-4-region-outage",
            bytes: PackageResources.s_4_region_outage_yaml
        ),
        ShippedScenario(
            name: "s-5-crash-during-backup",
            bytes: PackageResources.s_5_crash_during_backup_yaml
        ),
        ShippedScenario(
            name: "s-6-lifecycle-cost",
            bytes: PackageResources.s_6_lifecycle_cost_yaml
        ),
        ShippedScenario(
            name: "s-7-multipart-faults",
            bytes: PackageResources.s_7_multipart_faults_yaml
        ),
        ShippedScenario(name: "s-8-hot-prefix", bytes: PackageResources.s_8_hot_prefix_yaml),
        ShippedScenario(
            name: "x-1-swarm-balancer",
            bytes: PackageResources.x_1_swarm_balancer_yaml
        ),
        ShippedScenario(name: "x-2-swarm-proxy", bytes: PackageResources.x_2_swarm_proxy_yaml),
        ShippedScenario(name: "x-3-swarm-jobs", bytes: PackageResources.x_3_swarm_jobs_yaml),
        ShippedScenario(name: "x-4-swarm-queue", bytes: PackageResources.x_4_swarm_queue_yaml),
        ShippedScenario(name: "x-5-swarm-objects", bytes: PackageResources.x_5_swarm_objects_yaml),
        ShippedScenario(name: "x-6-swarm-chain", bytes: PackageResources.x_6_swarm_chain_yaml),
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
