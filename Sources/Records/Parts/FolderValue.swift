/// What the name of a folder says of all records in it: `date=2026-10-01`, as Hive and Spark write it.
struct FolderValue: Sendable, Equatable {
  let column: String
  /// `nil` for null.
  let value: String?

  /// What Hive calls the folder of records whose value is null or empty.
  private static let null = "__HIVE_DEFAULT_PARTITION__"

  /// The value that a name spells; none for any other name.
  static func all(in name: String) -> [FolderValue] {
    guard let sign = name.utf8.firstIndex(of: UInt8(ascii: "=")), sign > name.startIndex else { return [] }
    let value = decoded(name[name.utf8.index(after: sign)...])
    return [FolderValue(column: decoded(name[..<sign]), value: value == null ? nil : value)]
  }

  /// A text without its escapes, `%3A` for a colon; what is no escape stays as it is.
  private static func decoded(_ text: Substring) -> String {
    var bytes: [UInt8] = []
    var rest = Array(text.utf8)[...]
    while let byte = rest.popFirst() {
      let digits = rest.prefix(2)
      if byte == UInt8(ascii: "%"), digits.count == 2, !digits.contains(UInt8(ascii: "+")),
        let code = UInt8(String(decoding: digits, as: UTF8.self), radix: 16)
      {
        bytes.append(code)
        rest = rest.dropFirst(2)
      } else {
        bytes.append(byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
