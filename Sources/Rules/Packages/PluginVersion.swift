/// A version of a plug-in: numbers with dots, and perhaps what it is a forerunner of, as in `1.2.0-beta`.
package struct PluginVersion: Sendable, Comparable {
  private let numbers: [Int]
  private let isForerunner: Bool

  package init?(_ text: some StringProtocol) {
    let parts = text.split(separator: "+", maxSplits: 1, omittingEmptySubsequences: false)[0].split(
      separator: "-", maxSplits: 1, omittingEmptySubsequences: false)
    let words = parts[0].split(separator: ".", omittingEmptySubsequences: false)
    let numbers = words.compactMap { word in word.first?.isNumber == true ? Int(word) : nil }
    guard numbers.count == words.count else { return nil }
    // 1.2 and 1.2.0 are the same.
    self.numbers = Array(numbers.reversed().drop { $0 == 0 }.reversed())
    isForerunner = parts.count > 1
  }

  package static func < (one: PluginVersion, other: PluginVersion) -> Bool {
    guard one.numbers == other.numbers else { return one.numbers.lexicographicallyPrecedes(other.numbers) }
    return one.isForerunner && !other.isForerunner
  }
}

/// What a plug-in needs of another: `base >= 1.2`, `base >= 1.2, < 2`, or `base`.
package struct PluginRequirement: Sendable, Equatable {
  private enum Relation: String, CaseIterable {
    case atLeast = ">="
    case atMost = "<="
    case equal = "=="
    case above = ">"
    case below = "<"
    case same = "="
  }

  private struct Bound: Equatable {
    let relation: Relation
    let version: PluginVersion
  }

  package let name: String
  package let spelling: String
  private let bounds: [Bound]

  package init?(_ text: String) {
    let name = text.prefix { $0 == "_" || $0.isLetter || $0.isNumber }
    var bounds: [Bound] = []
    let rest = text.dropFirst(name.count).filter { $0 != " " }
    for part in rest.split(separator: ",", omittingEmptySubsequences: false) where !rest.isEmpty {
      guard let relation = Relation.allCases.first(where: { part.hasPrefix($0.rawValue) }),
        let version = PluginVersion(part.dropFirst(relation.rawValue.count))
      else { return nil }
      bounds.append(Bound(relation: relation, version: version))
    }
    guard name.isPluginName else { return nil }
    self.name = String(name)
    self.bounds = bounds
    spelling = text
  }

  /// Whether a version will do.
  ///
  /// - Parameter version: As the other plug-in says it; `nil` where it says none.
  package func accepts(_ version: String?) -> Bool {
    guard !bounds.isEmpty else { return true }
    guard let version = version.flatMap({ PluginVersion($0) }) else { return false }
    return bounds.allSatisfy { bound in
      switch bound.relation {
      case .atLeast: version >= bound.version
      case .atMost: version <= bound.version
      case .equal, .same: version == bound.version
      case .above: version > bound.version
      case .below: version < bound.version
      }
    }
  }
}
