import LuaRuntime

/// A place in a manifest of a batch: of its defaults, or of one pair.
package struct ManifestPart: Sendable, Equatable, CustomStringConvertible {
  /// What may stand there about rules.
  package enum Field: String, Sendable {
    case rules, key
  }

  /// The pair's number, counted from 1; `nil`: the defaults.
  package let pair: Int?
  /// The field.
  package let field: Field

  package init(pair: Int?, field: Field) {
    self.pair = pair
    self.field = field
  }

  /// How messages call the place.
  package var description: String { pair.map { "pair \($0)" } ?? "defaults" }

  /// What stands there; nil where there is nothing.
  func value(in manifest: LuaValue) throws(LuaError) -> LuaValue {
    guard case .table(let list) = manifest,
      case .table(let owner) = try list.get(pair.map { .integer(Int64($0)) } ?? "defaults")
    else { return .nil }
    return try owner.get(field.rawValue)
  }
}
