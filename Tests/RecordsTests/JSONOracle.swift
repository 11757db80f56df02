/// JSON values as a slow and obvious parser builds them, for comparison with the fast scanner.
///
/// It shares nothing with it: strings become UTF-16 code units, UTF-8 is checked by the standard library,
/// and it recurses.
indirect enum JSONOracle: Hashable {
  case null
  case boolean(Bool)
  case number(isNegative: Bool, digits: String, exponent: Int)
  case string([UInt16])
  case array([JSONOracle])
  case object([[UInt16]: [JSONOracle]])

  /// The value that `bytes` are, with white space around it; nil if they are not JSON.
  init?(_ bytes: [UInt8]) {
    var parser = Parser(rest: bytes[...])
    parser.skipSpace()
    guard let value = parser.value(depth: 0) else { return nil }
    parser.skipSpace()
    guard parser.rest.isEmpty else { return nil }
    self = value
  }

  private struct Parser {
    var rest: ArraySlice<UInt8>

    mutating func skipSpace() { rest = rest.drop { [0x20, 0x09, 0x0A, 0x0D].contains($0) } }

    mutating func take(_ text: String) -> Bool {
      guard rest.starts(with: text.utf8) else { return false }
      rest = rest.dropFirst(text.utf8.count)
      return true
    }

    mutating func value(depth: Int) -> JSONOracle? {
      if take("null") { return .null }
      if take("true") { return .boolean(true) }
      if take("false") { return .boolean(false) }
      if take("\"") { return string().map { .string($0) } }
      if take("[") { return depth < 1024 ? array(depth: depth + 1) : nil }
      if take("{") { return depth < 1024 ? object(depth: depth + 1) : nil }
      return number()
    }

    mutating func array(depth: Int) -> JSONOracle? {
      var elements: [JSONOracle] = []
      skipSpace()
      if take("]") { return .array([]) }
      repeat {
        skipSpace()
        guard let element = value(depth: depth) else { return nil }
        elements.append(element)
        skipSpace()
      } while take(",")
      return take("]") ? .array(elements) : nil
    }

    mutating func object(depth: Int) -> JSONOracle? {
      var members: [[UInt16]: [JSONOracle]] = [:]
      skipSpace()
      if take("}") { return .object([:]) }
      repeat {
        skipSpace()
        guard take("\""), let name = string() else { return nil }
        skipSpace()
        guard take(":") else { return nil }
        skipSpace()
        guard let member = value(depth: depth) else { return nil }
        members[name, default: []].append(member)
        skipSpace()
      } while take(",")
      return take("}") ? .object(members) : nil
    }

    mutating func string() -> [UInt16]? {
      var units: [UInt16] = []
      while let byte = rest.first {
        if take("\"") { return units }
        if byte < 0x20 { return nil }
        if take("\\") {
          guard let unit = escape() else { return nil }
          units.append(unit)
        } else {
          let run = rest.prefix { $0 >= 0x20 && $0 != 0x22 && $0 != 0x5C }
          guard let text = String(validating: run, as: UTF8.self) else { return nil }
          units += text.utf16
          rest = rest.dropFirst(run.count)
        }
      }
      return nil
    }

    mutating func escape() -> UInt16? {
      for (letter, unit) in ["\"": 0x22, "\\": 0x5C, "/": 0x2F] where take(letter) {
        return UInt16(unit)
      }
      for (letter, unit) in ["b": 8, "f": 12, "n": 10, "r": 13, "t": 9] where take(letter) {
        return UInt16(unit)
      }
      guard take("u"), rest.count >= 4 else { return nil }
      let digits = String(decoding: rest.prefix(4), as: UTF8.self)
      guard digits.allSatisfy({ $0.isASCII && $0.isHexDigit }) else { return nil }
      rest = rest.dropFirst(4)
      return UInt16(digits, radix: 16)
    }

    mutating func number() -> JSONOracle? {
      let isNegative = take("-")
      var digits = self.digits()
      guard !digits.isEmpty, digits == "0" || digits.first != "0" else { return nil }
      var exponent = 0
      if take(".") {
        let fraction = self.digits()
        guard !fraction.isEmpty else { return nil }
        digits += fraction
        exponent -= fraction.count
      }
      if take("e") || take("E") {
        let sign = take("-") ? -1 : 1
        if sign == 1 { _ = take("+") }
        let written = self.digits()
        guard !written.isEmpty else { return nil }
        // Powers that no `Int` holds are one: this is no oracle for their values.
        exponent += sign * min(Int(written) ?? .max, .max / 4)
      }
      while digits.last == "0" {
        digits.removeLast()
        exponent += 1
      }
      digits = String(digits.drop { $0 == "0" })
      if digits.isEmpty { return .number(isNegative: false, digits: "", exponent: 0) }
      return .number(isNegative: isNegative, digits: digits, exponent: exponent)
    }

    mutating func digits() -> String {
      let run = rest.prefix { (0x30...0x39).contains($0) }
      rest = rest.dropFirst(run.count)
      return String(decoding: run, as: UTF8.self)
    }
  }
}
