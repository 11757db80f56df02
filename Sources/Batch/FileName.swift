import Platform
import Records

/// A path as the file system has it: bytes, which are compared as such and need not be text.
///
/// Two texts are equal as soon as they look the same, though the system may have a file for each.
struct FileName: Hashable, Comparable {
  let bytes: [UInt8]

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// The name as text, from which the system gets these bytes again.
  var text: String { String(path: bytes) }

  func appending(_ name: [UInt8]) -> FileName { FileName(bytes.isEmpty ? name : bytes + [UInt8(ascii: "/")] + name) }

  func isBelow(_ directory: FileName) -> Bool { bytes.starts(with: directory.bytes + [UInt8(ascii: "/")]) }

  /// The name without format and compression; `nil` if it has no known format.
  func stem(claimed: Set<String>) -> FileName? {
    let text = text
    var stem = bytes[...]
    if FileEnding.packing(of: text) != nil { stem = stem.withoutExtension }
    guard InputFormat(fileName: text) != nil || Self.isClaimed(stem, by: claimed) else { return nil }
    return FileName(Array(stem.withoutExtension))
  }

  private static func isClaimed(_ name: ArraySlice<UInt8>, by extensions: Set<String>) -> Bool {
    let name = String(path: name).lowercased()
    return extensions.contains { name.hasSuffix(".\($0)") }
  }

  static func < (one: FileName, other: FileName) -> Bool { one.bytes.lexicographicallyPrecedes(other.bytes) }
}

extension ArraySlice<UInt8> {
  fileprivate var withoutExtension: ArraySlice<UInt8> { lastIndex(of: UInt8(ascii: ".")).map { self[..<$0] } ?? self }
}
