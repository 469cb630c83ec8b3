extension ListDocument {
    /// What the store says of a bucket, or of what an object has beside its bytes.
    static func element(_ result: ObjectStoreManaged) -> XMLElement {
        switch result {
        case .done, .restoring: preconditionFailure("this is answered without a document")
        case .buckets(let buckets): element(buckets)
        case .location(let region):
            // A bucket of `us-east-1` has no constraint.
            XMLElement("LocationConstraint", region == "us-east-1" ? "" : region)
        case .versioning(let versioning):
            XMLElement(
                "VersioningConfiguration",
                versioning == .unversioned ? [] : [XMLElement("Status", versioning.rawValue)]
            )
        case .lifecycle(let lifecycle): LifecycleDocument.element(lifecycle)
        case .encryption(let encryption): element(encryption)
        case .defaultRetention(let retention): element(retention)
        case .tags(let tags): element(tags)
        case .retention(let retention):
            XMLElement(
                "Retention",
                [
                    XMLElement("Mode", retention.mode.rawValue),
                    XMLElement("RetainUntilDate", retention.retainUntil.description),
                ]
            )
        }
    }

    static func element(_ buckets: [ObjectStore.BucketEntry]) -> XMLElement {
        let entries = buckets.map { bucket in
            XMLElement(
                "Bucket",
                [
                    XMLElement("Name", bucket.name),
                    XMLElement("CreationDate", bucket.created.description),
                ]
            )
        }
        return XMLElement("ListAllMyBucketsResult", [XMLElement("Buckets", entries)])
    }

    static func element(_ encryption: ServerSideEncryption) -> XMLElement {
        var choice = [XMLElement("SSEAlgorithm", "AES256")]
        var hasBucketKey = false
        if case .kms(let keyID, let bucketKey) = encryption {
            choice = [
                XMLElement("SSEAlgorithm", "aws:kms"), XMLElement("KMSMasterKeyID", keyID),
            ]
            hasBucketKey = bucketKey
        }
        let rule = [
            XMLElement("ApplyServerSideEncryptionByDefault", choice),
            XMLElement("BucketKeyEnabled", hasBucketKey ? "true" : "false"),
        ]
        return XMLElement("ServerSideEncryptionConfiguration", [XMLElement("Rule", rule)])
    }

    static func element(_ retention: DefaultRetention?) -> XMLElement {
        let rule = retention.map { retention in
            let standard = [
                XMLElement("Mode", retention.mode.rawValue),
                XMLElement("Days", String(retention.days)),
            ]
            return XMLElement("Rule", [XMLElement("DefaultRetention", standard)])
        }
        let isEnabled = XMLElement("ObjectLockEnabled", "Enabled")
        return XMLElement("ObjectLockConfiguration", [isEnabled] + (rule.map { [$0] } ?? []))
    }

    static func element(_ tags: [ObjectTag]) -> XMLElement {
        let set = tags.map { tag in
            XMLElement("Tag", [XMLElement("Key", tag.key), XMLElement("Value", tag.value)])
        }
        return XMLElement("Tagging", [XMLElement("TagSet", set)])
    }

    static func element(_ result: DeleteObjectsResult) -> XMLElement {
        let deleted = result.deleted.map { outcome in
            var parts = [XMLElement("Key", outcome.key)]
            if let version = outcome.versionID {
                parts.append(XMLElement("VersionId", version.description))
            }
            if let marker = outcome.deleteMarkerVersionID {
                parts.append(XMLElement("DeleteMarker", "true"))
                parts.append(XMLElement("DeleteMarkerVersionId", marker.description))
            }
            return XMLElement("Deleted", parts)
        }
        let failures = result.failures.map { failure in
            var parts = [XMLElement("Key", failure.key)]
            if let version = failure.versionID {
                parts.append(XMLElement("VersionId", version.description))
            }
            parts.append(XMLElement("Code", failure.error.code))
            parts.append(XMLElement("Message", failure.error.message))
            return XMLElement("Error", parts)
        }
        return XMLElement("DeleteResult", deleted + failures)
    }
}
