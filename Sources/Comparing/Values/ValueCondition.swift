import Platform
import Records

/// What a declared filter asks of one value.
///
/// Text and numbers are never equal by themselves, but a number is looked for by its value, and then also in texts that
/// spell one.
package enum ValueCondition: Sendable {
  case isNull
  case isOneOf(ValueChoice)
  /// A text, or a number as it is spelled, in which a pattern is found.
  case matches(LuaPattern)
  case compares(Relation, NumberText)

  package enum Relation: String, Sendable, CaseIterable {
    case less, greater
    case atMost = "at_most"
    case atLeast = "at_least"
  }

  /// A condition that values fulfil in which a pattern is found, as Lua has them.
  ///
  /// - Throws: ``OptionError`` if it is malformed.
  package static func matching(_ pattern: Text) throws(OptionError) -> ValueCondition {
    .matches(try LuaPattern(pattern, function: "where.column.matches"))
  }

  func holds(of field: Field) throws(MatchingError) -> Bool {
    switch self {
    case .isNull: return field.kind == .null || field.kind == .absent
    case .isOneOf(let choice): return choice.contains(field)
    case .matches(let pattern): return try field.contains(pattern)
    case .compares(let relation, let number): return field.order(to: number).map(relation.holds) ?? false
    }
  }

  /// For how many conditions it counts where their number is limited.
  var weight: Int { if case .matches(let pattern) = self, !pattern.isLinear { 32 } else { 1 } }

  /// The condition in words, behind the name of its column.
  package var words: String {
    switch self {
    case .isNull: "is null"
    case .isOneOf(let choice): "is \(choice.words)"
    case .matches(let pattern): "matches '\(pattern.spelling)'"
    case .compares(let relation, let number): "\(relation.words) \(number.string)"
    }
  }
}

/// Some values, of which a value may be one.
///
/// A class, since a filter asks it of every record: a reference is all that is copied on the way.
package final class ValueChoice: Sendable {
  private let texts: WordList
  private let others: [Value]

  /// - Parameter values: Texts, numbers, truth values and null.
  package init(_ values: [Value]) {
    texts = WordList(values.compactMap { if case .text(let text) = $0 { text } else { nil } })
    others = values.filter { if case .text = $0 { false } else { true } }
  }

  fileprivate func contains(_ field: Field) -> Bool {
    switch field.kind {
    case .text: if texts.contains(field.bytes) { return true }
    case .escapedText: if field.withText(texts.contains) ?? false { return true }
    default: break
    }
    return !others.isEmpty
      && others.contains { value in
        switch value {
        case .number(let number): field.order(to: number) == 0
        case .boolean(let isTrue): field.kind == (isTrue ? .true : .false)
        case .null, .absent: field.kind == .null || field.kind == .absent
        case .text, .array, .object: false
        }
      }
  }

  fileprivate var words: String {
    let words = (texts.words.isEmpty ? [] : [texts.summary]) + others.map(\.description)
    let isOne = texts.words.count + others.count == 1
    return (isOne ? "" : "one of ") + words.joined(separator: ", ")
  }
}

extension ValueCondition.Relation {
  /// Whether it is the relation of two numbers in this order: less than 0 where the first is the lesser one.
  fileprivate func holds(of order: Int) -> Bool {
    switch self {
    case .less: order < 0
    case .greater: order > 0
    case .atMost: order <= 0
    case .atLeast: order >= 0
    }
  }

  /// The relation that differs in whether equal numbers are in it.
  fileprivate var words: String {
    switch self {
    case .less: "is less than"
    case .greater: "is greater than"
    case .atMost: "is at most"
    case .atLeast: "is at least"
    }
  }
}

extension Field {
  /// How a number, or a text that spells one, stands to another one: less than 0, 0 or more; `nil` of anything else.
  fileprivate func order(to number: NumberText) -> Int? {
    let order = withTextOrNumber { mine in
      number.utf8.withBytes { other -> Int? in
        guard let mine = DecimalNumber(mine), let other = DecimalNumber(other) else { return nil }
        return mine.order(to: other)
      }
    }
    return order ?? nil
  }

  fileprivate func contains(_ pattern: LuaPattern) throws(MatchingError) -> Bool {
    let found = withTextOrNumber { text -> Result<Bool, MatchingError> in
      LuaPatternMatcher.with(pattern, in: text) { matcher in
        if matcher.findMatch() { return .success(true) }
        return matcher.hasGivenUp ? .failure(.tooManySteps(pattern, length: text.count)) : .success(false)
      }
    }
    return try found?.get() ?? false
  }
}

extension DecimalNumber {
  /// Less than 0 where this is the lesser number, 0 where they are the same, else more: exact, however long they are.
  func order(to other: DecimalNumber) -> Int {
    guard sign == other.sign, sign != 0 else { return sign - other.sign }
    return sign * magnitudeOrder(to: other)
  }

  private var sign: Int { isZero ? 0 : isNegative ? -1 : 1 }

  private func magnitudeOrder(to other: DecimalNumber) -> Int {
    guard top == other.top else { return top < other.top ? -1 : 1 }
    for index in 0..<min(count, other.count) where digit(index) != other.digit(index) {
      return digit(index) - other.digit(index)
    }
    return count - other.count
  }
}
