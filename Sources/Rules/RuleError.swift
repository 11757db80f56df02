import LuaRuntime
import Records

/// Why a rule failed: what Lua said, in which rule, and on which records.
package struct RuleError: Error, Sendable {
  /// A record that the rule was looking at.
  package struct Place: Sendable, Equatable, CustomStringConvertible {
    /// The input's name.
    package let input: String
    /// The record's number, counted from 1.
    package let record: Int
    /// The line where it begins, counted from 1; `nil` where a plug-in made the record.
    package let line: Int?

    init(table: RecordTable, record: Int) {
      input = table.fileName(of: record)
      self.record = table.numberInFile(of: record) + 1
      line = table.hasLines ? table.line(of: record) : nil
    }

    /// The record that a plug-in's reader was to give next, counted from 1.
    init(input: String, record: Int) {
      self.input = input
      self.record = record
      line = nil
    }

    /// The place in words, as messages name it.
    package var description: String {
      "\(input) record \(record)" + (line.map { " (line \($0))" } ?? "")
    }
  }

  /// What Lua said.
  package internal(set) var error: LuaError
  /// The rule that ran, such as `identity` or `equal.price`.
  package var rule: String?
  /// The reader of a plug-in that ran.
  package var reader: String?
  /// The records that it was called with, or was to give.
  package var places: [Place] = []
  /// The element of a list inside the record that the rule was called with, such as `items[4]`.
  package var element: String?
  /// The identity of the records, where it is known.
  package var key: String?
  /// The columns of the input, where the script asked for one that is not there.
  package var columns: [String] = []
  /// Whether the record has numbers, as JSON has, and not text alone.
  var hasNumbers = false
  /// The names of fields that are absent or null in the record.
  package var missing: [String] = []
  /// The plug-in whose code failed.
  package var plugin: String?
  /// How the plug-in could be used that the script wanted for a module.
  package var absentee: String?

  package init(_ error: LuaError) { self.error = error }

  /// Runs what may fail in Lua, without a record at hand.
  package static func locating<R>(_ body: () throws(LuaError) -> R) throws(RuleError) -> R {
    do { return try body() } catch { throw RuleError(error) }
  }
}
