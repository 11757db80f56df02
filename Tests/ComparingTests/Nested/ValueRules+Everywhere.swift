import Records

@testable import Comparing

extension ValueRules {
  /// The same list rule for every list of a value.
  ///
  /// - Parameter ignored: The name of members that do not count, wherever they are.
  static func everywhere(_ rule: ListRule, ignoring ignored: String? = nil) -> ValueRules {
    var paths: [[PathPattern.Step]] = [[]]
    var rules: [(path: PathPattern, rule: ValueRule)] = []
    for _ in 0...4 {
      rules += paths.map { (PathPattern($0), .list(rule)) }
      if let ignored {
        rules += paths.map { (PathPattern($0 + [.member(Array(ignored.utf8))]), .ignored) }
      }
      paths = paths.flatMap { [$0 + [.elements], $0 + [.anyMember]] }
    }
    return ValueRules(column: "c", rules)
  }
}

/// Functions for tests: elements of one kind are the same, of which a list may have many.
struct KindsAsIdentities: NestedScripts {
  func areEqual(_ old: Field, _ new: Field, function: Int, path: String) -> Bool { false }

  func normalize(_ buffer: FieldBuffer, function: Int, path: String, in side: Side) {}

  func identity(
    of element: Field, at place: Int, function: Int, path: String, in side: Side
  ) -> [UInt8] { [element.kind.rawValue] }
}
