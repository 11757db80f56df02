import Comparing
import Records

/// That the UTF-8 of a text was read as Latin-1 or Windows-1252, as in `Ã¶` for `ö`.
enum Misreading {
  /// Whether one of two values is what came of the other one.
  static func isOne(_ cell: LearntRule.Example) -> Bool {
    guard case .text(let old) = cell.old, case .text(let new) = cell.new else { return false }
    return isMisread(new.string, of: old.string)
  }

  /// Whether a text is what came of another one.
  static func isMisread(_ text: String, of original: String) -> Bool {
    guard original.utf8.contains(where: { $0 >= 0x80 }) else { return false }
    var scalars = text.unicodeScalars.makeIterator()
    for byte in original.utf8 {
      guard let scalar = scalars.next(), scalar.value == UInt32(byte) || scalar.value == windows(byte) else {
        return false
      }
    }
    return scalars.next() == nil
  }

  /// What a byte from 0x80 to 0x9F stands for in Windows-1252 (the Encoding Standard of WHATWG).
  private static func windows(_ byte: UInt8) -> UInt32? {
    let place = Int(byte) - 0x80
    return marks.indices.contains(place) ? marks[place] : nil
  }

  private static let marks: [UInt32] = [
    0x20AC, 0x81, 0x201A, 0x192, 0x201E, 0x2026, 0x2020, 0x2021, 0x2C6, 0x2030, 0x160, 0x2039, 0x152, 0x8D, 0x17D, 0x8F,
    0x90, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014, 0x2DC, 0x2122, 0x161, 0x203A, 0x153, 0x9D, 0x17E,
    0x178,
  ]
}
