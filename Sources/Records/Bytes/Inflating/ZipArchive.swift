import Platform

/// The directory of a zip archive, and the files in it.
struct ZipArchive {
  /// A file in an archive.
  struct Member {
    /// Its path in the archive.
    let name: String
    fileprivate let flags: Int
    fileprivate let method: Int
    fileprivate let checksum: UInt32
    fileprivate let size: Int
    fileprivate let header: Int
  }

  /// The files in the order of the directory, without folders and without what macOS adds.
  private(set) var members: [Member] = []
  private let bytes: ZipBytes
  /// What messages call the archive.
  private let name: String

  private static let directoryEntry = 0x0201_4B50
  private static let fileHeader = 0x0403_4B50

  /// Whether bytes are a zip archive of files, and no document of a program that is one, too.
  static func recognizes(_ bytes: BytesView) -> Bool {
    ForeignFormat(of: bytes) == .zip
  }

  /// Reads an archive's directory.
  ///
  /// - Throws: `RecordError` where it is cut off or damaged.
  init(_ bytes: BytesView, name: String) throws(RecordError) {
    self.bytes = ZipBytes(bytes)
    self.name = name
    guard let end = ZipEnd(self.bytes) else { throw damaged("its directory is missing") }
    var place = end.directory
    for _ in 0..<end.count {
      guard self.bytes.number(at: place, 4) == Self.directoryEntry,
        let entry = entry(at: place, end)
      else { throw damaged("its directory") }
      place = entry.next
      if !entry.member.name.hasSuffix("/"), !entry.member.name.hasPrefix("__MACOSX/") {
        members.append(entry.member)
      }
    }
  }

  /// The entry of the directory at a place, and where the next one is.
  private func entry(at place: Int, _ end: ZipEnd) -> (member: Member, next: Int)? {
    func field(_ offset: Int, _ size: Int) -> Int? { bytes.number(at: place + offset, size) }
    guard let flags = field(8, 2), let method = field(10, 2), let checksum = field(16, 4),
      let length = field(28, 2), let extra = field(30, 2), let comment = field(32, 2),
      let sizes = ZipSizes(
        packed: field(20, 4), full: field(24, 4), header: field(42, 4),
        in: bytes, place + 46 + length, extra),
      let nameBytes = bytes.part(at: place + 46, length)
    else { return nil }
    let member = Member(
      name: String(path: nameBytes), flags: flags, method: method,
      checksum: UInt32(truncatingIfNeeded: checksum),
      size: sizes.packed, header: end.base + sizes.header)
    return (member, place + 46 + length + extra + comment)
  }

  // MARK: Contents

  /// The bytes of a file.
  ///
  /// - Parameter name: What messages call it.
  /// - Throws: `RecordError` if it is encrypted, packed in an unknown way, cut off or damaged, or there is no end to it.
  func content(
    of member: Member, name: String, _ options: ReadOptions
  ) throws(RecordError) -> ByteStorage {
    guard member.flags & 1 == 0 else { throw RecordError(.zip(.encrypted), file: name) }
    guard bytes.number(at: member.header, 4) == Self.fileHeader,
      let length = bytes.number(at: member.header + 26, 2),
      let extra = bytes.number(at: member.header + 28, 2),
      let packed = bytes.part(at: member.header + 30 + length + extra, member.size)
    else { throw RecordError(.truncated(format: "zip"), file: name) }
    let output = GrowingBytes(name: name, options, inflating: packed.count)
    switch member.method {
    case 0: try output.append(packed)
    case 8: try Inflation.inflate(packed, to: output, name: name)
    default: throw RecordError(.zip(.unknownMethod(member.method)), file: name)
    }
    guard Checksum.crc32(output.bytes) == member.checksum else {
      throw RecordError(.corrupt(format: "zip", reason: "its checksum is another"), file: name)
    }
    return try output.finish()
  }

  /// The bytes of the one file that there is.
  ///
  /// - Throws: `RecordError` as `content(of:name:_:)` does, and where there are several files, or none.
  func onlyContent(_ options: ReadOptions) throws(RecordError) -> ByteStorage {
    guard members.count == 1 else {
      throw RecordError(.zip(.several(members.map(\.name))), file: name)
    }
    return try content(of: members[0], name: name, options)
  }

  private func damaged(_ part: String) -> RecordError {
    RecordError(.corrupt(format: "zip", reason: part), file: name)
  }
}
