/// The formats that records are read from.
package enum InputFormat: String, Sendable, CaseIterable {
  /// Delimiter-separated values, the delimiter given or sniffed.
  case csv
  /// Tab-separated values.
  case tsv
  /// One JSON document: an array, or an object of objects.
  case json
  /// JSON Lines: one JSON value a line.
  case jsonl

  /// Whether records of this format are cells in rows.
  package var isDelimited: Bool { self == .csv || self == .tsv }

  /// The format that a file's name stands for, looking through `.gz` and `.zst`.
  ///
  /// - Parameter name: a path or a file's name; the case of letters does not matter.
  /// - Returns: `nil` if the name says nothing.
  package init?(fileName name: String) {
    var lowered = name.lowercased()[...]
    for suffix in [".gz", ".zst"] where lowered.hasSuffix(suffix) {
      lowered = lowered.dropLast(suffix.count)
      break
    }
    let suffixes: [(String, InputFormat)] = [
      (".csv", .csv), (".tsv", .tsv), (".tab", .tsv), (".json", .json), (".jsonl", .jsonl),
      (".ndjson", .jsonl),
    ]
    guard let match = suffixes.first(where: { lowered.hasSuffix($0.0) }) else { return nil }
    self = match.1
  }
}
