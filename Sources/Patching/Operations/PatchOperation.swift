import Comparing
import Records

/// One operation of a JSON Patch (RFC 6902); its value is valid as long as the bytes are in which it was found.
package struct PatchOperation {
  package enum Kind: String, Sendable, CaseIterable { case add, remove, replace, move }

  package let kind: Kind
  /// Where it applies: a JSON pointer (RFC 6901), unescaped characters as they are.
  package let path: [UInt8]
  package let from: [UInt8]?
  package let value: Field?

  private init(_ kind: Kind, _ path: [UInt8], from: [UInt8]? = nil, value: Field? = nil) {
    self.kind = kind
    self.path = path
    self.from = from
    self.value = value
  }

  static func add(_ value: Field, at path: [UInt8]) -> PatchOperation { PatchOperation(.add, path, value: value) }

  static func remove(_ path: [UInt8]) -> PatchOperation { PatchOperation(.remove, path) }

  static func replace(by value: Field, at path: [UInt8]) -> PatchOperation {
    PatchOperation(.replace, path, value: value)
  }

  static func move(_ from: [UInt8], to path: [UInt8]) -> PatchOperation { PatchOperation(.move, path, from: from) }
}

extension [UInt8] {
  func pointer(toMember name: [UInt8]) -> [UInt8] {
    var pointer = self
    NestedPath.append(.member(name), to: &pointer)
    return pointer
  }

  func pointer(toElement place: Int) -> [UInt8] {
    var pointer = self
    NestedPath.append(.element(place, label: nil), to: &pointer)
    return pointer
  }
}
