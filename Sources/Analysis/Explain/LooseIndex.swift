import Comparing
import Platform
import Records

/// The records of one side that have no partner, by identities that look alike.
///
/// Two identities look alike where all parts are the same but for their spelling, or all parts but one.
struct LooseIndex {
  private var offsets: [Int: [Int32]] = [:]
  private let values = LooseValues()

  /// Identities of more parts are not looked up by all of them but one, but for where there are few records.
  static let mostParts = 8
  private let mostParts: Int
  /// How often records without a partner are looked up by all parts but one, if these are more than a few.
  private static let mostLooks = 500_000
  /// How many records may look alike but for a part, and still be near each other.
  private static let mostAlike = 4

  /// - Complexity: O(*n*) for *n* records without a partner, times the parts of an identity.
  init(_ unpaired: [Int32], key: (Int) throws -> [Value]) rethrows {
    mostParts = max(Self.mostParts, Self.mostLooks / max(1, unpaired.count))
    for offset in unpaired {
      for look in looks(of: try key(Int(offset))) {
        if offsets[look, default: []].count <= Self.mostAlike { offsets[look, default: []].append(offset) }
      }
    }
  }

  /// The offsets of identities that look like one in all parts, or else in all but one; ascending.
  func offsets(like key: [Value]) -> [Int] {
    for (number, look) in looks(of: key).enumerated() {
      let found = offsets[look] ?? []
      // What many records share besides a part says nothing of any of them.
      guard !found.isEmpty, number == 0 || found.count <= Self.mostAlike else { continue }
      return found.map(Int.init)
    }
    return []
  }

  /// Hashes of the whole identity, and of it without each of its parts: the last one first, since the first tells most.
  private func looks(of key: [Value]) -> [Int] {
    let parts = key.enumerated().map { number, value in
      var hasher = Hasher()
      hasher.combine(number)
      values.hash(value, into: &hasher)
      return hasher.finalize()
    }
    let whole = parts.reduce(key.count, &+)
    guard (2...mostParts).contains(key.count) else { return [whole] }
    return [whole] + parts.indices.reversed().map { whole &- parts[$0] &+ ($0 &+ 1) &* 0x9E37_79B9 }
  }
}

/// The records of one side that have no partner, by how their identities are written.
///
/// Identities are looked up in other forms: without marks, as sets of words, without what stands before or behind. What
/// has none of these is looked for among all by the characters that differ, which takes work that is limited.
struct NearKeys {
  /// What came of the search for an identity that is alike.
  enum Search {
    case found(Int, Absence.Likeness)
    case nothing
    case notLooked
  }

  private let index: SuggestionIndex
  private var offsets: [String: Int] = [:]
  /// The first record of each form, and how many have it.
  private var forms: [KeyWords.Form: (offset: Int, count: Int)] = [:]
  /// Whether the identities of all records without a partner are among these.
  private let isComplete: Bool
  /// How many characters all keys of the side end with.
  private let shared: Int

  /// How many pairs of characters are looked at for one record: about a second.
  static let mostWork = 50_000_000
  /// How many records without a partner are looked at.
  private static let most = 20_000
  private static let longest = 64
  /// More characters that are others are no slip.
  private static let mostSlips = 2
  /// Of so many characters that tell keys apart one may be another.
  private static let slipShare = 5
  /// So many keys tell what all of them end with.
  private static let mostCompared = 100
  /// What more records share says nothing of any of them.
  private static let mostAlike = 4

  /// - Complexity: O(1): a fixed number of short texts are put in order.
  init(_ explainer: Explainer, _ side: Side) throws {
    let unpaired = explainer.unpairedOffsets[side]
    let all = try (0..<explainer.orders[side].count).prefix(Self.mostCompared).map {
      Array(Change.describe(try explainer.keyValues(side, $0)).reversed())
    }
    let ends = Set(all).map { end in zip(end, all[0]).prefix(while: ==).count }
    shared = ends.count > 1 ? ends.min() ?? 0 : 0
    var isComplete = unpaired.count <= Self.most
    for offset in unpaired.prefix(Self.most).map(Int.init) {
      let key = try explainer.keyValues(side, offset)
      // Its partner would be the one that differs in the spelling alone.
      if try explainer.alike(key, in: side.other) != nil { continue }
      let text = Change.describe(key)
      guard text.utf8.count <= Self.longest else {
        isComplete = false
        continue
      }
      guard offsets[text] == nil else { continue }
      offsets[text] = offset
      for form in KeyWords(text).forms { forms[form, default: (offset, 0)].count += 1 }
    }
    self.isComplete = isComplete
    index = SuggestionIndex(offsets.keys.sorted())
  }

  /// The record whose identity is the same in another form.
  func sameInOtherForm(as key: [Value]) -> (offset: Int, likeness: Absence.Likeness)? {
    let wanted = Change.describe(key)
    guard wanted.utf8.count <= Self.longest else { return nil }
    for (form, likeness) in KeyWords(wanted).wanted {
      if let found = forms[form], found.count <= (form.isOfNumber ? 1 : Self.mostAlike) {
        return (found.offset, likeness)
      }
    }
    return nil
  }

  /// The record whose identity is written most alike, if it is alike enough to be a slip.
  func search(_ key: [Value], _ work: inout Int) -> Search {
    let wanted = Change.describe(key)
    guard wanted.utf8.count <= Self.longest, work > 0 else { return .notLooked }
    if let stem = KeyWords(wanted).stem, let found = forms[stem], found.count == 1 {
      return .found(found.offset, .characters)
    }
    if let name = index.nearest(to: wanted, within: Self.mostSlips, &work), let offset = offsets[name],
      let likeness = likeness(wanted, name)
    {
      return .found(offset, likeness)
    }
    return isComplete && work > 0 ? .nothing : .notLooked
  }

  /// In what two keys are alike of which one may be a slip; `nil` where too much of them differs.
  private func likeness(_ wanted: String, _ name: String) -> Absence.Likeness? {
    let (wanted, name) = (wanted.lowercased(), name.lowercased())
    let slips = (0...Self.mostSlips).first { Suggestion.isNear(wanted, name, within: $0) }
    if wanted.withoutDigits == name.withoutDigits { return slips.map { $0 <= 1 } ?? false ? .digits : nil }
    if wanted.hasPrefix(name) || name.hasPrefix(wanted) { return .ends }
    let telling = max(wanted.count, name.count) - shared
    return slips.map { $0 * Self.slipShare <= telling } ?? false ? .characters : nil
  }
}

/// A text's runs of letters and of digits, without case, marks, and zeros in front of numbers.
struct KeyWords {
  /// What texts may share though they are written in other ways.
  enum Form: Hashable {
    /// The whole text, without marks.
    case bare(String)
    /// Its words in order.
    case words([String])
    /// The whole text, run by run; or its beginning or end.
    case whole([String]), end([String])
    /// All but the word at its end, which is a small part of it.
    case stem([String])
    /// The number at its end, and whether that is a good part of it.
    case number(String, isMuch: Bool)
    /// All of its digits, beside letters or without any; beside letters they are a good part of it.
    case digits(String, besideLetters: Bool)

    var isOfNumber: Bool {
      switch self {
      case .number, .digits: true
      case .bare, .words, .whole, .end, .stem: false
      }
    }
  }

  private let runs: [String]
  private let isNumber: Bool
  private let length: Int

  /// So many runs are taken away at the most.
  private static let mostTaken = 8

  init(_ text: String) {
    runs = Self.runs(text)
    isNumber = Self.isNumber(text)
    length = text.unicodeScalars.count
  }

  /// Digits, with a sign before them and a point between them at the most.
  private static func isNumber(_ text: String) -> Bool {
    let parts = text.drop { $0 == "-" }.split(separator: ".", omittingEmptySubsequences: false)
    return parts.count <= 2 && parts.allSatisfy { !$0.isEmpty && $0.utf8.allSatisfy(\.isDigit) }
  }

  private static func runs(_ text: String) -> [String] {
    var (runs, run, last) = ([String](), String.UnicodeScalarView(), Bool?.none)
    func end() {
      let digits = last == true ? run.drop { $0 == "0" } : run[...]
      if !run.isEmpty { runs.append(digits.isEmpty ? "0" : String(digits)) }
      run = String.UnicodeScalarView()
    }
    for scalar in text.lowercased().unicodeScalars {
      let kind = isDigit(scalar)
      if kind != last { end() }
      last = kind
      if kind != nil { run.append(scalar) }
    }
    end()
    return runs
  }

  /// Whether it is a digit, and no letter; `nil` for what is neither.
  private static func isDigit(_ scalar: Unicode.Scalar) -> Bool? {
    if scalar.isASCII { return ("a"..."z").contains(scalar) ? false : ("0"..."9").contains(scalar) ? true : nil }
    if scalar.properties.numericType != nil { return true }
    return scalar.properties.isAlphabetic || scalar.properties.canonicalCombiningClass != .notReordered ? false : nil
  }

  /// The forms by which others find this one.
  var forms: [Form] {
    guard !runs.isEmpty else { return [] }
    let parts =
      ends.map { Form.end($0) } + number.map { .number($0.digits, isMuch: $0.isMuch) }
      + digits.map { .digits($0, besideLetters: hasLetters) } + [stem].compactMap(\.self)
    return [.bare(runs.joined()), .words(runs.sorted()), .whole(runs)] + parts
  }

  /// The forms by which this one is looked for, and in what it is alike with what has them; a number with other marks
  /// is another one, and `1/1` is rather `1` than `11`.
  var wanted: [(Form, Absence.Likeness)] {
    guard !runs.isEmpty else { return [] }
    let same: [(Form, Absence.Likeness)] =
      isNumber ? [] : [(.bare(runs.joined()), .marks)] + (runs.count > 1 ? [(.words(runs.sorted()), .words)] : [])
    let parts = [(.end(runs), .ends)] + ends.map { (Form.whole($0), Absence.Likeness.ends) }
    return (hasLetters ? same + parts : parts + same) + numbers.map { ($0, .ends) }
      + digits.map { (.digits($0, besideLetters: !hasLetters), .letters) }
  }

  /// The text without the word at its end, if that is no more than a fifth of it.
  var stem: Form? {
    guard runs.count > 2, let last = runs.last, !Self.isOfDigits(last), 5 * last.unicodeScalars.count <= length else {
      return nil
    }
    return .stem(runs.dropLast())
  }

  private var hasLetters: Bool { runs.contains { !Self.isOfDigits($0) } }

  private static func isOfDigits(_ run: String) -> Bool { run.unicodeScalars.first.flatMap(isDigit) == true }

  private var digits: [String] {
    let digits = runs.filter(Self.isOfDigits).joined()
    let isMuch = 3 * digits.unicodeScalars.count >= length || !hasLetters
    return isNumber && runs.count > 1 || digits.isEmpty || !isMuch ? [] : [digits]
  }

  /// The beginnings and ends of the text, the longest first; a number has none.
  private var ends: [[String]] {
    guard !isNumber, runs.count > 1 else { return [] }
    return (1..<min(runs.count, Self.mostTaken)).flatMap { [Array(runs.dropFirst($0)), Array(runs.dropLast($0))] }
  }

  private var number: [(digits: String, isMuch: Bool)] {
    guard !isNumber, runs.count > 1, let last = runs.last, Self.isOfDigits(last) else { return [] }
    return [(last, 3 * last.unicodeScalars.count >= length)]
  }

  /// The numbers at the ends of others that are looked for: of one of two texts it has to be a good part.
  private var numbers: [Form] {
    number.flatMap { number in
      [Form.number(number.digits, isMuch: true)] + (number.isMuch ? [.number(number.digits, isMuch: false)] : [])
    }
  }
}
