import Comparing
import Records

/// A JSON Merge Patch (RFC 7396) that turns one document into another: new values, and null for members that go.
///
/// A list that differs is there whole. What a merge patch cannot say is refused.
package struct MergePatch {
  private struct Node {
    var value: Field?
    var isObject = false
    var names: [[UInt8]] = []
    var children: [[UInt8]: Int] = [:]
  }

  private let input: String
  private var nodes = [Node(isObject: true)]

  package init(_ comparison: Comparison) throws {
    input = comparison.source.name
    let operations = try DocumentOperations(comparison, changesMembersOnly: true)
    // An index in a pointer leads through a list.
    let leadsThroughList = JSONPointer(operations.root)?.tokens.contains { JSONPointer.index($0) != nil } ?? true
    for side in Side.allCases where leadsThroughList || !operations.tables[side].isObjectOfRecords {
      throw OperationsError(reason: .isList, input: operations.tables[side].name)
    }
    try operations.forEach { try add($0) }
  }

  private mutating func add(_ operation: PatchOperation) throws {
    guard let value = operation.value else { return set(Field(.null), at: operation.path) }
    if let old = operation.old, old.kind == .object, value.kind == .object {
      return try replace(old, by: value, at: operation.path)
    }
    guard !value.hasNullMember else { throw refusal(.hasNull(operation.path.shown)) }
    set(value, at: operation.path)
  }

  /// Members in place of an object's, whatever rules say of them.
  private mutating func replace(_ old: Field, by new: Field, at path: [UInt8]) throws {
    for operation in try NestedOperations.operations(from: old, to: new, at: path, replacesLists: true) {
      guard operation.path != path else { throw refusal(.replacesObject(path.shown)) }
      try add(operation)
    }
  }

  private func refusal(_ reason: OperationsError.Reason) -> OperationsError {
    OperationsError(reason: reason, input: input)
  }

  private mutating func set(_ value: Field, at path: [UInt8]) {
    var node = 0
    for name in JSONPointer(path)?.tokens ?? [] {
      nodes[node].isObject = true
      if let child = nodes[node].children[name] {
        node = child
      } else {
        nodes[node].names.append(name)
        nodes[node].children[name] = nodes.count
        node = nodes.count
        nodes.append(Node())
      }
    }
    nodes[node].value = value
  }

  package func write(to json: JSONEmitter) { write(0, nodes[0].names.isEmpty ? .row : .lines, to: json) }

  private func write(_ node: Int, _ layout: JSONEmitter.Layout = .row, to json: JSONEmitter) {
    if let value = nodes[node].value { return json.spelled { $0.append(value.compactSpelling) } }
    json.object(layout) {
      for name in nodes[node].names {
        json.member(utf8: name)
        write(nodes[node].children[name] ?? 0, to: json)
      }
    }
  }
}

extension [UInt8] {
  fileprivate var shown: String { String(decoding: self, as: UTF8.self) }
}

extension Field {
  /// Whether the value is null, or an object with such a value among its members.
  fileprivate var hasNullMember: Bool {
    guard kind == .object else { return kind == .null }
    let tree = JSONTree(bytes)
    var pending = tree.nodes.isEmpty ? [] : [0]
    while let node = pending.popLast() {
      switch tree.kind(of: node) {
      case .null: return true
      case .object: pending += tree.children(of: node)
      default: break
      }
    }
    return false
  }
}
