import Platform
@_spi(_Unicode) import Swift

/// Texts without accents, and in the letters of ASCII.
///
/// Bytes that are no UTF-8 stay as they are. Both forms are idempotent.
enum Latin {
  /// A text without its accents: without the marks that Unicode's decomposition (NFD) parts from their letters.
  ///
  /// Marks of scripts in which they are vowels stay, as those of Devanagari do.
  ///
  /// - Complexity: O(*n*) for *n* bytes, but for marks in a row that are no accents, which are sorted.
  static func unaccented(_ text: BytesView) -> [UInt8] { rewritten(text) { _ in nil } }

  /// A text in ASCII, as far as there are letters for it.
  ///
  /// Accents fall, `ß` is `ss`, and Greek and Cyrillic letters are written as ISO 843 and GOST 7.79 (system B) have
  /// them without their marks. What has no such letter stays.
  ///
  /// - Complexity: O(*n*) for *n* bytes, but for marks in a row that are no accents, which are sorted.
  static func ascii(_ text: BytesView) -> [UInt8] { rewritten(text) { letters[$0] } }

  /// - Parameter spelling: What takes the place of a letter; `nil` where it stays.
  private static func rewritten(_ text: BytesView, _ spelling: (Unicode.Scalar) -> String?) -> [UInt8] {
    guard !text.isASCII else { return Array(text) }
    var output: [UInt8] = []
    output.reserveCapacity(text.count)
    var run = ""
    func finish() {
      guard !run.isEmpty else { return }
      var left = ""
      for scalar in run._nfd where !scalar.isAccent {
        if let letters = spelling(scalar) { left += letters } else { left.unicodeScalars.append(scalar) }
      }
      // What was taken apart and stays is put together again; only accents are put together with letters of ASCII.
      output += left._nfcCodeUnits
      run.removeAll(keepingCapacity: true)
    }
    var reader = ScalarReader(text)
    var offset = 0
    while let step = reader.next() {
      if let scalar = step.scalar, !scalar.isASCII {
        // What falls anyway need not be sorted among other marks.
        if !scalar.isAccent { run.unicodeScalars.append(scalar) }
      } else {
        finish()
        output.append(text[offset])
      }
      offset = reader.offset
    }
    finish()
    return output
  }

  /// What letters without a decomposition are in ASCII.
  private static let letters: [Unicode.Scalar: String] = {
    var letters: [Unicode.Scalar: String] = [
      "ß": "ss", "ẞ": "SS", "æ": "ae", "Æ": "AE", "œ": "oe", "Œ": "OE", "ø": "o", "Ø": "O", "đ": "d", "Đ": "D",
      "ð": "d", "Ð": "D", "þ": "th", "Þ": "TH", "ł": "l", "Ł": "L", "ħ": "h", "Ħ": "H", "ŧ": "t", "Ŧ": "T",
      "ı": "i", "ĸ": "k", "ŋ": "ng", "Ŋ": "NG", "ĳ": "ij", "Ĳ": "IJ", "ſ": "s", "ŉ": "'n", "ə": "a", "Ə": "A",
      "ﬀ": "ff", "ﬁ": "fi", "ﬂ": "fl", "ﬃ": "ffi", "ﬄ": "ffl", "‘": "'", "’": "'", "“": "\"", "”": "\"",
      "–": "-", "—": "-", "‐": "-", "‑": "-", "…": "...", "\u{A0}": " ", "ª": "a", "º": "o",
    ]
    for (lower, upper, latin) in pairs {
      letters[lower] = latin
      letters[upper] = latin.prefix(1).uppercased() + latin.dropFirst()
    }
    letters["ς"] = "s"
    return letters
  }()

  /// Greek and Cyrillic letters, small and capital.
  private static let pairs: [(Unicode.Scalar, Unicode.Scalar, String)] = [
    ("α", "Α", "a"), ("β", "Β", "v"), ("γ", "Γ", "g"), ("δ", "Δ", "d"), ("ε", "Ε", "e"), ("ζ", "Ζ", "z"),
    ("η", "Η", "i"), ("θ", "Θ", "th"), ("ι", "Ι", "i"), ("κ", "Κ", "k"), ("λ", "Λ", "l"), ("μ", "Μ", "m"),
    ("ν", "Ν", "n"), ("ξ", "Ξ", "x"), ("ο", "Ο", "o"), ("π", "Π", "p"), ("ρ", "Ρ", "r"), ("σ", "Σ", "s"),
    ("τ", "Τ", "t"), ("υ", "Υ", "y"), ("φ", "Φ", "f"), ("χ", "Χ", "ch"), ("ψ", "Ψ", "ps"), ("ω", "Ω", "o"),
    ("а", "А", "a"), ("б", "Б", "b"), ("в", "В", "v"), ("г", "Г", "g"), ("д", "Д", "d"), ("е", "Е", "e"),
    ("ж", "Ж", "zh"), ("з", "З", "z"), ("и", "И", "i"), ("к", "К", "k"), ("л", "Л", "l"),
    ("м", "М", "m"), ("н", "Н", "n"), ("о", "О", "o"), ("п", "П", "p"), ("р", "Р", "r"), ("с", "С", "s"),
    ("т", "Т", "t"), ("у", "У", "u"), ("ф", "Ф", "f"), ("х", "Х", "x"), ("ц", "Ц", "cz"), ("ч", "Ч", "ch"),
    ("ш", "Ш", "sh"), ("щ", "Щ", "shh"), ("ъ", "Ъ", ""), ("ы", "Ы", "y"), ("ь", "Ь", ""), ("э", "Э", "e"),
    ("ю", "Ю", "yu"), ("я", "Я", "ya"), ("і", "І", "i"), ("є", "Є", "ye"), ("ґ", "Ґ", "g"), ("ђ", "Ђ", "dj"),
    ("ј", "Ј", "j"), ("љ", "Љ", "lj"), ("њ", "Њ", "nj"), ("ћ", "Ћ", "c"), ("џ", "Џ", "dz"), ("ѕ", "Ѕ", "dz"),
  ]
}

extension Unicode.Scalar {
  /// Whether it is a mark that may stand on letters of Latin, Greek or Cyrillic.
  fileprivate var isAccent: Bool {
    switch value {
    case 0x300...0x36F, 0x1AB0...0x1AFF, 0x1DC0...0x1DFF, 0x20D0...0x20FF, 0xFE20...0xFE2F: true
    default: false
    }
  }
}
