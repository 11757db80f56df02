import LuaRuntime
import Comparing
import Records

extension ChangesObject {
  /// Adds what says how the comparison was made: `same`, `rules`, `notes`, `warnings`.
  static func describeTerms(_ type: inout LuaType<ChangesObject>) {
    type.property("same") { object, _ in .boolean(object.comparison.isSame) }
    type.property("passes") { object, _ in
      guard let passes = object.comparison.passes else { return .nil }
      return .list(
        passes.passes.map {
          .fields([("by", .string($0.name)), ("paired", .integer(Int64($0.paired)))])
        })
    }
    type.property("rules") { object, _ in
      .fields(object.comparison.terms.rules.map { ($0.name, LuaValue($0.value)) })
    }
    type.property("notes") { object, _ in
      .list(object.comparison.terms.notes.map { .string($0.message) })
    }
    type.property("warnings") { object, _ in
      .list(object.comparison.terms.warnings.map { .string($0.message) })
    }
  }
}

extension LuaValue {
  /// What a rule says, as a rules file would say it; a comparator or normalizer in words, a function as `function`.
  fileprivate init(_ value: ComparisonTerms.Value) {
    switch value {
    case .flag: self = .boolean(true)
    case .text, .function: self = .string(value.words())
    case .list(let texts), .texts(let texts): self = .list(texts.map { .string($0) })
    case .steps(let steps): self = .list(steps.map { LuaValue($0) })
    case .columns(let columns), .renames(let columns):
      self = .fields(columns.map { ($0.column, LuaValue($0.value)) })
    }
  }
}
