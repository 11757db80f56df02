import Records

/// Marks a conflict in a text, in the way of version control: both versions and what they come from.
struct ConflictMarks {
  let merge: Merge

  /// The lines of a conflict, without a line end behind the last one.
  func block(base: [UInt8]?, ours: [UInt8]?, theirs: [UInt8]?) -> [UInt8] {
    var lines = [Array("<<<<<<< \(merge.ours.name)".utf8)]
    if let ours { lines.append(ours) }
    lines.append(Array("||||||| \(merge.base.name)".utf8))
    if let base { lines.append(base) }
    lines.append(Array("=======".utf8))
    if let theirs { lines.append(theirs) }
    lines.append(Array(">>>>>>> \(merge.theirs.name)".utf8))
    return Array(lines.joined(separator: lineEnd))
  }

  /// The line end that stands between records, or a plain one.
  private var lineEnd: [UInt8] {
    let ends = merge.spelling.separator.filter { $0 == 0x0A || $0 == 0x0D }
    return ends.isEmpty ? [0x0A] : ends
  }
}
