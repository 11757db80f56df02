import LuaRuntime

/// A place in a file whose result holds rules beside other things: a manifest of a batch, or tests.
package struct ManifestPart: Sendable, Equatable, CustomStringConvertible {
  /// What may stand there about rules.
  package enum Field: String, Sendable { case rules, key }

  /// A way from one table into another.
  package enum Step: Sendable, Equatable {
    case name(String)
    case number(Int)
  }

  /// How messages call the place.
  package let description: String
  package let field: Field
  private let owner: [Step]

  /// - Parameter pair: The pair's number, counted from 1; `nil`: the defaults.
  package init(pair: Int?, field: Field) {
    owner = [pair.map { .number($0) } ?? .name("defaults")]
    description = pair.map { "pair \($0)" } ?? "defaults"
    self.field = field
  }

  /// A field of a table, to which steps lead from what the file returns.
  package init(owner: [Step], field: Field, description: String) {
    self.owner = owner
    self.field = field
    self.description = description
  }

  func value(in manifest: LuaValue) throws(LuaError) -> LuaValue {
    var value = manifest
    for step in owner {
      guard case .table(let table) = value else { return .nil }
      value = try table.get(step.key)
    }
    guard case .table(let owner) = value else { return .nil }
    return try owner.get(field.rawValue)
  }
}

extension ManifestPart.Step {
  fileprivate var key: LuaValue {
    switch self {
    case .name(let name): .string(name)
    case .number(let number): .integer(number)
    }
  }
}
