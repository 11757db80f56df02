import Records

/// Rules that call a script, ready to be given to any number of workers.
package protocol ScriptedRules: Sendable {
  /// Makes what one worker asks; it is used by one thread at a time.
  ///
  /// - Parameter readers: The records as the rules see them, after native normalizers.
  func makeEvaluator(readers: Sides<RecordReader>) throws -> any RuleEvaluator
}

/// A script's answers for one worker; its functions go by the numbers that the plan gives them.
///
/// Every call may throw the script's error, which ends the comparison.
package protocol RuleEvaluator: AnyObject {
  /// Gives the identity of each record of some offsets, in order.
  func identities(
    of offsets: Range<Int>, _ order: RecordOrder, in side: Side, function: Int,
    _ body: (KeyBuffer) throws -> Void
  ) throws
  /// The value that names the record's section.
  func section(of record: Int, in side: Side, function: Int) throws -> Value
  /// Whether the filter keeps the record.
  func includes(_ record: Int, in side: Side, function: Int) throws -> Bool
  /// Whether the script calls the content of two paired records equal.
  func areEqual(source: Int, target: Int, function: Int) throws -> Bool
  /// Whether the script's comparator calls the two values equal.
  func areEqual(
    _ old: Field, _ new: Field, function: Int, column: String, source: Int, target: Int
  ) throws -> Bool
  /// The bytes of what identifies the element at a place of a list inside a record.
  ///
  /// - Parameter path: The list's path, as rules write it.
  func identity(
    of element: Field, at place: Int, of path: String, function: Int, record: Int, in side: Side
  ) throws -> [UInt8]
  /// Rewrites a value by the script's normalizer.
  func normalize(
    _ buffer: FieldBuffer, function: Int, column: String, record: Int, in side: Side
  ) throws
}
