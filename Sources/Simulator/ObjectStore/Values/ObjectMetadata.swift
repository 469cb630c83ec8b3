/// What an object carries beside its bytes: headers that the store gives back, and pairs that only
/// the user understands.
///
/// Source: the S3 User Guide, *Working with object metadata*.
public struct ObjectMetadata: Hashable, Sendable {
    /// `Content-Type`; nil for `binary/octet-stream`.
    public var contentType: String? {
        get { stated.contentType }
        set { stated.contentType = newValue }
    }
    /// `Content-Encoding`.
    public var contentEncoding: String? {
        get { stated.contentEncoding }
        set { stated.contentEncoding = newValue }
    }
    /// `Content-Language`.
    public var contentLanguage: String? {
        get { stated.contentLanguage }
        set { stated.contentLanguage = newValue }
    }
    /// `Content-Disposition`.
    public var contentDisposition: String? {
        get { stated.contentDisposition }
        set { stated.contentDisposition = newValue }
    }
    /// `Cache-Control`.
    public var cacheControl: String? {
        get { stated.cacheControl }
        set { stated.cacheControl = newValue }
    }
    /// `Expires`.
    public var expires: String? {
        get { stated.expires }
        set { stated.expires = newValue }
    }
    /// `x-amz-website-redirect-location`: where a request of a website is sent on to. A copy takes
    /// it from the request alone.
    public var websiteRedirectLocation: String? {
        get { stated.websiteRedirectLocation }
        set { stated.websiteRedirectLocation = newValue }
    }
    /// The user's pairs, without `x-amz-meta-`, in the order in which they were said.
    public var user: [Entry] {
        get { stated.user }
        set { stated.user = newValue }
    }

    /// All of it together.
    private struct Stated: Hashable {
        var contentType: String?
        var contentEncoding: String?
        var contentLanguage: String?
        var contentDisposition: String?
        var cacheControl: String?
        var expires: String?
        var websiteRedirectLocation: String?
        var user: [Entry] = []
    }

    /// What was said, behind a reference: most objects have nothing, and requests and answers are
    /// copied often.
    private indirect enum Content: Hashable {
        case stated(Stated)
    }

    /// Nothing where nothing was said.
    private var content: Content?

    private var stated: Stated {
        get { if case .stated(let stated) = content { stated } else { Stated() } }
        set { content = newValue == Stated() ? nil : .stated(newValue) }
    }

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

    /// No metadata.
    public init() {}

    /// Metadata.
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
        stated = Stated(
            contentType: contentType,
            contentEncoding: contentEncoding,
            contentLanguage: contentLanguage,
            contentDisposition: contentDisposition,
            cacheControl: cacheControl,
            expires: expires,
            websiteRedirectLocation: websiteRedirectLocation,
            user: user
        )
    }

    /// What `Content-Type` is where nothing was said.
    public static let defaultContentType = "binary/octet-stream"
    /// Bytes that the user's names and values may have together.
    public static let userSizeMaximum = 2_048

    /// Whether nothing was said.
    var isEmpty: Bool { content == nil }

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
