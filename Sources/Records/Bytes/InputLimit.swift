import Platform

/// How large an input may be, and what it may inflate to: `--input-limit`.
package enum InputLimit: Sendable, Equatable {
  /// A file that is read where it lies may have any size; what has to be held in memory may have a quarter of the
  /// machine's, and what is inflated beyond 1 GiB no more than a hundred times its compressed size.
  case automatic
  case atMost(Int)
  case unlimited

  /// What an honest file may inflate to, however small it is.
  private static let alwaysInflated = 1 << 30
  private static let inflation = 100

  /// The most bytes of a file that is read where it lies.
  var ofMapping: Int { if case .atMost(let size) = self { size } else { .max } }

  /// The most bytes to hold in memory, where they are inflated from `compressed` ones or spill to the temporary folder.
  func held(inflating compressed: Int? = nil, isSpilled: Bool = false) -> Int {
    switch self {
    case .unlimited: return .max
    case .atMost(let size): return size
    case .automatic:
      // A whole number of MiB is easier to read in a message.
      let share = isSpilled ? .max : max(1, (Memory.installed / 4) >> 20) << 20
      guard let compressed else { return share }
      let (inflated, isTooLarge) = compressed.multipliedReportingOverflow(by: Self.inflation)
      return min(share, isTooLarge ? .max : max(Self.alwaysInflated, inflated))
    }
  }
}
