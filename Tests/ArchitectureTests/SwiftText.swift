/// The text of a Swift file taken apart: its code, in which a literal is `""` and what it interpolates stands behind it,
/// and the literals themselves.
///
/// Comments are left out.
struct SwiftText {
  /// The code, line by line; a literal of several lines leaves empty ones.
  private(set) var code: [String] = []
  /// What stands in quotes, each with the offset of the line on which it stands.
  private(set) var literals: [(line: Int, text: String)] = []

  private let bytes: [UInt8]
  private var offset = 0
  private var line: [UInt8] = []

  /// Takes a file apart.
  init(_ text: String) {
    bytes = Array(text.utf8)
    while offset < bytes.count { step() }
    endLine()
  }

  private func at(_ distance: Int) -> UInt8 {
    offset + distance < bytes.count ? bytes[offset + distance] : 0
  }

  private mutating func endLine() {
    code.append(String(decoding: line, as: UTF8.self))
    line.removeAll(keepingCapacity: true)
  }

  /// Reads one character of code, or all of a comment or literal.
  private mutating func step() {
    let byte = bytes[offset]
    if byte == UInt8(ascii: "/"), at(1) == byte {
      while offset < bytes.count, bytes[offset] != UInt8(ascii: "\n") { offset += 1 }
      return
    }
    if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "#") {
      var hashes = 0
      while at(hashes) == UInt8(ascii: "#") { hashes += 1 }
      if at(hashes) == UInt8(ascii: "\"") { return literal(hashes: hashes) }
    }
    offset += 1
    if byte == UInt8(ascii: "\n") { endLine() } else { line.append(byte) }
  }

  /// Reads a literal whose delimiters have so many `#`.
  private mutating func literal(hashes: Int) {
    offset += hashes
    let quotes = at(1) == UInt8(ascii: "\"") && at(2) == at(1) ? 3 : 1
    offset += quotes
    line += [UInt8(ascii: "\""), UInt8(ascii: "\"")]
    var text: [UInt8] = []
    while offset < bytes.count, !endsLiteral(quotes: quotes, hashes: hashes) {
      if bytes[offset] == UInt8(ascii: "\\"), follow(hashes, UInt8(ascii: "#"), from: 1) {
        if at(hashes + 1) == UInt8(ascii: "(") {
          interpolation(hashes: hashes)
        } else {
          offset += hashes + 2
        }
      } else {
        if bytes[offset] == UInt8(ascii: "\n") {
          endText(&text)
          endLine()
        } else {
          text.append(bytes[offset])
        }
        offset += 1
      }
    }
    offset += quotes + hashes
    endText(&text)
  }

  private mutating func endText(_ text: inout [UInt8]) {
    if !text.isEmpty { literals.append((code.count, String(decoding: text, as: UTF8.self))) }
    text.removeAll()
  }

  private func follow(_ count: Int, _ byte: UInt8, from distance: Int) -> Bool {
    (0..<count).allSatisfy { at(distance + $0) == byte }
  }

  private func endsLiteral(quotes: Int, hashes: Int) -> Bool {
    follow(quotes, UInt8(ascii: "\""), from: 0) && follow(hashes, UInt8(ascii: "#"), from: quotes)
  }

  /// Reads `\(…)` as code, up to the parenthesis that closes it.
  private mutating func interpolation(hashes: Int) {
    offset += hashes + 1
    var depth = 0
    repeat {
      if at(0) == UInt8(ascii: "(") { depth += 1 }
      if at(0) == UInt8(ascii: ")") { depth -= 1 }
      step()
    } while depth > 0 && offset < bytes.count
    line.append(UInt8(ascii: " "))
  }
}
