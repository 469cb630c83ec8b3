/// A scenario that says every key of calls to an object store.
let everythingOfStoreCalls = """
    version: 1
    name: store-calls
    seed: 6
    cluster: {object-store: {regions: [us-east-1], buckets: [{name: data}]}}
    workload:
      - calls:
          - {at: 1s, to: s3, method: PUT, path: /data/k, caller: cluster, headers: {x-amz-meta-a: "b: c"}, body: x, body-size: 2KiB,
             capture: {tag: {header: ETag}}}
          - {at: 2s, to: us-east-1, method: POST, path: "/data/m?uploads", capture: {upload: {xml: InitiateMultipartUploadResult/UploadId}}}
          - {at: 3s, path: "/data/m?uploadId=${upload}", expect: {xml: {ListPartsResult: {Part: null}}, headers: {ETag: null, Content-Type: application/xml}}}
          - {at: 4s, path: /data/k, headers: {If-Match: "${tag}x"}, expect: {status: 412, code: PreconditionFailed}}
    """
