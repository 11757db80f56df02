import RecordDiff
import Records

extension Comparison {
  /// What lenient reading let through, each with its file's name; and the hint for want of a key.
  var remarks: [String] {
    let notes = Side.allCases.flatMap { side in
      let table = collections.tables[side]
      return table.notes.filter(\.isWarning).map { "\(table.name): \($0.message)" }
    }
    guard !hasKey else { return notes }
    return notes + [
      "no key: whole records are compared; lunadiff probe finds columns that identify them"
    ]
  }
}
