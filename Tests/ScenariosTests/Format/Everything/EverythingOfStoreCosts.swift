/// A scenario that says every key of lifecycles, classes and prices of an object store.
let everythingOfStoreCosts = """
    version: 1
    name: store-costs
    seed: 6
    until: 1h
    cluster:
      object-store:
        lifecycle-lag: {exponential: 1h}
        prices: [{storage-class: STANDARD, storage: 0.025, writes: 0.005, reads: 0.0004, transitions: 0, retrieval: 0}]
        buckets:
          - name: data
            lifecycle:
              - {id: logs, prefix: logs/, larger-than: 64KiB, transitions: [{days: 30, storage-class: STANDARD_IA}], expiration-days: 60, noncurrent-days: 7}
              - {id: uploads, abort-upload-days: 3}
    workload: [{objects: {bucket: data, count: 1, storage-class: GLACIER_IR, actions: {put: 1}, history: false}}]
    """
