import Platform
import Records

@testable import Comparing

/// A change inside a value, taken out of the bytes that it was found in.
struct NestedStep: CustomStringConvertible {
  let kind: PathChange.Kind
  let path: String
  let from: String?
  let old: String?
  let new: String?
  /// Whether it is in a list, or in what is in one.
  let isInList: Bool

  init(_ change: NestedChange) {
    func spelled(_ field: Field?) -> String? {
      field.map { String(decoding: $0.canonicalSpelling, as: UTF8.self) }
    }
    kind = change.kind
    path = String(decoding: change.path.pointer, as: UTF8.self)
    from = change.from.map { String(decoding: $0.pointer, as: UTF8.self) }
    (old, new) = (spelled(change.old), spelled(change.new))
    isInList = change.path.pattern.steps.contains(.elements)
  }

  var description: String {
    [kind.rawValue, path, from.map { "from \($0)" } ?? "", old ?? "", new ?? ""]
      .filter { !$0.isEmpty }.joined(separator: " ")
  }

  /// The place in the container, and the container.
  static func split(_ pointer: String) -> (container: String, last: String) {
    let slash = pointer.lastIndex(of: "/") ?? pointer.startIndex
    return (String(pointer[..<slash]), String(pointer[slash...].dropFirst()))
  }
}

/// What differs between two values, under rules.
func nestedSteps(
  _ old: String, _ new: String, _ rules: ValueRules = ValueRules(), entersLists: Bool = true, limit: Int = .max
) throws -> [NestedStep] {
  try Array(old.utf8).withBytes { old in
    try Array(new.utf8).withBytes { new in
      guard let old = Field(json: old), let new = Field(json: new) else { return [] }
      return try NestedDiff.changes(
        from: old, to: new, rules: rules, scripts: KindsAsIdentities(), entersLists: entersLists, limit: limit
      ).map(NestedStep.init)
    }
  }
}

/// Applies the steps to the old value by what the contract says of them, and nothing else.
struct NestedReplay {
  let steps: [NestedStep]
  /// The new values, by their pointers.
  let values: [String: JSONModel]

  func apply(to old: JSONModel, at oldPath: String = "", _ newPath: String = "") -> JSONModel {
    if steps.contains(where: { $0.kind == .updated && $0.path == newPath }) {
      return values[newPath] ?? .null
    }
    let arrived = steps.filter {
      $0.kind == .inserted && NestedStep.split($0.path).container == newPath && $0.path != ""
    }
    let deleted = Set(steps.filter { $0.kind == .deleted }.map(\.path))
    switch old {
    case .object(let members):
      var result: [String: JSONModel] = [:]
      for (name, value) in members where !deleted.contains("\(oldPath)/\(name)") {
        result[name] = apply(to: value, at: "\(oldPath)/\(name)", "\(newPath)/\(name)")
      }
      for step in arrived { result[NestedStep.split(step.path).last] = values[step.path] }
      return .object(result)
    case .array(let elements):
      return .array(list(elements, oldPath, newPath, arrived.map(\.path), deleted))
    default: return old
    }
  }

  private func list(
    _ elements: [JSONModel], _ oldPath: String, _ newPath: String, _ arrived: [String],
    _ deleted: Set<String>
  ) -> [JSONModel] {
    let moved = steps.filter {
      $0.kind == .moved && NestedStep.split($0.path).container == newPath
    }
    let origins = Dictionary(uniqueKeysWithValues: moved.map { ($0.path, $0.from ?? "") })
    var kept = elements.indices.map { "\(oldPath)/\($0)" }
      .filter { !deleted.contains($0) && !origins.values.contains($0) }[...]
    let count = kept.count + moved.count + arrived.count
    return (0..<count).map { place in
      let path = "\(newPath)/\(place)"
      if arrived.contains(path) { return values[path] ?? .null }
      let origin = origins[path] ?? kept.popFirst() ?? ""
      let place = Int(NestedStep.split(origin).last) ?? 0
      return apply(to: elements[place], at: origin, path)
    }
  }
}

extension JSONModel {
  /// Every value inside, by its pointer.
  func valuesByPointer(_ path: String = "") -> [String: JSONModel] {
    var values = [path: self]
    switch self {
    case .array(let elements):
      for (place, element) in elements.enumerated() {
        values.merge(element.valuesByPointer("\(path)/\(place)")) { first, _ in first }
      }
    case .object(let members):
      for (name, member) in members {
        values.merge(member.valuesByPointer("\(path)/\(name)")) { first, _ in first }
      }
    default: break
    }
    return values
  }
}
