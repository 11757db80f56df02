import Records

/// Lower and upper case, character by character, as Unicode's `SpecialCasing` has it without
/// languages.
enum CaseMapping {
  case lower
  case upper

  /// No character's mapping has more than this many times its bytes.
  static let growth = 3

  /// Rewrites a text in this case; ASCII in place.
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
    withUnsafeTemporaryAllocation(byteCount: capacity, alignment: 1) { output in
      var count = 0
      var reader = ScalarReader(buffer.bytes)
      var offset = 0
      while let step = reader.next() {
        if let scalar = step.scalar, !scalar.isASCII {
          for byte in mapping(of: scalar).utf8 where count < capacity {
            output[count] = byte
            count += 1
          }
        } else {
          output[count] = mapped(buffer.bytes[offset])
          count += 1
        }
        offset += step.count
      }
      buffer.set(.text, Span(rebasing: output[..<count]))
    }
  }

  private func mapped(_ byte: UInt8) -> UInt8 {
    switch self {
    case .lower: CaseFolding.lowered(byte)
    case .upper: byte &- 0x61 < 26 ? byte & 0xDF : byte
    }
  }

  private func mapping(of scalar: Unicode.Scalar) -> String {
    switch self {
    case .lower: scalar.properties.lowercaseMapping
    case .upper: scalar.properties.uppercaseMapping
    }
  }
}
