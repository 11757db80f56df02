/// Random JSON text, and small changes to it.
struct JSONSamples {
  var generator: SplitMix

  init(seed: UInt64) { generator = SplitMix(seed: seed) }

  private static let scalars = [
    "null", "true", "false", "0", "-0", "1", "1.0", "10e-1", "-12.50", "1e400", "0.1E+2",
    "9007199254740993", "\"\"", "\"a\"", "\"\\u0061\"", "\"a,b\"", "\"}\"", "\"[{\"", "\"\\\"\"",
    "\"é\"", "\"\\u00e9\"", "\"\\ud800\"", "\"\\ud83d\\ude00\"", "\"😀\"", "\"\\\\\"",
    "\"abcdefghijklmnopqrstuvwxyz\"", "\"\\n\"", "\"\\/\"",
  ]
  private static let names = ["id", "a", "b", "c", "\\u0061", "long name of some length", "é", ""]
  private static let spaces = ["", "", "", " ", "  ", "\n", "\t", "\r\n"]

  mutating func pick<T>(_ items: [T]) -> T {
    items[Int.random(in: 0..<items.count, using: &generator)]
  }

  mutating func chance(_ percent: Int) -> Bool {
    Int.random(in: 0..<100, using: &generator) < percent
  }

  /// White space or none; never a line feed where values must keep to a line.
  mutating func space(_ isOneLine: Bool = false) -> String {
    let space = pick(Self.spaces)
    return isOneLine && space.contains(where: \.isNewline) ? " " : space
  }

  /// A random value.
  mutating func value(depth: Int, isOneLine: Bool = false) -> String {
    if depth == 0 || chance(60) { return pick(Self.scalars) }
    return chance(50)
      ? object(depth: depth - 1, isOneLine: isOneLine)
      : array(depth: depth - 1, isOneLine: isOneLine)
  }

  mutating func array(depth: Int, isOneLine: Bool = false) -> String {
    let count = Int.random(in: 0...4, using: &generator)
    let elements = (0..<count).map { _ in value(depth: depth, isOneLine: isOneLine) }
    return wrap("[", elements, "]", isOneLine)
  }

  mutating func object(depth: Int, isOneLine: Bool = false) -> String {
    let count = Int.random(in: 0...4, using: &generator)
    var names = Self.names.shuffled(using: &generator).prefix(count)
    if count > 1, chance(5) { names[1] = names[0] }
    let members = names.map { name in
      "\"\(name)\"" + space(isOneLine) + ":" + space(isOneLine)
        + value(depth: depth, isOneLine: isOneLine)
    }
    return wrap("{", members, "}", isOneLine)
  }

  mutating func wrap(
    _ opening: String, _ items: [String], _ closing: String, _ isOneLine: Bool
  ) -> String {
    var text = opening + space(isOneLine)
    for (offset, item) in items.enumerated() {
      if offset > 0 { text += "," + space(isOneLine) }
      text += item + space(isOneLine)
    }
    return text + closing
  }

  /// The bytes with a few of them replaced, removed or doubled.
  mutating func damaged(_ bytes: [UInt8]) -> [UInt8] {
    var bytes = bytes
    for _ in 0..<Int.random(in: 1...3, using: &generator) where !bytes.isEmpty {
      let at = Int.random(in: 0..<bytes.count, using: &generator)
      let odd: [UInt8] =
        Array("[]{}\",:\\u0e-+. \n".utf8) + [0, 0x1F, 0x80, 0xC0, 0xED, 0xF4, 0xFF]
      switch Int.random(in: 0..<4, using: &generator) {
      case 0: bytes.remove(at: at)
      case 1: bytes.insert(bytes[at], at: at)
      case 2: bytes.insert(pick(odd), at: at)
      default: bytes[at] = pick(odd)
      }
    }
    return bytes
  }
}
