import Records

/// What a value encodes itself to, as it is put together: nested values may come in any order.
final class ValueTree {
  enum Content {
    /// Nothing was encoded.
    case none
    /// Nothing is written, and the name is known: an optional property that is nil.
    case absent
    case value(Records.Value)
    case members([(name: String, tree: ValueTree)])
    case elements([ValueTree])
  }

  private(set) var content = Content.none
  /// Where members are, once there are more than one looks through.
  private var places: [String: Int] = [:]
  private static let few = 16

  func set(_ value: Records.Value) { content = .value(value) }

  func becomeObject() { if case .members = content {} else { content = .members([]) } }

  func becomeAbsent() { if case .none = content { content = .absent } }

  func becomeList() { if case .elements = content {} else { content = .elements([]) } }

  /// The member of an object, made where there is none.
  func member(_ name: String) -> ValueTree {
    guard case .members(var members) = content else { return ValueTree() }
    if let index = place(of: name, in: members) { return members[index].tree }
    content = .none
    let tree = ValueTree()
    members.append((name, tree))
    content = .members(members)
    return tree
  }

  private func place(of name: String, in members: [(name: String, tree: ValueTree)]) -> Int? {
    guard members.count > Self.few else { return members.firstIndex { $0.name == name } }
    for index in places.count..<members.count { places[members[index].name] = index }
    return places[name]
  }

  func append() -> ValueTree {
    guard case .elements(var elements) = content else { return ValueTree() }
    content = .none
    let tree = ValueTree()
    elements.append(tree)
    content = .elements(elements)
    return tree
  }

  var count: Int { if case .elements(let elements) = content { elements.count } else { 0 } }

  /// Sorts members by name, because those of a dictionary have no order.
  func sortMembers() {
    if case .members(let members) = content { content = .members(members.sorted { $0.name < $1.name }) }
  }

  private var isAbsent: Bool { if case .absent = content { true } else { false } }

  func write(to json: JSONEmitter) {
    switch content {
    case .none, .absent: json.null()
    case .value(let value): json.value(value)
    case .elements(let elements): json.list(elements) { $0.write(to: json) }
    case .members(let members):
      json.object {
        for member in members where !member.tree.isAbsent {
          json.member(named: member.name)
          member.tree.write(to: json)
        }
      }
    }
  }

  var value: Records.Value {
    switch content {
    case .none, .absent: .null
    case .value(let value): value
    case .elements: .array(text)
    case .members: .object(text)
    }
  }

  private var text: JSONText { JSONText(utf8: JSONEmitter.bytes { write(to: $0) }) }
}
