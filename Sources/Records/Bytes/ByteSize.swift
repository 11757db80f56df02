/// Sizes in bytes as people write them: a number, then K, M or G for powers of 1024.
package enum ByteSize {
  private static let units: [(letter: Character, shift: Int)] = [("G", 30), ("M", 20), ("K", 10)]

  /// The size that a text says; `nil` if it says none above 0.
  package static func parse(_ text: String) -> Int? {
    let letter = text.last.map { Character($0.uppercased()) }
    let shift = units.first { $0.letter == letter }?.shift
    guard let number = Int(shift == nil ? text[...] : text.dropLast()), number > 0 else { return nil }
    let (size, isTooLarge) = number.multipliedReportingOverflow(by: 1 << (shift ?? 0))
    return isTooLarge ? nil : size
  }

  package static func spelling(_ size: Int) -> String {
    guard let unit = units.first(where: { size.isMultiple(of: 1 << $0.shift) }) else { return "\(size) bytes" }
    return "\(size >> unit.shift)\(unit.letter)"
  }

  package static func rounded(_ size: Int) -> String {
    guard let unit = units.first(where: { (size >> $0.shift) >= 10 }) else { return "\((size + 1023) >> 10)K" }
    return "\((size + (1 << unit.shift) - 1) >> unit.shift)\(unit.letter)"
  }
}
