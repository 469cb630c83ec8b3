/// The document of a lifecycle, read and written.
///
/// Source: the S3 API reference, *PutBucketLifecycleConfiguration* and
/// *GetBucketLifecycleConfiguration*.
enum LifecycleDocument {
    private static let ruleNames = [
        "ID", "Status", "Filter", "Prefix", "Transition", "Expiration",
        "NoncurrentVersionTransition", "NoncurrentVersionExpiration",
        "AbortIncompleteMultipartUpload",
    ]

    /// - Throws: ``ObjectStoreError/malformedXML``, or why the rules are refused.
    static func read(_ body: [UInt8]) throws(ObjectStoreError) -> LifecycleConfiguration {
        let root = try XMLReader.read(body)
        guard root.name == "LifecycleConfiguration" else { throw .malformedXML }
        try root.allow(["Rule"])
        var rules: [LifecycleRule] = []
        for (index, rule) in root.children.enumerated() {
            rules.append(try self.rule(rule, number: index + 1))
        }
        return try LifecycleConfiguration(rules: rules)
    }

    private static func rule(
        _ element: XMLElement,
        number: Int
    ) throws(ObjectStoreError) -> LifecycleRule {
        try element.allow(ruleNames)
        let status = try element.required("Status")
        guard ["Enabled", "Disabled"].contains(status) else { throw .malformedXML }
        var rule = LifecycleRule(
            id: try element.text(of: "ID") ?? "rule-\(number)",
            isEnabled: status == "Enabled",
            filter: try filter(element)
        )
        for move in element.all("Transition") {
            try move.allow(["Days", "Date", "StorageClass"])
            rule.transitions.append(
                LifecycleRule.Transition(try when(move), to: try storageClass(move))
            )
        }
        rule.expiration = try element.child("Expiration").map(expiration)
        for move in element.all("NoncurrentVersionTransition") {
            rule.noncurrentTransitions.append(
                LifecycleRule.NoncurrentTransition(
                    try noncurrent(move),
                    to: try storageClass(move)
                )
            )
        }
        rule.noncurrentExpiration = try element.child("NoncurrentVersionExpiration")
            .map(noncurrent)
        if let abort = try element.child("AbortIncompleteMultipartUpload") {
            try abort.allow(["DaysAfterInitiation"])
            rule.abortIncompleteUploadDays = try abort.integer(of: "DaysAfterInitiation")
        }
        return rule
    }

    private static func filter(_ rule: XMLElement) throws(ObjectStoreError) -> LifecycleFilter {
        if let prefix = try rule.text(of: "Prefix") {
            guard rule.all("Filter").isEmpty else { throw .malformedXML }
            var filter = LifecycleFilter(prefix: prefix)
            filter.isBarePrefix = true
            return filter
        }
        guard let filter = try rule.child("Filter") else { throw .malformedXML }
        try filter.allow(["Prefix", "Tag", "ObjectSizeGreaterThan", "ObjectSizeLessThan", "And"])
        guard filter.children.count <= 1 else { throw .malformedXML }
        let element = try filter.child("And") ?? filter
        try element.allow(["Prefix", "Tag", "ObjectSizeGreaterThan", "ObjectSizeLessThan"])
        return LifecycleFilter(
            prefix: try element.text(of: "Prefix") ?? "",
            tags: try element.all("Tag").map(RequestBodies.tag),
            sizeGreaterThan: try element.integer(of: "ObjectSizeGreaterThan"),
            sizeLessThan: try element.integer(of: "ObjectSizeLessThan")
        )
    }

    private static func when(_ element: XMLElement) throws(ObjectStoreError) -> LifecycleRule.When {
        let date = try element.text(of: "Date")
        switch (try element.integer(of: "Days"), date) {
        case (let days?, nil): return .days(days)
        case (nil, let text?):
            guard let date = Timestamp(iso8601: text) else { throw .malformedXML }
            return .date(date)
        default: throw .malformedXML
        }
    }

    private static func expiration(
        _ element: XMLElement
    ) throws(ObjectStoreError) -> LifecycleRule.Expiration {
        try element.allow(["Days", "Date", "ExpiredObjectDeleteMarker"])
        if let flag = try element.text(of: "ExpiredObjectDeleteMarker") {
            guard flag == "true", element.children.count == 1 else { throw .malformedXML }
            return .expiredObjectDeleteMarker
        }
        return .objects(try when(element))
    }

    private static func noncurrent(
        _ element: XMLElement
    ) throws(ObjectStoreError) -> LifecycleRule.Noncurrent {
        try element.allow(["NoncurrentDays", "NewerNoncurrentVersions", "StorageClass"])
        guard let days = try element.integer(of: "NoncurrentDays") else { throw .malformedXML }
        let newer = try element.integer(of: "NewerNoncurrentVersions") ?? 0
        return LifecycleRule.Noncurrent(days: days, newerVersions: newer)
    }

    private static func storageClass(
        _ element: XMLElement
    ) throws(ObjectStoreError) -> StorageClass {
        guard let name = StorageClass(rawValue: try element.required("StorageClass")) else {
            throw .malformedXML
        }
        return name
    }

    // MARK: Writing

    static func element(_ lifecycle: LifecycleConfiguration) -> XMLElement {
        XMLElement("LifecycleConfiguration", lifecycle.rules.map(element))
    }

    private static func element(_ rule: LifecycleRule) -> XMLElement {
        var parts = [XMLElement("ID", rule.id), element(rule.filter)]
        parts.append(XMLElement("Status", rule.isEnabled ? "Enabled" : "Disabled"))
        parts += rule.transitions.map { move in
            let target = XMLElement("StorageClass", move.storageClass.rawValue)
            return XMLElement("Transition", [element(move.when), target])
        }
        switch rule.expiration {
        case .objects(let when): parts.append(XMLElement("Expiration", [element(when)]))
        case .expiredObjectDeleteMarker:
            let flag = XMLElement("ExpiredObjectDeleteMarker", "true")
            parts.append(XMLElement("Expiration", [flag]))
        case nil: break
        }
        parts += rule.noncurrentTransitions.map { move in
            let target = XMLElement("StorageClass", move.storageClass.rawValue)
            return XMLElement("NoncurrentVersionTransition", elements(move.noncurrent) + [target])
        }
        if let noncurrent = rule.noncurrentExpiration {
            parts.append(XMLElement("NoncurrentVersionExpiration", elements(noncurrent)))
        }
        if let days = rule.abortIncompleteUploadDays {
            let count = XMLElement("DaysAfterInitiation", String(days))
            parts.append(XMLElement("AbortIncompleteMultipartUpload", [count]))
        }
        return XMLElement("Rule", parts)
    }

    private static func element(_ filter: LifecycleFilter) -> XMLElement {
        if filter.isBarePrefix { return XMLElement("Prefix", filter.prefix) }
        var parts = filter.tags.map { tag in
            XMLElement("Tag", [XMLElement("Key", tag.key), XMLElement("Value", tag.value)])
        }
        if let size = filter.sizeGreaterThan {
            parts.append(XMLElement("ObjectSizeGreaterThan", String(size)))
        }
        if let size = filter.sizeLessThan {
            parts.append(XMLElement("ObjectSizeLessThan", String(size)))
        }
        if parts.isEmpty || !filter.prefix.isEmpty {
            parts.insert(XMLElement("Prefix", filter.prefix), at: 0)
        }
        return XMLElement("Filter", parts.count == 1 ? parts : [XMLElement("And", parts)])
    }

    private static func element(_ when: LifecycleRule.When) -> XMLElement {
        switch when {
        case .days(let days): XMLElement("Days", String(days))
        case .date(let date): XMLElement("Date", date.description)
        }
    }

    private static func elements(_ noncurrent: LifecycleRule.Noncurrent) -> [XMLElement] {
        let days = XMLElement("NoncurrentDays", String(noncurrent.days))
        if noncurrent.newerVersions == 0 { return [days] }
        let newer = XMLElement("NewerNoncurrentVersions", String(noncurrent.newerVersions))
        return [days, newer]
    }
}
