import Comparing
import Platform
import Records

/// The scripts of a page that hold its data: JSON, and once there is much of it, deflated JSON.
final class PageData {
  /// So many bytes stand on the page as they are.
  private static let plainSize = 1 << 20
  /// Deflated JSON in base64 has at least so many times fewer bytes, as a guess.
  private static let deflation = 4

  private let out: OutputBuffer
  /// How many bytes there are in the whole scripts.
  private(set) var size = 0
  /// Where the script begins that is written now.
  private var start: Int?

  init(_ out: OutputBuffer) { self.out = out }

  /// How many bytes there are, about, with those of the script that is written now.
  var expectedSize: Int { size + (start.map { (out.count - $0) / Self.deflation } ?? 0) }

  /// Begins a script; until its end nothing is handed on.
  func begin() { start = out.count }

  /// Ends a script and writes it, deflated where that is worth it; `attribute` is what the page finds it by.
  func end(_ attribute: StaticString) throws {
    guard let start else { return }
    self.start = nil
    let json = out.takeBytes(from: start)
    let deflated = size + json.count > Self.plainSize ? json.withBytes { $0.deflated() } : nil
    out.append("<script type=\"")
    out.append(deflated == nil ? "application/json" : "application/zlib")
    out.append("\" ")
    out.append(attribute)
    out.append(">")
    if let deflated { out.append(base64: deflated) } else { out.append(json) }
    out.append("</script>\n")
    size += out.count - start
    try out.checkpoint()
  }
}

/// How much of a page's room each kind of change may take: many of one kind leave room for those of the others.
struct PageRoom {
  /// With its scripts the page has 10 MB, which can still be sent by mail.
  static let size = 9_000_000
  /// A change of a kind that comes later has so much room, if there are few of them.
  private static let reserved = 300

  /// For each kind, the size of the page's data up to which changes of the kind are added; `nil`: all are.
  private var ends: [Change.Kind: Int]?

  /// A limit that somebody asked for leaves it to them how large the page becomes.
  init(_ listing: ChangeListing, _ options: ReportOptions) {
    guard options.limit == ChangeLimits() else { return }
    let kinds = Change.Kind.reading.filter { listing.matching($0) > 0 }
    var ends: [Change.Kind: Int] = [:]
    var end = Self.size
    for kind in kinds.reversed() {
      ends[kind] = end
      guard !listing.comparison.hasSections else { continue }
      end -= min(listing.matching(kind) * Self.reserved, Self.size / kinds.count)
    }
    self.ends = ends
  }

  func hasPlace(for kind: Change.Kind, in data: PageData) -> Bool {
    guard let end = ends?[kind] else { return true }
    return data.expectedSize < end
  }
}

extension OutputBuffer {
  /// Appends bytes in base64 (RFC 4648), three of them as four letters.
  func append(base64 bytes: [UInt8]) {
    let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
    for first in stride(from: 0, to: bytes.count, by: 3) {
      let part = bytes[first..<min(first + 3, bytes.count)]
      let bits = part.reduce(0) { $0 << 8 | Int($1) } << (8 * (3 - part.count))
      for place in 0..<4 { append(place > part.count ? UInt8(ascii: "=") : letters[bits >> (18 - 6 * place) & 63]) }
    }
  }
}
