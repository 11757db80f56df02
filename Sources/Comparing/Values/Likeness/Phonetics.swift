import Platform
import Records

/// Writes words as they sound, so that `Meier` and `Maier` are one.
///
/// Words are what stands between white space; accents are taken off first, and what is no letter from A to Z is passed
/// over.
package enum Phonetics: String, Sendable, CaseIterable {
  /// American Soundex, a letter and three digits, as the National Archives of the United States define it:
  /// R. C. Russell, US patents 1,261,167 (1918) and 1,435,663 (1922).
  case soundex
  /// L. Philips, "Hanging on the Metaphone", Computer Language 7 (12), 1990; English.
  case metaphone
  /// Kölner Phonetik; German: H. J. Postel, "Die Kölner Phonetik. Ein Verfahren zur Identifizierung von Personennamen
  /// auf der Grundlage der Gestaltanalyse", IBM-Nachrichten 19, 1969.
  case cologne

  /// - Throws: ``OptionError`` for a name that is not known.
  package init(name: String, function: String) throws(OptionError) {
    guard let known = Phonetics(rawValue: name) else {
      throw OptionError(function, .unknownWord("method", got: name, known: Phonetics.allCases.map(\.rawValue)))
    }
    self = known
  }

  package var words: String {
    switch self {
    case .soundex: "Soundex"
    case .metaphone: "Metaphone"
    case .cologne: "Kölner Phonetik"
    }
  }

  /// The code of each word of a text that has letters, joined by spaces; `nil` where none has.
  ///
  /// - Complexity: O(*n*) for *n* bytes.
  func code(_ text: BytesView) -> String? {
    let text = Latin.ascii(text)
    guard self != .soundex else { return Self.soundex(text) }
    var codes: [String] = []
    for word in text.split(whereSeparator: \.isSpace) {
      let letters = word.filter(\.isLetter).map { Unicode.Scalar($0 & 0xDF) }
      if letters.isEmpty { continue }
      codes.append(self == .metaphone ? MetaphoneWord(letters).code : Self.cologne(letters))
    }
    return codes.isEmpty ? nil : codes.joined(separator: " ")
  }

  // MARK: Soundex

  /// The digits of the letters from A to Z, 0 for those that have none.
  private static let soundexDigits = Array("01230120022455012623010202".utf8)
  private static let soundexLength = 4

  /// The codes of all words, byte by byte: blocks of identities are made of millions of them.
  private static func soundex(_ text: [UInt8]) -> String? {
    let none = UInt8(ascii: "0")
    var (codes, last): ([UInt8], UInt8) = ([], none)
    var start: Int?
    func pad() {
      while let start, codes.count < start + soundexLength { codes.append(none) }
      start = nil
    }
    for byte in text {
      if byte.isSpace { pad() }
      guard byte.isLetter else { continue }
      let letter = byte & 0xDF
      let digit = soundexDigits[Int(letter - UInt8(ascii: "A"))]
      guard let begun = start else {
        if !codes.isEmpty { codes.append(UInt8(ascii: " ")) }
        start = codes.count
        codes.append(letter)
        last = digit
        continue
      }
      // H and W do not part two letters of one sound; vowels do.
      let isPassedOver = letter == UInt8(ascii: "H") || letter == UInt8(ascii: "W")
      if isPassedOver || codes.count == begun + soundexLength { continue }
      if digit != none, digit != last { codes.append(digit) }
      last = digit
    }
    pad()
    return codes.isEmpty ? nil : String(decoding: codes, as: UTF8.self)
  }

  // MARK: Kölner Phonetik

  private static func cologne(_ letters: [Unicode.Scalar]) -> String {
    var code = ""
    var last: Unicode.Scalar?
    for place in letters.indices {
      for digit in cologneDigits(letters, place) {
        // A vowel is written at the beginning alone, but parts what is the same.
        if digit != last, digit != "0" || code.isEmpty { code.unicodeScalars.append(digit) }
        last = digit
      }
    }
    return code
  }

  private static func cologneDigits(_ letters: [Unicode.Scalar], _ place: Int) -> [Unicode.Scalar] {
    let before = place > 0 ? letters[place - 1] : " "
    let after = place + 1 < letters.count ? letters[place + 1] : " "
    switch letters[place] {
    case "A", "E", "I", "J", "O", "U", "Y": return ["0"]
    case "B": return ["1"]
    case "P": return after == "H" ? ["3"] : ["1"]
    case "D", "T": return after.isOne(of: "CSZ") ? ["8"] : ["2"]
    case "F", "V", "W": return ["3"]
    case "G", "K", "Q": return ["4"]
    case "C":
      if place == 0 { return after.isOne(of: "AHKLOQRUX") ? ["4"] : ["8"] }
      return after.isOne(of: "AHKOQUX") && !before.isOne(of: "SZ") ? ["4"] : ["8"]
    case "X": return before.isOne(of: "CKQ") ? ["8"] : ["4", "8"]
    case "L": return ["5"]
    case "M", "N": return ["6"]
    case "R": return ["7"]
    case "S", "Z": return ["8"]
    default: return []
    }
  }
}

private struct MetaphoneWord {
  private let letters: [Unicode.Scalar]
  private(set) var code = ""

  init(_ word: [Unicode.Scalar]) {
    let isSilent = ["KN", "GN", "PN", "WR", "AE"].contains { $0.unicodeScalars.elementsEqual(word.prefix(2)) }
    letters = Array(isSilent ? word.dropFirst() : word[...])
    var place = 0
    while place < letters.count { place += read(place) }
  }

  /// The letter at a place; a space beyond either end.
  private func letter(_ place: Int) -> Unicode.Scalar { letters.indices.contains(place) ? letters[place] : " " }

  /// Writes the sound that begins at a place, and returns how many letters it takes.
  private mutating func read(_ place: Int) -> Int {
    let (this, next, third) = (letters[place], letter(place + 1), letter(place + 2))
    if this == next, this != "C" { return 1 }
    switch this {
    case "A", "E", "I", "O", "U": if place == 0 { write(this) }
    case "B": if letter(place - 1) != "M" || next != " " { write("B") }
    case "C":
      if next == "H" || next == "I" && third == "A" { return write("X", 2) }
      if next.isOne(of: "IEY") { return write("S", 2) }
      write("K")
    case "D":
      if next == "G", third.isOne(of: "IEY") { return write("J", 3) }
      write("T")
    case "F", "J", "L", "M", "N", "R": write(this)
    case "G": return readG(place, next, third)
    case "H": if place == 0 || next.isVowel || !letter(place - 1).isVowel { write("H") }
    case "K": if letter(place - 1) != "C" { write("K") }
    case "P": return next == "H" ? write("F", 2) : write("P", 1)
    case "Q": write("K")
    case "V": write("F")
    case "X":
      guard place == 0 else { return write("KS", 1) }
      return write(next == "H" || next == "I" && third.isOne(of: "OA") ? "X" : "S", 1)
    case "Z": write("S")
    default: return readRest(place, next, third)
    }
    return 1
  }

  private mutating func readG(_ place: Int, _ next: Unicode.Scalar, _ third: Unicode.Scalar) -> Int {
    if next.isOne(of: "IEY") { return write("J", 1) }
    if next == "H", !third.isVowel { return 2 }
    if next == "N", third == " " { return 2 }
    return write("K", 1)
  }

  private mutating func readRest(_ place: Int, _ next: Unicode.Scalar, _ third: Unicode.Scalar) -> Int {
    switch letters[place] {
    case "S":
      if next == "H" { return write("X", 2) }
      return next == "I" && third.isOne(of: "OA") ? write("X", 3) : write("S", 1)
    case "T":
      if next == "I", third.isOne(of: "OA") { return write("X", 1) }
      if next == "H" { return write("0", 2) }
      return next == "C" && third == "H" ? 1 : write("T", 1)
    case "W":
      if place == 0, next == "H" { return write("W", 2) }
      return next.isVowel ? write("W", 1) : 1
    case "Y": return next.isVowel ? write("Y", 1) : 1
    default: return 1
    }
  }

  private mutating func write(_ sound: Unicode.Scalar) { code.unicodeScalars.append(sound) }

  private mutating func write(_ sound: String, _ count: Int) -> Int {
    code += sound
    return count
  }
}

extension Unicode.Scalar {
  fileprivate var isVowel: Bool { isOne(of: "AEIOU") }

  fileprivate func isOne(of letters: String) -> Bool { letters.unicodeScalars.contains(self) }
}

/// Texts are equal when they sound alike: `luna.compare.phonetic("cologne")`.
///
/// Texts without letters, and values that are no text, are compared exactly.
package struct PhoneticComparator: Comparator {
  private let phonetics: Phonetics

  package init(_ phonetics: Phonetics) { self.phonetics = phonetics }

  package var summary: String { "equal by \(phonetics.words)" }

  package func fits(_ value: Field) -> Bool { value.kind.isText }

  package func areEqual(_ old: Field, _ new: Field) -> Bool {
    old.isEqual(to: new) { old, new in
      guard let mine = phonetics.code(old), let theirs = phonetics.code(new) else { return old.isSame(as: new) }
      return mine == theirs
    }
  }
}
