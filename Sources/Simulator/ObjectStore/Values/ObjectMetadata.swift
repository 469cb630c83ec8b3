/// What an object carries beside its bytes: headers that the store gives back, and pairs that only
/// the user understands.
///
/// Source: the S3 User Guide, *Working with object metadata*.
public struct ObjectMetadata: Hashable, Sendable {
    /// `Content-Type`; nil for `binary/octet-stream`.
    public var contentType: String?
    /// `Content-Encoding`.
    public var contentEncoding: String?
    /// `Content-Language`.
    public var contentLanguage: String?
    /// `Content-Disposition`.
    public var contentDisposition: String?
    /// `Cache-Control`.
    public var cacheControl: String?
    /// `Expires`.
    public var expires: String?
    /// `x-amz-website-redirect-location`: where a request of a website is sent on to. A copy takes
    /// it from the request alone.
    public var websiteRedirectLocation: String?
    /// The user's pairs, without `x-amz-meta-`, in the order in which they were said.
    public var user: [Entry]

    /// A pair of the user's.
    public struct Entry: Hashable, Sendable {
        /// The name, without `x-amz-meta-`; S3 keeps it in small letters.
        public let name: String
        /// The value.
        public let value: String

        /// A pair.
        public init(_ name: String, _ value: String) {
            self.name = name.lowercased()
            self.value = value
        }
    }

    /// Metadata; without arguments, none.
    public init(
        contentType: String? = nil,
        contentEncoding: String? = nil,
        contentLanguage: String? = nil,
        contentDisposition: String? = nil,
        cacheControl: String? = nil,
        expires: String? = nil,
        websiteRedirectLocation: String? = nil,
        user: [Entry] = []
    ) {
        self.contentType = contentType
        self.contentEncoding = contentEncoding
        self.contentLanguage = contentLanguage
        self.contentDisposition = contentDisposition
        self.cacheControl = cacheControl
        self.expires = expires
        self.websiteRedirectLocation = websiteRedirectLocation
        self.user = user
    }

    /// What `Content-Type` is where nothing was said.
    public static let defaultContentType = "binary/octet-stream"
    /// Bytes that the user's names and values may have together.
    public static let userSizeMaximum = 2_048

    /// Whether nothing was said.
    var isEmpty: Bool { self == ObjectMetadata() }

    /// - Throws: ``ObjectStoreError/metadataTooLarge`` or
    ///   ``ObjectStoreError/invalidRedirectLocation``.
    func validate() throws(ObjectStoreError) {
        if let location = websiteRedirectLocation {
            guard ["/", "http://", "https://"].contains(where: location.hasPrefix) else {
                throw .invalidRedirectLocation
            }
        }
        let size = user.reduce(0) { $0 + $1.name.utf8.count + $1.value.utf8.count }
        if size > Self.userSizeMaximum { throw .metadataTooLarge }
    }

    /// The headers of a response, in the order of their names.
    public var headers: [ResponseHeader] {
        let system = [
            ("cache-control", cacheControl), ("content-disposition", contentDisposition),
            ("content-encoding", contentEncoding), ("content-language", contentLanguage),
            ("content-type", contentType ?? Self.defaultContentType), ("expires", expires),
            ("x-amz-website-redirect-location", websiteRedirectLocation),
        ]
        return system.compactMap { name, value in value.map { ResponseHeader(name, $0) } }
            + user.map { ResponseHeader("x-amz-meta-\($0.name)", $0.value) }
    }
}
