import Platform

/// A comparator or normalizer was given an option that it cannot use.
///
/// A script's binding blames the caller's line and shows ``message``.
package struct OptionError: Error, Sendable, Equatable {
  package enum Problem: Sendable, Equatable {
    /// A number of at least 0 is needed; the name says which, as in "tolerance".
    case notATolerance(name: String, got: String)
    case unknownDirective(String, format: String)
    /// A date format reads nothing.
    case formatWithoutDirective(String)
    case notAnOffset(String)
    case emptySeparator
    /// A list of options is empty; the words say what it should hold.
    case nothingGiven(String)
    case malformedPattern(String, LuaPattern.Problem)
    /// A replacement refers to what is not there.
    case malformedReplacement(String)
    case notACount(Int)
    case notAFactor(String)
    /// A text is not exactly one ASCII character that can stand inside a number.
    case notAMark(name: String, got: String)
    case sameMarks(String)
    /// One key is given twice with different values.
    case contradictingKey(String)
    case tooDeep(limit: Int)
    /// A whole number lies outside of a range; the name says which number.
    case outOfRange(String, Int, ClosedRange<Int>)
    case tooMany(String, limit: Int)
    /// A word is none of those that are known; the name says which word.
    case unknownWord(String, got: String, known: [String])
    /// A number is not above 0 and at most 1; the name says which number.
    case notAShare(String, got: Double)
    /// Some weights are evidence, others shares.
    case mixedWeights
    case notAWeight
    case notAMargin(Double)
  }

  /// What was called, as a script spells it: `compare.number`.
  package let function: String
  package let problem: Problem

  package init(_ function: String, _ problem: Problem) {
    self.function = function
    self.problem = problem
  }
}

extension OptionError {
  package var message: String { "\(function): \(problem.words)" }
}

extension OptionError.Problem {
  var words: String {
    switch self {
    case .notATolerance(let name, let got):
      "the \(name) must be a number of at least 0, got \(got.isEmpty ? "empty text" : got)"
    case .unknownDirective(let directive, let format):
      "the format '\(format)' has an unknown directive '\(directive)'; known are \(DateFormat.known)"
    case .formatWithoutDirective(let format):
      "the format '\(format)' has no directive; write one such as '%Y-%m-%d', or 'iso'"
    case .notAnOffset(let zone): "the zone must be an offset such as '+02:00', or 'UTC', got '\(zone)'"
    case .emptySeparator: "the separator must not be empty"
    case .nothingGiven(let what): "at least one \(what) is needed"
    case .malformedPattern(let pattern, let problem): "the pattern '\(pattern)' is malformed: \(problem.words)"
    case .malformedReplacement(let replacement):
      "the replacement '\(replacement)' has a '%' that is followed neither by '%' nor by the number" + " of a capture"
    case .notACount(let count): "the number of characters must be at least 1, got \(count)"
    case .notAFactor(let got): "the factor must be a number of at most 18 digits and not 0, got '\(got)'"
    case .notAMark(let name, let got):
      "the \(name) mark must be one character that is no letter, digit or sign, got '\(got)'"
    case .sameMarks(let mark): "the decimal mark and the group mark are both '\(mark)'"
    case .contradictingKey(let key): "'\(key)' is mapped to two values"
    case .tooDeep(let limit): "comparators are nested more than \(limit) deep"
    case .outOfRange(let name, let got, let range):
      "'\(name)' must be a whole number from \(range.lowerBound) to \(range.upperBound), got \(got)"
    case .tooMany(let what, let limit): "these are more than \(limit) \(what)"
    case .unknownWord(let name, let got, let known):
      "the \(name) must be one of \(known.joined(separator: ", ")), got '\(got)'"
        + Suggestion.phrase(for: got, among: known)
    case .mixedWeights:
      "weights are either numbers, shares of a mean, or lists of evidence in bits such as { 7.2, 4.1, -2.3 }, with "
        + "'odds'; not both, and evidence for every column"
    case .notAMargin(let got): "the margin must be a number above 0, got \(got)"
    case .notAWeight: "a weight must be a finite number, and a share of a mean greater than 0"
    case .notAShare(let name, let got): "the \(name) must be above 0 and at most 1, got \(got)"
    }
  }
}

extension LuaPattern.Problem {
  var words: String {
    switch self {
    case .endsWithPercent: "it ends with '%'"
    case .unclosedSet: "a ']' is missing"
    case .unclosedCapture: "a ')' is missing"
    case .unopenedCapture: "a ')' closes nothing"
    case .tooManyCaptures: "it has more than \(LuaPattern.maximumCaptures) captures"
    case .unknownCapture(let number): "'%\(number)' refers to no finished capture"
    case .incompleteBalance: "'%b' needs two characters"
    case .incompleteFrontier: "'%f' needs a set in brackets"
    case .tooComplex: "it has more than \(LuaPattern.maximumItems) items"
    }
  }
}
