import Records

/// What a value encodes itself to, as it is put together: nested values may come in any order.
final class ValueTree {
  enum Content {
    /// Nothing was encoded.
    case none
    case value(Records.Value)
    case members([(name: String, tree: ValueTree)])
    case elements([ValueTree])
  }

  private(set) var content = Content.none
  /// Where members are, once there are more than one looks through.
  private var places: [String: Int] = [:]
  private static let few = 16

  func set(_ value: Records.Value) { content = .value(value) }

  /// Becomes an object, unless it is one.
  func becomeObject() { if case .members = content {} else { content = .members([]) } }

  /// Becomes a list, unless it is one.
  func becomeList() { if case .elements = content {} else { content = .elements([]) } }

  /// The member of an object, made where there is none.
  func member(_ name: String) -> ValueTree {
    guard case .members(var members) = content else { return ValueTree() }
    if let place = place(of: name, in: members) { return members[place].tree }
    content = .none
    let tree = ValueTree()
    members.append((name, tree))
    content = .members(members)
    return tree
  }

  private func place(of name: String, in members: [(name: String, tree: ValueTree)]) -> Int? {
    guard members.count > Self.few else { return members.firstIndex { $0.name == name } }
    for place in places.count..<members.count { places[members[place].name] = place }
    return places[name]
  }

  /// A further element of a list.
  func append() -> ValueTree {
    guard case .elements(var elements) = content else { return ValueTree() }
    content = .none
    let tree = ValueTree()
    elements.append(tree)
    content = .elements(elements)
    return tree
  }

  /// How many elements a list has.
  var count: Int { if case .elements(let elements) = content { elements.count } else { 0 } }

  /// Appends the value as JSON.
  ///
  /// - Parameter isSorted: Whether the members of an object are written by name: those of a dictionary have no order.
  func append(to json: inout [UInt8], isSorted: Bool = false) {
    switch content {
    case .none: json += "null".utf8
    case .value(let value): JSONWriter.append(value, to: &json)
    case .elements(let elements):
      json.append(UInt8(ascii: "["))
      for (place, element) in elements.enumerated() {
        if place > 0 { json.append(UInt8(ascii: ",")) }
        element.append(to: &json)
      }
      json.append(UInt8(ascii: "]"))
    case .members(let members):
      json.append(UInt8(ascii: "{"))
      let ordered = isSorted ? members.sorted { $0.name < $1.name } : members
      for (place, member) in ordered.enumerated() {
        if place > 0 { json.append(UInt8(ascii: ",")) }
        JSONWriter.appendString(member.name.utf8, to: &json)
        json.append(UInt8(ascii: ":"))
        member.tree.append(to: &json)
      }
      json.append(UInt8(ascii: "}"))
    }
  }

  /// The value as one of a record's.
  var value: Records.Value {
    var json: [UInt8] = []
    switch content {
    case .none: return .null
    case .value(let value): return value
    case .elements:
      append(to: &json)
      return .array(JSONText(utf8: json))
    case .members:
      append(to: &json)
      return .object(JSONText(utf8: json))
    }
  }
}
