/// Where records are: about 16 bytes for each.
package struct RecordIndex: Sendable {
  /// Where each record starts in the text, and one more: where the last one's surroundings end.
  var starts: [Int]
  /// Where each record ends; empty if the layout can tell.
  var ends: [Int] = []
  /// Identity hashes; empty if none were asked for.
  var hashes: [UInt64] = []

  /// How many records there are.
  var count: Int { starts.isEmpty ? 0 : starts.count - 1 }
}
