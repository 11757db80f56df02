import Platform
import Records

/// Lower and upper case, character by character, as Unicode's `SpecialCasing` has it without
/// languages; the sigma that ends a word has a lower case of its own.
enum CaseMapping {
  case lower
  case upper
  /// What texts have in common that differ only in case.
  case fold

  /// No character's mapping has more than this many times its bytes.
  static let growth = 3

  func apply(to buffer: FieldBuffer) {
    if buffer.bytes.isASCII {
      buffer.rewrite { bytes in
        for index in bytes.indices { bytes[index] = mapped(bytes[index]) }
        return bytes.count
      }
    } else {
      applyBeyondASCII(to: buffer)
    }
  }

  private func applyBeyondASCII(to buffer: FieldBuffer) {
    let capacity = CaseMapping.growth * buffer.bytes.count
    withScratchBytes(capacity: capacity) { output in
      var reader = ScalarReader(buffer.bytes)
      var offset = 0
      while let step = reader.next() {
        if let scalar = step.scalar, !scalar.isASCII {
          for byte in mapping(of: scalar, at: offset, in: buffer.bytes).utf8 { output.write(byte) }
        } else {
          output.write(mapped(buffer.bytes[offset]))
        }
        offset += step.count
      }
    } then: { mapped in
      buffer.set(.text, mapped)
    }
  }

  private func mapped(_ byte: UInt8) -> UInt8 {
    switch self {
    case .lower, .fold: CaseFolding.lowered(byte)
    case .upper: byte &- 0x61 < 26 ? byte & 0xDF : byte
    }
  }

  private func mapping(of scalar: Unicode.Scalar, at offset: Int, in text: BytesView) -> String {
    switch self {
    case .lower where scalar == "Σ" && text.endsWord(at: offset, offset + 2): "ς"
    case .lower: scalar.properties.lowercaseMapping
    case .upper: scalar.properties.uppercaseMapping
    case .fold: CaseFolding.fold(scalar)
    }
  }
}

extension BytesView {
  /// Unicode's `Final_Sigma`: whether a letter stands before a range and none behind it, not counting characters such
  /// as apostrophes and accents.
  fileprivate func endsWord(at start: Int, _ end: Int) -> Bool { hasLetter(before: start) && !hasLetter(from: end) }

  private func hasLetter(before end: Int) -> Bool {
    var end = end
    while end > 0 {
      let step = ScalarReader.step(in: self, endingAt: end)
      guard let properties = step.scalar?.properties else { return false }
      guard properties.isCaseIgnorable else { return properties.isCased }
      end -= step.count
    }
    return false
  }

  private func hasLetter(from start: Int) -> Bool {
    var reader = ScalarReader(self, at: start)
    while let step = reader.next() {
      guard let properties = step.scalar?.properties else { return false }
      guard properties.isCaseIgnorable else { return properties.isCased }
    }
    return false
  }
}
