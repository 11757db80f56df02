import Platform
import Records

/// Texts that people write in many ways become one, by the definitions of OpenRefine's "Clustering methods in-depth".
///
/// A number counts as its text; other values stay.
package struct SpellingNormalizer: Normalizer {
  package enum Form: Sendable, Equatable {
    /// `luna.text.fingerprint`: the words in ASCII and in lower case, without punctuation, sorted, each once.
    case words
    /// `luna.text.ngram_fingerprint(2)`: the same of all runs of so many characters, written one after another.
    case runs(Int)
    /// `luna.text.unaccent`: without accents.
    case unaccented
    /// `luna.text.transliterate`: in the letters of ASCII.
    case ascii
    /// `luna.text.phonetic("soundex")`: words as they sound; a text without letters stays as it is.
    case sound(Phonetics)
  }

  private let form: Form

  package init(_ form: Form) { self.form = form }

  /// Makes the normalizer of ``Form/runs(_:)``.
  ///
  /// - Throws: ``OptionError`` for runs that are not from 1 to 16 characters long.
  package init(runsOf length: Int) throws(OptionError) {
    guard (1...16).contains(length) else {
      throw OptionError("text.ngram_fingerprint", .outOfRange("length", length, 1...16))
    }
    form = .runs(length)
  }

  package var summary: String {
    switch form {
    case .words: "fingerprint"
    case .runs(let length): "fingerprint of \(length)-grams"
    case .unaccented: "without accents"
    case .ascii: "in ASCII letters"
    case .sound(let phonetics): phonetics.words
    }
  }

  package func normalize(_ buffer: FieldBuffer) {
    buffer.asText { rewrite(buffer) }
  }

  private func rewrite(_ buffer: FieldBuffer) {
    switch form {
    case .words: buffer.set(.text, Self.words(buffer.bytes))
    case .runs(let length): buffer.set(.text, Self.runs(buffer.bytes, length))
    case .unaccented: if !buffer.bytes.isASCII { buffer.set(.text, Latin.unaccented(buffer.bytes)) }
    case .ascii: if !buffer.bytes.isASCII { buffer.set(.text, Latin.ascii(buffer.bytes)) }
    case .sound(let phonetics): if let code = phonetics.code(buffer.bytes) { buffer.set(.text, Array(code.utf8)) }
    }
  }

  private static func words(_ text: BytesView) -> [UInt8] {
    joined(plain(text).split(whereSeparator: isSpace).map(spelling), by: [0x20])
  }

  private static func runs(_ text: BytesView, _ length: Int) -> [UInt8] {
    let characters = plain(text).filter { !isSpace($0) }
    guard characters.count > length else { return spelling(characters[...]) }
    return joined((0...characters.count - length).map { spelling(characters[$0..<$0 + length]) }, by: [])
  }

  private static func isSpace(_ character: UInt32) -> Bool {
    Unicode.Scalar(character)?.properties.isWhitespace ?? false
  }

  private static func spelling(_ characters: ArraySlice<UInt32>) -> [UInt8] {
    var bytes: [UInt8] = []
    for character in characters {
      if let scalar = Unicode.Scalar(character) {
        bytes += UTF8.encode(scalar).map(Array.init) ?? []
      } else {
        bytes.append(UInt8(truncatingIfNeeded: character))
      }
    }
    return bytes
  }

  /// Parts that are sorted by their bytes, each once.
  private static func joined(_ parts: [[UInt8]], by separator: [UInt8]) -> [UInt8] {
    var output: [UInt8] = []
    var last: [UInt8]?
    for part in parts.sorted(by: { $0.lexicographicallyPrecedes($1) }) where part != last {
      if last != nil { output += separator }
      output += part
      last = part
    }
    return output
  }

  /// The characters in lower case and in ASCII as far as it goes, without punctuation and control characters.
  private static func plain(_ text: BytesView) -> [UInt32] {
    let buffer = FieldBuffer()
    buffer.load(text: text)
    TextNormalizer(.lower).normalize(buffer)
    return Latin.ascii(buffer.bytes).withBytes(LikenessMethod.characters).filter {
      Unicode.Scalar($0)?.isPunctuation != true
    }
  }
}

extension Unicode.Scalar {
  /// Whether it is punctuation, a sign of ASCII, or a control character that is no white space.
  fileprivate var isPunctuation: Bool {
    if isASCII {
      let byte = UInt8(truncatingIfNeeded: value)
      return byte.isVisible ? !byte.isLetter && !byte.isDigit : !byte.isSpace
    }
    switch properties.generalCategory {
    case .connectorPunctuation, .dashPunctuation, .openPunctuation, .closePunctuation, .initialPunctuation,
      .finalPunctuation, .otherPunctuation:
      return true
    case .control: return !properties.isWhitespace
    default: return false
    }
  }
}
