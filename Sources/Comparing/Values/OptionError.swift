/// A comparator or normalizer was given an option that it cannot use.
///
/// A script's binding blames the caller's line and shows ``message``.
package struct OptionError: Error, Sendable, Equatable {
  /// What is wrong with the option.
  package enum Problem: Sendable, Equatable {
    /// A number of at least 0 is needed; the name says which, as in "tolerance".
    case notATolerance(name: String, got: String)
    /// A date format has a directive that is not known.
    case unknownDirective(String, format: String)
    /// A date format reads nothing.
    case formatWithoutDirective(String)
    /// A zone is no offset from UTC.
    case notAnOffset(String)
    /// A separator is empty.
    case emptySeparator
    /// A list of options is empty; the words say what it should hold.
    case nothingGiven(String)
    /// A pattern cannot be read.
    case malformedPattern(String, LuaPattern.Problem)
    /// A replacement refers to what is not there.
    case malformedReplacement(String)
    /// A number of characters is below 1.
    case notACount(Int)
    /// A text is not exactly one ASCII character that can stand inside a number.
    case notAMark(name: String, got: String)
    /// The decimal mark also groups digits.
    case sameMarks(String)
    /// One key is given twice with different values.
    case contradictingKey(String)
    /// Comparators are nested deeper than this.
    case tooDeep(limit: Int)
    /// A whole number lies outside of a range; the name says which number.
    case outOfRange(String, Int, ClosedRange<Int>)
    /// There is more of something than this.
    case tooMany(String, limit: Int)
  }

  /// What was called, as a script spells it: `compare.number`.
  package let function: String
  /// What is wrong.
  package let problem: Problem

  /// Says that a function was given an option that it cannot use.
  package init(_ function: String, _ problem: Problem) {
    self.function = function
    self.problem = problem
  }
}
