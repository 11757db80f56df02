import Comparing

extension Merge {
  /// Notes for the user: the key that was found, and columns that not all inputs have.
  var notes: [String] {
    let key = foundKey.map { "key: \($0.joined(separator: ", ")) (found)" }
    return [key].compactMap { $0 } + columnNotes
  }

  private var columnNotes: [String] {
    guard ours.format.isDelimited else { return [] }
    let lost = base.columns.filter { name in
      theirs.ownColumnIndex(of: name) == nil && ours.ownColumnIndex(of: name) != nil
    }
    let left =
      ours.columns.isEmpty ? [] : theirs.columns.filter { ours.ownColumnIndex(of: $0) == nil }
    return [(theirs, "columns that stay", lost), (ours, "columns that stay out", left)]
      .filter { !$2.isEmpty }
      .map { "\($0.name) lacks \($1): \(ComparisonError.list($2))" }
  }

  /// The columns that theirs changed in one of its records; those that our rows have no cells for are left out.
  func theirChanges(_ record: Int) -> [ResolvedPlan.Column] {
    let columns = toTheirs.changedColumns(record)
    guard ours.format.isDelimited, !ours.columns.isEmpty else { return columns }
    return columns.filter { ours.ownColumnIndex(of: $0.name) != nil }
  }
}
