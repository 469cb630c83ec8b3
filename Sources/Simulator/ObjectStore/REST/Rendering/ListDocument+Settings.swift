extension ListDocument {
    /// What the store says of a bucket, or of what an object has beside its bytes.
    static func element(_ result: ObjectStoreManaged) -> XMLElement {
        switch result {
        case .done, .restoring, .tagged:
            preconditionFailure("this is answered without a document")
        case .buckets(let result): element(result, region: nil)
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
        case .part(let part): element(part)
        case .accessControl(let owner): accessControl(owner)
        case .attributes(let result): element(result)
        case .legalHold(let isOn):
            XMLElement("LegalHold", [XMLElement("Status", isOn ? "ON" : "OFF")])
        case .tags(let tags, _): element(tags)
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

    /// - Parameter region: That of the buckets, where it is to be said.
    static func element(_ result: ListBucketsResult, region: String?) -> XMLElement {
        let entries = result.buckets.map { bucket in
            XMLElement(
                "Bucket",
                [
                    XMLElement("Name", bucket.name),
                    XMLElement("CreationDate", bucket.created.description),
                ] + (region.map { [XMLElement("BucketRegion", $0)] } ?? [])
            )
        }
        let token = result.continuationToken.map { [XMLElement("ContinuationToken", $0)] }
        return XMLElement(
            "ListAllMyBucketsResult",
            [owner(result.owner), XMLElement("Buckets", entries)] + (token ?? [])
        )
    }

    /// Whose something is: the name stands for the identity of an account as well.
    static func owner(_ owner: Principal, _ name: String = "Owner") -> XMLElement {
        XMLElement(name, [XMLElement("ID", owner.name), XMLElement("DisplayName", owner.name)])
    }

    /// What a bucket has by itself.
    private static func element(_ part: BucketPart) -> XMLElement {
        switch part {
        case .accelerate: XMLElement("AccelerateConfiguration")
        case .logging: XMLElement("BucketLoggingStatus")
        case .requestPayment:
            XMLElement("RequestPaymentConfiguration", [XMLElement("Payer", "BucketOwner")])
        case .cors, .notification, .policy, .policyStatus, .replication, .tagging, .website:
            XMLElement("NotificationConfiguration")
        }
    }

    /// The owner may do everything, and nobody else was granted anything.
    private static func accessControl(_ owner: Principal) -> XMLElement {
        var grantee = self.owner(owner, "Grantee")
        grantee.attributes =
            " xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\" xsi:type=\"CanonicalUser\""
        let grant = [grantee, XMLElement("Permission", "FULL_CONTROL")]
        return XMLElement(
            "AccessControlPolicy",
            [
                self.owner(owner),
                XMLElement("AccessControlList", [XMLElement("Grant", grant)]),
            ]
        )
    }

    static func element(_ encryption: ServerSideEncryption) -> XMLElement {
        var choice = [XMLElement("SSEAlgorithm", "AES256")]
        var hasBucketKey = false
        switch encryption {
        case .s3, .customer: break
        case .dualLayerKMS(let keyID):
            choice = [XMLElement("SSEAlgorithm", "aws:kms:dsse")] + key(keyID)
        case .kms(let keyID, let bucketKey):
            choice = [XMLElement("SSEAlgorithm", "aws:kms")] + key(keyID)
            hasBucketKey = bucketKey
        }
        let rule = [
            XMLElement("ApplyServerSideEncryptionByDefault", choice),
            XMLElement("BucketKeyEnabled", hasBucketKey ? "true" : "false"),
        ]
        return XMLElement("ServerSideEncryptionConfiguration", [XMLElement("Rule", rule)])
    }

    /// The key of a bucket, unless it is the one that KMS uses where none was named.
    private static func key(_ keyID: String) -> [XMLElement] {
        keyID == ServerSideEncryption.managedKeyID ? [] : [XMLElement("KMSMasterKeyID", keyID)]
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
}
