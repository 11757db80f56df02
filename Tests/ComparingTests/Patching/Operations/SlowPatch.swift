@testable import Comparing

/// Applies operations to values in the slow and obvious way, by what RFC 6902 says and with nothing of the product's.
struct SlowPatch {
  /// An operation that does not fit the value.
  struct Misfit: Error {}

  private(set) var value: JSONModel

  static func apply(_ operations: [JSONModel], to value: JSONModel) throws -> JSONModel {
    var patch = SlowPatch(value: value)
    for operation in operations { try patch.apply(operation) }
    return patch.value
  }

  private mutating func apply(_ operation: JSONModel) throws {
    guard case .object(let members) = operation, case .text(let name)? = members["op"],
      case .text(let pointer)? = members["path"]
    else { throw Misfit() }
    let path = Self.tokens(pointer)
    switch name {
    case "add": try add(members["value"], path)
    case "remove": _ = try remove(path)
    case "replace":
      _ = try remove(path)
      try add(members["value"], path)
    case "move":
      guard case .text(let from)? = members["from"] else { throw Misfit() }
      try add(try remove(Self.tokens(from)), path)
    default: throw Misfit()
    }
  }

  private static func tokens(_ pointer: String) -> [String] {
    let parts = pointer.split(separator: "/", omittingEmptySubsequences: false).dropFirst()
    return parts.map { part in
      var token = ""
      var rest = part[...]
      while let character = rest.popFirst() {
        guard character == "~" else {
          token.append(character)
          continue
        }
        token += rest.popFirst() == "0" ? "~" : "/"
      }
      return token
    }
  }

  private mutating func add(_ new: JSONModel?, _ path: [String]) throws {
    guard let new else { throw Misfit() }
    value = try Self.changed(value, path[...]) { container, name in
      guard let name else { return new }
      switch container {
      case .object(var members):
        members[name] = new
        return .object(members)
      case .array(var elements):
        guard let place = name == "-" ? elements.count : Int(name), place <= elements.count else {
          throw Misfit()
        }
        elements.insert(new, at: place)
        return .array(elements)
      default: throw Misfit()
      }
    }
  }

  private mutating func remove(_ path: [String]) throws -> JSONModel {
    var removed = value
    value = try Self.changed(value, path[...]) { container, name in
      guard let name else { return .null }
      switch container {
      case .object(var members):
        guard let member = members.removeValue(forKey: name) else { throw Misfit() }
        removed = member
        return .object(members)
      case .array(var elements):
        guard let place = Int(name), elements.indices.contains(place) else { throw Misfit() }
        removed = elements.remove(at: place)
        return .array(elements)
      default: throw Misfit()
      }
    }
    return removed
  }

  /// A value with the container of what a path leads to changed; the path's end is the name in it, `nil` for the root.
  private static func changed(
    _ value: JSONModel, _ path: ArraySlice<String>,
    _ change: (JSONModel, String?) throws -> JSONModel
  ) throws -> JSONModel {
    guard path.count > 1, let first = path.first else { return try change(value, path.first) }
    switch value {
    case .object(var members):
      guard let member = members[first] else { throw Misfit() }
      members[first] = try changed(member, path.dropFirst(), change)
      return .object(members)
    case .array(var elements):
      guard let place = Int(first), elements.indices.contains(place) else { throw Misfit() }
      elements[place] = try changed(elements[place], path.dropFirst(), change)
      return .array(elements)
    default: throw Misfit()
    }
  }
}
