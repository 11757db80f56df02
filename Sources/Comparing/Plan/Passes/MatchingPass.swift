/// One of the later passes of an identity: what may pair the records that earlier ones have left without a partner.
package enum MatchingPass: Sendable {
  /// Records that have the same values in these columns, after their normalizers.
  case columns([String])
  /// Records of which the script's function of this number says the same.
  case script(Int)
  /// Records whose texts are nearly the same.
  case near(NearMatching)
  /// Records of which several columns together say that they are the same.
  case scored(ScoredMatching)

  /// The columns that it looks at; none where a function looks.
  package var columns: [String] {
    switch self {
    case .columns(let names): names
    case .script: []
    case .near(let matching): matching.block + [matching.by]
    case .scored(let matching): matching.columns
    }
  }

  /// What it goes by: `name, town`, `function`, `name within 2 edits, of one postcode`.
  var words: String {
    switch self {
    case .columns(let names): names.joined(separator: ", ")
    case .script: "function"
    case .near(let matching): matching.summary
    case .scored(let matching): matching.summary
    }
  }

  /// The identity whose records it may pair, where it pairs no others; `nil` where it looks in several ways.
  package var meeting: ComparisonPlan.Identity? {
    switch self {
    case .columns(let names): .columns(names)
    case .script(let function): .script(function)
    case .near(let matching): .columns(matching.block)
    case .scored: nil
    }
  }

  /// What records of one block share, in words; `nil` where the pass goes by what is the same.
  package var block: String? {
    switch self {
    case .columns, .script: nil
    case .near(let matching): matching.block.joined(separator: ", ")
    case .scored(let matching): matching.blockWords
    }
  }

  /// The score, where it is the whole identity.
  var aloneScore: ScoredMatching? {
    if case .scored(let matching) = self, matching.isAlone { matching } else { nil }
  }
}

/// Pairs records of one block whose texts are nearly the same.
package struct NearMatching: Sendable, Equatable {
  /// The columns that a block's records share.
  package let block: [String]
  /// The column whose texts are compared.
  package let by: String
  /// How many code points may be inserted, deleted or replaced to make one text of the other.
  package let distance: Int
  /// How many records of both sides a block may have; a larger one is left out.
  package let maxBlock: Int

  /// The largest block, where none is named.
  package static let usualBlock = 1000
  private static let distances = 1...16
  private static let blocks = 2...10_000

  /// - Throws: `OptionError` for what it cannot use.
  package init(block: [String], by: String, distance: Int, maxBlock: Int = usualBlock) throws(OptionError) {
    let name = "identity.near"
    guard !block.isEmpty else { throw OptionError(name, .nothingGiven("column of the block")) }
    for (option, value, range) in [
      ("distance", distance, Self.distances), ("max_block", maxBlock, Self.blocks),
    ] where !range.contains(value) { throw OptionError(name, .outOfRange(option, value, range)) }
    (self.block, self.by, self.distance, self.maxBlock) = (block, by, distance, maxBlock)
  }

  package var summary: String {
    "\(by) within \(distance) \(distance == 1 ? "edit" : "edits"), of one \(block.joined(separator: ", "))"
  }
}
