import Platform
import Records
import StagedDiff

/// Text is brought to one of the forms that people write it in.
///
/// Of a number only the digits can be taken, since the other forms mean the same number. Other values stay, and so do
/// bytes that are no UTF-8.
package struct TextNormalizer: Normalizer {
  /// What the text is brought to.
  ///
  /// Each is idempotent: doing it twice changes nothing more.
  package enum Form: Sendable, CaseIterable {
    /// `luna.text.trim`: without white space at both ends, no-break spaces and the rest of Unicode's included.
    case trim
    /// `luna.text.squeeze`: without white space at both ends, and one space for any white space between words.
    case squeeze
    /// `luna.text.lower`: in lower case, by Unicode and in no particular language.
    case lower
    /// `luna.text.upper`: in upper case, by Unicode and in no particular language: `straße` becomes `STRASSE`.
    case upper
    /// `luna.text.nfc`: with accents composed, Unicode's normalization form C, so that the two ways
    /// of writing é are one.
    case nfc
    /// `luna.text.digits`: nothing but the digits 0 to 9, for telephone numbers and the like.
    case digits
    /// What `--ignore-case` does: Unicode's full case folding, as `luna.compare.nocase()` compares.
    case fold
  }

  private let form: Form

  package init(_ form: Form) { self.form = form }

  package var summary: String {
    switch form {
    case .trim: "trim"
    case .squeeze: "squeeze spaces"
    case .lower: "lower case"
    case .upper: "upper case"
    case .nfc: "compose accents (NFC)"
    case .digits: "digits only"
    case .fold: "without regard to case"
    }
  }

  package func normalize(_ buffer: FieldBuffer) {
    guard buffer.isText || form == .digits else { return }
    switch form {
    case .trim: buffer.trim()
    case .squeeze: buffer.squeeze()
    case .lower: CaseMapping.lower.apply(to: buffer)
    case .upper: CaseMapping.upper.apply(to: buffer)
    case .nfc: CanonicalComposition.apply(to: buffer)
    case .digits: buffer.asText { buffer.filter(\.isDigit) }
    case .fold: CaseMapping.fold.apply(to: buffer)
    }
  }
}

extension FieldBuffer {
  func trim() { keep(bytes.trimmed(0..<bytes.count)) }

  func squeeze() {
    trim()
    let text = bytes
    // What is written stands before what is still to be read.
    rewrite { bytes in
      var (from, to) = (0, 0)
      while from < text.count {
        let gap = text[from].isVisible ? from : text.gap(at: from)
        bytes[to] = gap > from ? 0x20 : text[from]
        from = gap > from ? gap : from + 1
        to += 1
      }
      return to
    }
  }

  func filter(_ isIncluded: (UInt8) -> Bool) {
    rewrite { bytes in
      var count = 0
      for index in bytes.indices where isIncluded(bytes[index]) {
        bytes[count] = bytes[index]
        count += 1
      }
      return count
    }
  }
}

/// Unicode's normalization form C, as the standard library knows it.
///
/// Most text is in that form already, which is found out without memory of its own. Bytes that are no UTF-8 stay where
/// they are, and nothing composes across them.
enum CanonicalComposition {
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
