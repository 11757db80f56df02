import Records

extension Merge {
  /// Joins both sides' changes inside the values of one column that both changed.
  ///
  /// - Parameter arena: Keeps the bytes of what is returned.
  /// - Returns: The value to put in the place of ours, `nil` if ours stays, and what excludes each other inside;
  ///   nothing where the values are compared as a whole.
  mutating func joinInside(
    _ places: MergePlaces, _ records: (base: Int, ours: Int, theirs: Int), _ arena: ByteArena
  ) throws -> (value: Field?, conflicts: [MergeConflict.Inside])? {
    // The column last: it is searched for among all that differ.
    guard let (base, ours, theirs) = places.all,
      let own = nested(cursors.ours.field(records.ours, ours), places.name, arena),
      let old = nested(cursors.base.field(records.base, base), places.name, arena),
      let other = nested(cursors.theirs.field(records.theirs, theirs), places.name, arena),
      let column = toOurs.nestedColumn(places.name, of: records.ours)
    else { return nil }
    let merged = try toOurs.judging(column, records.base, records.ours) { ofOurs in
      try toTheirs.judging(column, records.base, records.theirs) { ofTheirs in
        try across.judging(column, records.ours, records.theirs) { across in
          try NestedMerge.merge(
            (old, own, other), rules: column.inside,
            scripts: .init(ours: ofOurs, theirs: ofTheirs, across: across), favor: favor,
            column: column.name)
        }
      }
    }
    guard let merged else { return nil }
    let isText = !cursors.ours.field(records.ours, ours).isNested
    let value = merged.spelling.map { Field(isText ? .text : own.kind, arena.keep($0)) }
    return (value, merged.conflicts)
  }

  /// A value that is nested, or is text that is to be read as JSON and holds one that is.
  private func nested(
    _ field: Field, _ column: String, _ arena: ByteArena
  ) -> Field? {
    if field.isNested { return field }
    guard toOurs.readsJSON(in: column) else { return nil }
    return field.withText { Field(json: arena.keep($0)) } ?? nil
  }
}

extension MergePlaces {
  /// The places where all three inputs have the column.
  fileprivate var all: (base: Int, ours: Int, theirs: Int)? {
    guard let base, let ours, let theirs else { return nil }
    return (base, ours, theirs)
  }
}
