import RecordDiff

/// Names of members as JSON spells them, each with the colon that follows.
struct SpelledNames: Sendable {
  private let spellings: [[UInt8]]

  init(_ names: [String]) {
    spellings = names.map { name in
      let bytes = OutputBuffer()
      bytes.append(jsonString: name)
      bytes.append(":")
      return bytes.withBytes { Array($0) }
    }
  }

  /// The spelling of a name.
  subscript(index: Int) -> [UInt8] { spellings[index] }
}

/// The names that the changes of a comparison need.
struct JSONColumnNames: Sendable {
  let compared: SpelledNames
  let source: SpelledNames
  let target: SpelledNames

  init(_ comparison: Comparison) {
    compared = SpelledNames(comparison.collections.plan.compared.map(\.name))
    source = SpelledNames(comparison.source.columns)
    target = SpelledNames(comparison.target.columns)
  }
}
