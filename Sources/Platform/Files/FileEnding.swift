/// What the names of files end with, whatever the case of the letters.
package enum FileEnding {
  private static let packings = [".gz", ".zst"]

  /// The ending that says how a file is compressed; `nil` where none does.
  package static func packing(of name: String) -> String? { name.withBytes { packing(of: $0) } }

  /// The first of some endings, of letters that are written small, that a name has, looking through a packing.
  package static func first(of endings: [String], in name: String) -> String? {
    name.withBytes { name in
      let inner = name[part: ..<(name.count - (packing(of: name)?.utf8.count ?? 0))]
      return endings.first { has(inner, $0) }
    }
  }

  private static func packing(of name: BytesView) -> String? { packings.first { has(name, $0) } }

  private static func has(_ name: BytesView, _ ending: String) -> Bool {
    let start = name.count - ending.utf8.count
    guard start >= 0, let last = ending.utf8.last, isSame(name[name.count - 1], last) else { return false }
    return zip(name[part: start...], ending.utf8).allSatisfy(isSame)
  }

  private static func isSame(_ byte: UInt8, _ letter: UInt8) -> Bool {
    byte == letter || byte | 0x20 == letter && (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
  }
}
