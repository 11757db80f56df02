/// What the names of files end with, whatever the case of the letters.
package enum FileEnding {
  private static let packings = [".gz", ".zst"]
  /// No ending has more bytes.
  private static let longest = 16

  /// The ending that says how a file is compressed; `nil` where none does.
  package static func packing(of name: String) -> String? { packing(of: end(of: name)) }

  /// The first of some endings, of letters that are written small, that a name has, looking through a packing.
  package static func first(of endings: [String], in name: String) -> String? {
    let end = end(of: name)
    let inner = end.dropLast(packing(of: end)?.utf8.count ?? 0)
    return endings.first { has(inner, $0) }
  }

  private static func end(of name: String) -> ArraySlice<UInt8> { Array(name.utf8.suffix(longest))[...] }

  private static func packing(of end: ArraySlice<UInt8>) -> String? { packings.first { has(end, $0) } }

  private static func has(_ end: ArraySlice<UInt8>, _ ending: String) -> Bool {
    guard end.count >= ending.utf8.count else { return false }
    return zip(end.suffix(ending.utf8.count), ending.utf8).allSatisfy { byte, letter in
      let isCapital = (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
      return byte == letter || isCapital && byte | 0x20 == letter
    }
  }
}
