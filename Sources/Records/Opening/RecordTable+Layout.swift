extension RecordTable {
  /// Whether records of equal bytes in both tables are equal, field by field.
  package func hasSameLayout(as other: RecordTable) -> Bool {
    if let mine = layout as? CSVLayout, let theirs = other.layout as? CSVLayout {
      return mine.reads(like: theirs)
    }
    return !format.isDelimited && !other.format.isDelimited
      && recordsAreWhole && other.recordsAreWhole
  }

  /// Whether the bytes of a record say all of its fields; the name of a member is one that the member's do not.
  package var recordsAreWhole: Bool {
    format.isDelimited || ownColumnIndex(of: JSONShape.keyColumn) == nil
  }

  /// Whether the records are plain values of JSON and no objects, the values of the column `@value`.
  package var hasPlainValues: Bool { (layout as? JSONLayout)?.shape == .values }

  /// Whether records may have few of many columns, so that cursors say which.
  package var isSparse: Bool { layout.isSparse }

  /// Whether a record may lack a column or have a null in it.
  package var mayLackFields: Bool {
    !format.isDelimited || source.options.ragged == .pad || !source.options.nullTexts.isEmpty
  }
}
