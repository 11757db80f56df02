import Comparing
import Platform
import Records

/// Names of members as JSON spells them, each with the colon that follows.
struct SpelledNames: Sendable {
  private let bytes: [UInt8]
  /// Where each spelling ends.
  private let ends: [Int]

  init(_ names: [String]) {
    let bytes = OutputBuffer()
    ends = names.map { name in
      bytes.append(jsonString: name)
      bytes.append(":")
      return bytes.count
    }
    self.bytes = bytes.takeBytes(from: 0)
  }

  /// Appends the spelling of a name.
  func append(_ index: Int, to out: OutputBuffer) {
    let start = index == 0 ? 0 : ends[index - 1]
    bytes.withBytes { out.append($0[part: start..<ends[index]]) }
  }
}

/// The names that the changes of a comparison need.
struct JSONColumnNames: Sendable {
  let compared: SpelledNames
  let source: SpelledNames
  let target: SpelledNames

  init(_ comparison: Comparison) {
    compared = SpelledNames(comparison.comparedColumns.map(\.name))
    source = SpelledNames(comparison.source.columns)
    target = SpelledNames(comparison.target.columns)
  }
}
