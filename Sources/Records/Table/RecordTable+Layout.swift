extension RecordTable {
  /// Whether records of equal bytes in both tables are equal, field by field.
  package func hasSameLayout(as other: RecordTable) -> Bool {
    if let mine = layout as? CSVLayout, let theirs = other.layout as? CSVLayout {
      return mine.reads(like: theirs)
    }
    // The name of a member is a field that the member's bytes do not hold.
    return !format.isDelimited && !other.format.isDelimited
      && !columns.contains("@key") && !other.columns.contains("@key")
  }

  /// Whether a record may lack a column or have a null in it.
  package var mayLackFields: Bool {
    !format.isDelimited || source.options.ragged == .pad || !source.options.nullTokens.isEmpty
  }
}
