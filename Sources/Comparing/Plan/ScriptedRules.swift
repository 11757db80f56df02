import Records

/// Rules that call a script, ready to be given to any number of workers.
package protocol ScriptedRules: Sendable {
  /// Makes what one worker asks; it is used by one thread at a time.
  ///
  /// - Parameter readers: The records as the rules see them, after native normalizers.
  func makeEvaluator(readers: Sides<RecordReader>) throws -> any RuleEvaluator
  /// The columns that a function reads of a record, where it is known to read no others; `nil` where nobody knows.
  func columns(of function: Int) -> [String]?
  /// Whether a function returns the values of those columns, each as it is, and nothing else.
  func returnsColumns(_ function: Int) -> Bool
  /// From now on asks scripts alone, so that what is wrong is found in their order.
  func leaveToScripts()
}

extension ScriptedRules {
  package func columns(of function: Int) -> [String]? { nil }

  package func returnsColumns(_ function: Int) -> Bool { false }
}

/// A script's answers for one worker; its functions go by the numbers that the plan gives them.
///
/// Every call may throw the script's error, which ends the comparison.
package protocol RuleEvaluator: AnyObject {
  /// Where a function was written, as in `rules.lua:3`; `nil` where nobody knows.
  func place(of function: Int) -> String?
  /// How often a function was asked about a record that it answers without being slow of others.
  var slowAnswers: Int { get }
  /// Gives the identity of each record of some offsets, in order.
  func identities(
    of offsets: Range<Int>, _ order: RecordOrder, in side: Side, function: Int, _ body: (KeyBuffer) throws -> Void)
    throws
  func identityHashes(
    of offsets: Range<Int>, _ order: RecordOrder, in side: Side, function: Int, into hashes: inout [UInt64]) throws
  func sections(of offsets: Range<Int>, _ order: RecordOrder, in side: Side, function: Int) throws -> [Value]
  func inclusions(of offsets: Range<Int>, _ order: RecordOrder, in side: Side, function: Int) throws -> [Bool]
  /// What the script says of the content of two paired records.
  func verdict(source: Int, target: Int, function: Int) throws -> RecordVerdict
  func areEqual(_ old: Field, _ new: Field, function: Int, column: String, source: Int, target: Int) throws -> Bool
  /// The bytes of what identifies the element at a place of a list inside a record.
  ///
  /// - Parameter path: The list's path, as rules write it.
  func identity(of element: Field, at place: Int, of path: String, function: Int, record: Int, in side: Side) throws
    -> [UInt8]
  /// Leaves in a buffer what a function makes of a record: the value of a derived column.
  func derive(_ buffer: FieldBuffer, function: Int, record: Int, in side: Side) throws
  func normalize(_ buffer: FieldBuffer, function: Int, column: String, record: Int, in side: Side) throws
  /// Leaves in a buffer what a function makes of the records of a group.
  func aggregate(_ buffer: FieldBuffer, function: Int, records: [Int], in side: Side) throws
}

/// What a script says of two paired records.
package enum RecordVerdict: Sendable, Equatable {
  case equal
  /// They differ, in the columns that it names; `nil`: in those whose values differ as they stand.
  case different(columns: [String]?)
}

extension RuleEvaluator {
  package func includes(_ record: Int, in side: Side, function: Int) throws -> Bool {
    try inclusions(of: 0..<1, .only(record), in: side, function: function).first ?? true
  }

  package func section(of record: Int, in side: Side, function: Int) throws -> Value {
    try sections(of: 0..<1, .only(record), in: side, function: function).first ?? .null
  }
}
