/// Marks a conflict in a text, in the way of version control: both versions and what they come from.
struct ConflictMarks {
  let names: (base: String, ours: String, theirs: String)
  let versions: (base: [UInt8]?, ours: [UInt8]?, theirs: [UInt8]?)

  /// The lines of a conflict; `indentation` stands before a record, `closing` between it and its line end.
  func lines(indentation: [UInt8], closing: [UInt8], lineEnd: [UInt8]) -> [UInt8] {
    func mark(_ text: String) -> [UInt8] { text.utf8 + lineEnd }
    func line(_ record: [UInt8]?) -> [UInt8] { record.map { indentation + $0 + closing + lineEnd } ?? [] }
    return mark("<<<<<<< \(names.ours)") + line(versions.ours) + mark("||||||| \(names.base)") + line(versions.base)
      + mark("=======") + line(versions.theirs) + mark(">>>>>>> \(names.theirs)")
  }
}
