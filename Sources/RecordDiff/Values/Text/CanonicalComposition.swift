import Records

/// Unicode's normalization form C.
///
/// Most text is in that form already, which is found out without memory of its own; only other text
/// is taken apart and composed again. Bytes that are no UTF-8 stay where they are, and nothing
/// composes across them.
enum CanonicalComposition {
  /// Brings a text to the form.
  static func apply(to buffer: FieldBuffer) {
    guard !isComposed(buffer.bytes) else { return }
    var marks = decomposed(buffer.bytes)
    sort(&marks)
    compose(&marks)
    var output: [UInt8] = []
    output.reserveCapacity(buffer.bytes.count)
    for mark in marks {
      if let scalar = mark.scalar {
        output.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
      } else {
        output.append(UInt8(truncatingIfNeeded: mark.value))
      }
    }
    output.withUnsafeBytes { buffer.set(.text, $0) }
  }

  /// Whether a text certainly is in the form; some texts that are get no as well.
  static func isComposed(_ text: BytesView) -> Bool {
    // No character before U+0300, whose first byte this is, ever changes.
    guard let first = text.firstIndex(where: { $0 >= 0xCC }) else { return true }
    var reader = ScalarReader(text, at: first)
    while let step = reader.next() {
      guard let scalar = step.scalar, scalar.value >= 0x300 else { continue }
      if scalar.properties.canonicalCombiningClass != .notReordered { return false }
      if CanonicalMappings.shared.mayChange(scalar.value) { return false }
    }
    return true
  }

  /// One character and its combining class, or a byte that is no UTF-8.
  private struct Mark {
    let value: UInt32
    let scalar: Unicode.Scalar?
    let order: UInt8

    init(_ scalar: Unicode.Scalar) {
      value = scalar.value
      self.scalar = scalar
      order = scalar.properties.canonicalCombiningClass.rawValue
    }

    init(byte: UInt8) { (value, scalar, order) = (UInt32(byte), nil, 0) }
  }

  private static func decomposed(_ text: BytesView) -> [Mark] {
    var marks: [Mark] = []
    marks.reserveCapacity(text.count)
    var reader = ScalarReader(text)
    var offset = 0
    while let step = reader.next() {
      if let scalar = step.scalar {
        CanonicalMappings.shared.decompose(scalar.value) { value in
          if let part = Unicode.Scalar(value) { marks.append(Mark(part)) }
        }
      } else {
        marks.append(Mark(byte: text[offset]))
      }
      offset = reader.offset
    }
    return marks
  }

  /// Puts each run of combining marks in the order of their classes, those of one class as they
  /// stood.
  private static func sort(_ marks: inout [Mark]) {
    var start = 0
    while start < marks.count {
      guard marks[start].order > 0 else {
        start += 1
        continue
      }
      let end = marks[start...].firstIndex { $0.order == 0 } ?? marks.count
      let run = marks[start..<end].enumerated().sorted {
        ($0.element.order, $0.offset) < ($1.element.order, $1.offset)
      }
      marks.replaceSubrange(start..<end, with: run.map(\.element))
      start = end
    }
  }

  /// Joins each base with the marks behind it that compose and are not cut off by another.
  private static func compose(_ marks: inout [Mark]) {
    var (base, kept, lastOrder) = (-1, 0, -1)
    for mark in marks {
      if base >= 0, lastOrder < Int(mark.order), marks[base].scalar != nil, mark.scalar != nil,
        let joined = CanonicalMappings.shared.composition(marks[base].value, mark.value)
      {
        marks[base] = Mark(joined)
        continue
      }
      marks[kept] = mark
      if mark.order == 0 { (base, lastOrder) = (kept, -1) } else { lastOrder = Int(mark.order) }
      kept += 1
    }
    marks.removeSubrange(kept...)
  }
}
