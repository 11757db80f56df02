import Platform
import Records
import StagedDiff

/// Unicode's normalization form C, as the standard library knows it.
///
/// Most text is in that form already, which is found out without memory of its own. Bytes that are no UTF-8 stay where
/// they are, and nothing composes across them.
enum CanonicalComposition {
  /// Brings a text to the form.
  static func apply(to buffer: FieldBuffer) {
    guard !isComposed(buffer.bytes) else { return }
    var output: [UInt8] = []
    output.reserveCapacity(buffer.bytes.count)
    var text = ""
    var reader = ScalarReader(buffer.bytes)
    var offset = 0
    while let step = reader.next() {
      if let scalar = step.scalar {
        text.unicodeScalars.append(scalar)
      } else {
        output += text._nfcCodeUnits
        output.append(buffer.bytes[offset])
        text = ""
      }
      offset = reader.offset
    }
    output += text._nfcCodeUnits
    buffer.set(.text, output)
  }

  /// Whether a text certainly is in the form; some texts that are get no as well.
  static func isComposed(_ text: BytesView) -> Bool {
    // No character before U+0300, whose first byte this is, ever changes.
    guard let first = text.firstIndex(where: { $0 >= 0xCC }) else { return true }
    var reader = ScalarReader(text, at: first)
    while let step = reader.next() {
      guard let scalar = step.scalar else { continue }
      if !composedScalars.contains(where: { $0.contains(scalar.value) }) { return false }
    }
    return true
  }
}
