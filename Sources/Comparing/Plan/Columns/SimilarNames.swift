import Platform
import Records

/// Unmatched columns of two inputs whose names differ only in case, white space or Unicode form.
struct SimilarNames {
  /// A difference between names that a reader hardly sees.
  enum Form: String, CaseIterable {
    case letterCase = "upper and lower case"
    case spaces = "white space"
    case unicode = "Unicode form"
  }

  private(set) var pairs: [(old: String, new: String)] = []

  /// Pairs names that the forms make equal to one name of the other side, and to no other of their own.
  init(_ deleted: [String], _ inserted: [String], ignoring forms: [Form] = Form.allCases) {
    let olds = Dictionary(grouping: deleted) { Self.name($0, forms) }
    let news = Dictionary(grouping: inserted) { Self.name($0, forms) }
    for old in deleted {
      let name = Self.name(old, forms)
      if olds[name]?.count == 1, let found = news[name], found.count == 1 { pairs.append((old, found[0])) }
    }
  }

  /// A name without what the forms ignore.
  static func name(_ name: String, _ forms: [Form]) -> ColumnName {
    let buffer = FieldBuffer()
    let isUnicode = forms.contains(.unicode)
    buffer.setText(
      isUnicode
        ? String(name.unicodeScalars.filter { !$0.properties.isDefaultIgnorableCodePoint }.map(Character.init)) : name)
    if isUnicode { TextNormalizer(.nfc).normalize(buffer) }
    if forms.contains(.letterCase) { TextNormalizer(.fold).normalize(buffer) }
    if forms.contains(.spaces) { TextNormalizer(.squeeze).normalize(buffer) }
    return ColumnName(String(decoding: Array(buffer.bytes), as: UTF8.self))
  }

  /// Says in what the names differ, and which flags match them; `nil` if there are none.
  func advice(areDelimited: Bool = false) -> String? {
    guard let first = pairs.first else { return nil }
    let needed = Form.allCases.filter { form in
      let others = Form.allCases.filter { $0 != form }
      return pairs.contains { Self.name($0.old, others) != Self.name($0.new, others) }
    }
    let arePadded = areDelimited && pairs.allSatisfy { $0.old.drop { $0 == " " } == $0.new.drop { $0 == " " } }
    let flags = needed.map { $0 == .letterCase ? Setting.ignoreCase : arePadded ? .skipSpace : .trim }
    let renames = pairs.prefix(3).flatMap { pair in
      Setting.rename.words(with: [pair.old, pair.new].map { Escaped.spelling(of: $0, at: "=") }.joined(separator: "="))
    }
    let more = pairs.count > 1 ? ", and \(pairs.count - 1) more," : ""
    let command = needed.contains(.unicode) ? renames.shellLine : flags.map(\.description).joined(separator: " ")
    return "the columns '\(VisibleText.line(first.old))' and '\(VisibleText.line(first.new))'\(more) differ only in "
      + "\(needed.map(\.rawValue).joined(separator: " and ")). To match them: \(command)"
  }
}

extension ComparisonPlan {
  /// The plan with a rename for each column that `--trim` and `--ignore-case` match with one of another name.
  ///
  /// - Throws: `ComparisonError` if two columns of one input then have the same name.
  func renamingSimilarColumns(in tables: Sides<RecordTable>) throws -> ComparisonPlan {
    let forms: [SimilarNames.Form] =
      (ruleSet.isOn(.ignoreCase) ? [.letterCase] : []) + (ruleSet.isOn(.trim) ? [.spaces] : [])
    guard !forms.isEmpty else { return self }
    for side in Side.allCases {
      var known: [ColumnName: String] = [:]
      for name in tables[side].columns {
        if let other = known.updateValue(name, forKey: SimilarNames.name(name, forms)) {
          throw ComparisonError(.similarColumns(other, name), input: tables[side].name)
        }
      }
    }
    let match = ColumnMatch(source: tables.source.columns, target: tables.target.columns, renames: ruleSet.renames)
    var plan = self
    for (old, new) in SimilarNames(match.deleted, match.inserted, ignoring: forms).pairs { plan.renames[old] = new }
    return plan
  }
}
