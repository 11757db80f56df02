import Platform

extension ComparisonError {
  /// The option or step that would help.
  package var hint: Hint? {
    switch reason {
    case .unknownSectionKey:
      "\(.sectionKey) names the columns that identify a section, where that is not the key of its records"
    case .ambiguousRename: "rename the other one as well, or not this one"
    case .noCommonColumns(let source, let target):
      source.isEmpty || target.isEmpty
        ? nil
        : "\(.rename) OLD=NEW says which columns correspond; \(.noHeader) numbers those of files without a header, "
          + "\(.columns.of("old")) or \(.columns.of("new")) names those of one"
    case .nothingCompared(let reason): reason.hint
    case .missingKey(let column, _):
      "name another key, or leave such records out with a rule: "
        + "filter = function(r) return r[\"\(column)\"] ~= nil end"
    case .identitiesTooLong:
      "an identity is what is kept of each record, so it should be short: some of its values, not all of them"
    case .duplicateKey:
      "\(.duplicates) match compares such records all the same; lunadiff probe finds better keys"
    case .duplicateSection:
      "\(.duplicates) match compares such sections all the same; \(.sectionKey) names other columns"
    case .keyThroughList: "\(.list) says what tells the elements of a list inside a record apart"
    case .maskedPath(let name):
      NestedRules.owners(of: name).last.map { "\(.mask) \($0.text) hides all of the value" as Hint }
    case .unknownColumn(let name, _, let columns): Self.listing(name, among: columns)
    case .unknownVerdict, .unknownPath, .noList, .repeatedColumn, .renamedColumn,
      .notNested,
      .unmatched:
      nil
    }
  }
}

extension ComparisonError {
  /// That a list of columns is meant, where one name is several with commas between them.
  private static func listing(_ name: String, among columns: [String]) -> Hint? {
    let parts = name.split(separator: ",").map { String($0.drop { $0 == " " }) }
    guard parts.count > 1, Set(named: parts).isSubset(of: Set(named: columns)) else { return nil }
    return Hint(
      "in Lua several columns are a list: { \(parts.map { "\"\($0)\"" }.joined(separator: ", ")) }")
  }
}

extension ComparisonError.Nothing {
  /// What makes it compare something.
  fileprivate var hint: Hint {
    switch self {
    case .onlyIgnored: "leave \(.only) or \(.ignore) out"
    case .allIgnored:
      "\(.key) names columns that say which records there are, even if no other column is compared"
    case .filtered: "lunadiff check tries the rules, and says what each function reads"
    case .skipped:
      "\(.skipLines) leaves out lines above the header; \(.delimiter) names what stands between cells"
    }
  }
}
