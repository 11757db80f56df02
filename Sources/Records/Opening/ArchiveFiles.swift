import Platform

/// The files of a zip archive, or of a tar archive that may be compressed, read into memory.
package enum ArchiveFiles {
  package typealias File = (name: String, bytes: [UInt8])

  /// `limit` is the most bytes that are read of it, and of all its files.
  package static func read(_ path: String, limit: Int) throws(RecordError) -> [File] {
    var options = ReadOptions()
    options.inputLimit = .atMost(limit)
    options.readsAnything = true
    let storage = try FileBytes.load(path: path, name: path, options)
    if ZipArchive.recognizes(storage.bytes) { return try zip(storage, path, options, limit) }
    let plain = try ByteStorage.inflated(path: path, name: path, options: options)
    return try tar(Array(plain.bytes), named: path)
  }

  package static func tar(_ bytes: [UInt8], named name: String) throws(RecordError) -> [File] {
    guard TarArchive.recognizes(bytes) else {
      throw RecordError(.system(operation: "read", reason: "it is no .zip, .tar or .tar.gz"), file: name)
    }
    return try TarArchive(bytes, name: name).members.map { ($0.name, Array($0.bytes)) }
  }

  private static func zip(_ storage: ByteStorage, _ path: String, _ options: ReadOptions, _ limit: Int)
    throws(RecordError) -> [File]
  {
    let archive = try ZipArchive(storage.bytes, name: path)
    var files: [File] = []
    var size = 0
    for member in archive.members {
      let content = try archive.content(of: member, name: "\(path)!\(member.name)", options)
      size += content.bytes.count
      guard size <= limit else {
        throw RecordError(
          .system(operation: "read", reason: "more than \(ByteSize.spelling(limit)) are in it"), file: path)
      }
      files.append((member.name, Array(content.bytes)))
    }
    return files
  }
}

/// The files in a tar archive, as GNU tar, BSD tar, git and Python write it.
struct TarArchive {
  struct Member {
    let name: String
    let bytes: ArraySlice<UInt8>
  }

  private(set) var members: [Member] = []

  private static let block = 512

  static func recognizes(_ bytes: [UInt8]) -> Bool {
    bytes.count >= block && bytes[257..<262].elementsEqual("ustar".utf8)
  }

  init(_ bytes: [UInt8], name: String) throws(RecordError) {
    var index = 0
    var longName: String?
    while index + Self.block <= bytes.count, bytes[index] != 0 {
      let header = Array(bytes[index..<index + Self.block])
      guard let size = Self.number(header, 124..<136) else {
        throw RecordError(.corrupt(format: "tar", reason: "a size"), file: name)
      }
      let start = index + Self.block
      guard size >= 0, size <= bytes.count - start else { throw RecordError(.truncated(format: "tar"), file: name) }
      let content = bytes[start..<start + size]
      switch header[156] {
      case UInt8(ascii: "0"), 0:
        members.append(Member(name: longName ?? Self.name(header), bytes: content))
        longName = nil
      case UInt8(ascii: "L"): longName = String(path: content.prefix { $0 != 0 })
      case UInt8(ascii: "x"): longName = Self.path(in: content)
      case UInt8(ascii: "g"): break
      case UInt8(ascii: "5"): longName = nil
      default:
        let member = longName ?? Self.name(header)
        throw RecordError(.system(operation: "read", reason: "'\(member)' in it is a link or a device"), file: name)
      }
      index = start + (size + Self.block - 1) / Self.block * Self.block
    }
    // Behind the last file stand zeros, or nothing.
    guard index >= bytes.count || index + Self.block <= bytes.count else {
      throw RecordError(.truncated(format: "tar"), file: name)
    }
  }

  private static func number(_ header: [UInt8], _ range: Range<Int>) -> Int? {
    let digits = header[range].filter { $0 != 0 && $0 != UInt8(ascii: " ") }
    return digits.isEmpty ? 0 : Int(String(decoding: digits, as: UTF8.self), radix: 8)
  }

  private static func name(_ header: [UInt8]) -> String {
    func text(_ range: Range<Int>) -> String { String(path: header[range].prefix { $0 != 0 }) }
    // GNU's own form has times where the standard has the beginning of the name.
    let isStandard = header[262] == 0
    let prefix = isStandard ? text(345..<500) : ""
    return prefix.isEmpty ? text(0..<100) : "\(prefix)/\(text(0..<100))"
  }

  /// The path among the records `LENGTH KEY=VALUE` that stand before a file; `nil` where it is not among them.
  private static func path(in records: ArraySlice<UInt8>) -> String? {
    let key = Array(" path=".utf8)
    for record in records.split(separator: UInt8(ascii: "\n")) {
      let value = record.drop { $0 != UInt8(ascii: " ") }
      if value.starts(with: key) { return String(path: value.dropFirst(key.count)) }
    }
    return nil
  }
}
