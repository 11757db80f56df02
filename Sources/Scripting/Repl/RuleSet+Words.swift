import Comparing
import Requests

extension RuleField {
  /// Whether `:set` can change it: words say all of it, and it matters to inputs that have been read.
  var canBeSet: Bool {
    guard part != .reading, part != .nesting else { return false }
    switch kind {
    case .isOn, .text, .texts, .word, .section, .rename, .tolerance: return true
    case .identity, .equal, .normalize, .filter, .group, .lists, .columns, .limits: return false
    }
  }
}

extension RuleSet {
  /// What a field is set to, in the words that `:set` takes; `nil` if it is not set.
  func words(_ field: RuleField) -> String? {
    switch field.kind {
    case .isOn(let rule): switches[rule].map { "\($0)" }
    case .text(let place): self[keyPath: place]
    case .texts(let place): self[keyPath: place]?.joined(separator: ", ")
    case .word(let choice): choice.word(in: self)
    case .section: sectionColumn
    case .rename: Self.listed(renames.sortedByName.map { ($0, $1) })
    case .tolerance: Self.listed(tolerances.map { ($0, $1) })
    case .identity, .equal, .normalize, .filter, .group, .lists, .columns, .limits: nil
    }
  }

  /// Sets a field to what the words say; `nil` takes it back.
  mutating func set(_ field: RuleField, _ words: String?) throws(LunaDiffError) {
    switch field.kind {
    case .isOn(let rule): switches[rule] = try words.map(Self.isTrue)
    case .text(let place): self[keyPath: place] = words
    case .texts(let place): self[keyPath: place] = words.map(ReplWords.columns)
    case .word(let choice): try set(choice, words)
    case .section: section = words.map(ComparisonPlan.Section.column)
    case .rename: try setRenames(words ?? "")
    case .tolerance: try setTolerances(words ?? "")
    case .identity, .equal, .normalize, .filter, .group, .lists, .columns, .limits: break
    }
  }

  private var sectionColumn: String? { if case .column(let name) = section { name } else { nil } }

  /// The tolerances of columns by name, after the one that holds for all others.
  var tolerances: [(column: String?, amount: String)] {
    let own = comparators.compactMap { column, rule -> (column: String, amount: String)? in
      guard case .native(let comparator as NumberComparator) = rule else { return nil }
      return comparator.amount.map { (column, $0) }
    }
    return [tolerance?.amount].compactMap { $0 }.map { (nil, $0) }
      + own.sorted { $0.column < $1.column }.map { ($0.column, $0.amount) }
  }

  private static func listed(_ pairs: [(String?, String)]) -> String? {
    let words = pairs.map { name, value in (name.map { $0 + "=" } ?? "") + value }
    return words.isEmpty ? nil : words.joined(separator: ", ")
  }

  private static func isTrue(_ text: String) throws(LunaDiffError) -> Bool {
    guard let isTrue = Bool(text) else { throw LunaDiffError("'\(text)' is neither true nor false") }
    return isTrue
  }

  private mutating func set(_ choice: RuleField.Choice, _ word: String?) throws(LunaDiffError) {
    guard choice.say(word, in: &self) else {
      throw LunaDiffError("'\(word ?? "")' is none of \(choice.words.joined(separator: ", "))")
    }
  }

  private mutating func setRenames(_ text: String) throws(LunaDiffError) {
    var names: ColumnMap<String> = [:]
    for word in ReplWords.columns(text) {
      let parts = word.split(separator: "=", maxSplits: 1).map(\.trimmed)
      guard parts.count == 2 else { throw LunaDiffError("'\(word)' is not of the form name=value") }
      names[parts[0]] = parts[1]
    }
    renames = names
  }

  private mutating func setTolerances(_ text: String) throws(LunaDiffError) {
    var rules = self
    rules.tolerance = nil
    rules.comparators = [:]
    for word in ReplWords.columns(text) {
      let parts = word.split(separator: "=", maxSplits: 1).map(\.trimmed)
      let column = parts.count == 2 ? parts[0] : nil
      let amount = parts.last ?? ""
      do { rules.tolerate(try NumberComparator(tolerance: amount), in: column) } catch {
        let owner = column.map { " of '\($0)'" } ?? ""
        throw LunaDiffError("the tolerance\(owner) is '\(amount)', not a number of at least 0")
      }
    }
    self = rules
  }
}
