import CZlib
import Platform

struct ZipArchive {
  struct Member {
    let name: String
    fileprivate let flags: Int
    fileprivate let method: Int
    fileprivate let checksum: UInt32
    fileprivate let size: Int
    fileprivate let header: Int
  }

  /// The files in the order of the directory, without folders and without what macOS adds.
  private(set) var members: [Member] = []
  private var places: [[UInt8]: Int] = [:]
  private let bytes: ZipBytes
  private let name: String

  private static let format = "zip"
  private static let directoryEntry = 0x0201_4B50
  private static let fileHeader = 0x0403_4B50

  /// Whether bytes are a zip archive of files, and no document of a program that is one, too.
  static func recognizes(_ bytes: BytesView) -> Bool { ForeignFormat(of: bytes) == .zip }

  init(_ bytes: BytesView, name: String) throws(RecordError) {
    self.bytes = ZipBytes(bytes)
    self.name = name
    guard let end = ZipEnd(self.bytes) else { throw damaged("its directory is missing") }
    var place = end.directory
    for _ in 0..<end.count {
      guard self.bytes.number(at: place, 4) == Self.directoryEntry, let entry = entry(at: place, end) else {
        throw damaged("its directory")
      }
      place = entry.next
      let file = entry.member.name
      guard !file.hasSuffix("/"), !file.hasPrefix("__MACOSX/") else { continue }
      guard places.updateValue(members.count, forKey: Array(file.utf8)) == nil else {
        throw RecordError(.zip(.repeated(file)), file: name)
      }
      members.append(entry.member)
    }
  }

  subscript(file: String) -> Member? { places[Array(file.utf8)].map { members[$0] } }

  /// The entry of the directory at a place, and where the next one is.
  private func entry(at place: Int, _ end: ZipEnd) -> (member: Member, next: Int)? {
    func field(_ offset: Int, _ size: Int) -> Int? { bytes.number(at: place + offset, size) }
    guard let flags = field(8, 2), let method = field(10, 2), let checksum = field(16, 4), let length = field(28, 2),
      let extra = field(30, 2), let comment = field(32, 2),
      let sizes = ZipSizes(
        packed: field(20, 4), full: field(24, 4), header: field(42, 4), in: bytes, place + 46 + length, extra),
      let nameBytes = bytes.part(at: place + 46, length)
    else { return nil }
    let member = Member(
      name: String(path: nameBytes), flags: flags, method: method, checksum: UInt32(truncatingIfNeeded: checksum),
      size: sizes.packed, header: end.base + sizes.header)
    return (member, place + 46 + length + extra + comment)
  }

  func content(of member: Member, name: String, _ options: ReadOptions) throws(RecordError) -> ByteStorage {
    guard member.flags & 1 == 0 else { throw RecordError(.zip(.encrypted), file: name) }
    guard bytes.number(at: member.header, 4) == Self.fileHeader, let length = bytes.number(at: member.header + 26, 2),
      let extra = bytes.number(at: member.header + 28, 2),
      let packed = bytes.part(at: member.header + 30 + length + extra, member.size)
    else { throw RecordError(.truncated(format: Self.format), file: name) }
    let output = GrowingBytes(name: name, options, inflating: packed.count)
    switch member.method {
    case 0: try output.append(packed)
    case 8:
      let inflater = try ZlibInflater(hasHeader: false, format: Self.format, name: name)
      _ = try inflater.inflate(packed, from: 0, to: output, Self.format, name: name)
    default: throw RecordError(.zip(.unknownMethod(member.method)), file: name)
    }
    let content = try output.finish()
    guard Checksum.crc32(content.bytes) == member.checksum else {
      throw RecordError(.corrupt(format: Self.format, reason: "its checksum is another"), file: name)
    }
    return content
  }

  func onlyContent(_ options: ReadOptions) throws(RecordError) -> (content: ByteStorage, name: String) {
    guard members.count == 1 else { throw RecordError(.zip(.several(members.map(\.name))), file: name) }
    return (try content(of: members[0], name: name, options), members[0].name)
  }

  private func damaged(_ part: String) -> RecordError {
    RecordError(.corrupt(format: Self.format, reason: part), file: name)
  }
}

/// The bytes of a zip archive, none of whose numbers are to be trusted.
struct ZipBytes {
  private let bytes: BytesView

  init(_ bytes: BytesView) { self.bytes = bytes }

  var count: Int { bytes.count }

  /// A number of so many bytes, the lowest first; `nil` where it is not all there, or no `Int` holds it.
  func number(at place: Int, _ size: Int) -> Int? {
    guard let part = part(at: place, size) else { return nil }
    let value = part.reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    return Int(exactly: value)
  }

  func part(at place: Int, _ size: Int) -> BytesView? {
    guard place >= 0, size >= 0, place <= bytes.count, size <= bytes.count - place else { return nil }
    return bytes[part: place..<place + size]
  }
}

struct ZipEnd {
  let count: Int
  let directory: Int
  /// What stands in front of the archive, as the program does that unpacks it.
  let base: Int

  private static let mark = 0x0605_4B50
  private static let (largeMark, locatorMark) = (0x0606_4B50, 0x0706_4B50)
  /// The record's own size, and how long the comment may be behind it.
  private static let (size, longestComment) = (22, 0xFFFF)

  init?(_ bytes: ZipBytes) {
    let last = bytes.count - Self.size
    guard last >= 0,
      let place = stride(from: last, through: max(0, last - Self.longestComment), by: -1).first(where: {
        bytes.number(at: $0, 4) == Self.mark
      }), let count = bytes.number(at: place + 10, 2), let size = bytes.number(at: place + 12, 4),
      let offset = bytes.number(at: place + 16, 4)
    else { return nil }
    if let large = Self.large(bytes, before: place) {
      (self.count, directory, base) = large
      return
    }
    base = max(0, place - size - offset)
    self.count = count
    directory = base + offset
  }

  /// What an archive says that is larger than the first form has room for.
  private static func large(_ bytes: ZipBytes, before place: Int) -> (count: Int, directory: Int, base: Int)? {
    guard bytes.number(at: place - 20, 4) == locatorMark, let end = bytes.number(at: place - 12, 8),
      bytes.number(at: end, 4) == largeMark, let count = bytes.number(at: end + 32, 8),
      let directory = bytes.number(at: end + 48, 8), directory <= bytes.count
    else { return nil }
    return (count, directory, 0)
  }
}

/// How large a file in a zip archive is, and where, in one of the two forms that there are.
struct ZipSizes {
  let packed: Int
  let header: Int

  private static let elsewhere = 0xFFFF_FFFF

  /// Reads what is too large for its field from the field of its own: full size, packed size and place, in this order.
  init?(packed: Int?, full: Int?, header: Int?, in bytes: ZipBytes, _ extra: Int, _ length: Int) {
    guard let packed, let full, let header else { return nil }
    var values = [full, packed, header]
    var place = extra
    while values.contains(Self.elsewhere), place + 4 <= extra + length, let kind = bytes.number(at: place, 2),
      let size = bytes.number(at: place + 2, 2)
    {
      if kind == 1 {
        var next = place + 4
        for index in values.indices where values[index] == Self.elsewhere {
          guard let value = bytes.number(at: next, 8) else { return nil }
          values[index] = value
          next += 8
        }
        break
      }
      place += 4 + size
    }
    guard values[2] <= bytes.count else { return nil }
    self.packed = values[1]
    self.header = values[2]
  }
}
