/// A hash that cannot be made or tried out without its key: HMAC (RFC 2104) with SHA-256.
package struct KeyedHash: Sendable {
  private let inner: [UInt8]
  private let outer: [UInt8]

  /// `key` has as many bytes as a digest, or more.
  package init(key: [UInt8]) {
    var key = key.count > SHA256.blockSize ? SHA256.digest(of: key) : key
    key += [UInt8](repeating: 0, count: SHA256.blockSize - key.count)
    inner = key.map { $0 ^ 0x36 }
    outer = key.map { $0 ^ 0x5c }
  }

  /// A hash under a key that is drawn now.
  package init() {
    var random = SystemRandomNumberGenerator()
    self.init(key: (0..<SHA256.digestSize).map { _ in UInt8.random(in: 0...255, using: &random) })
  }

  package func digest(of bytes: some Sequence<UInt8>) -> [UInt8] {
    var first = SHA256()
    first.update(inner)
    first.update(bytes)
    var second = SHA256()
    second.update(outer)
    second.update(first.finish())
    return second.finish()
  }
}
