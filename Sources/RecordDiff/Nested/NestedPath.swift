import Records

/// The way from a value to one that is inside it.
package struct NestedPath: Sendable, Hashable {
  /// One step of the way.
  package enum Step: Sendable, Hashable {
    /// Into the member of an object with this name, as decoded UTF-8.
    case member([UInt8])
    /// Into the element of an array at this place; the label says which one it is where a rule names its key.
    case element(Int, label: String?)
  }

  package var steps: [Step]

  package init(_ steps: [Step] = []) { self.steps = steps }

  /// The path as a JSON pointer (RFC 6901), unescaped characters as they are.
  package var pointer: [UInt8] {
    var pointer: [UInt8] = []
    for step in steps {
      pointer.append(UInt8(ascii: "/"))
      switch step {
      case .member(let name): Self.appendToken(name, to: &pointer)
      case .element(let place, _): pointer += String(place).utf8
      }
    }
    return pointer
  }

  private static func appendToken(_ name: [UInt8], to pointer: inout [UInt8]) {
    for byte in name {
      switch byte {
      case UInt8(ascii: "~"): pointer += "~0".utf8
      case UInt8(ascii: "/"): pointer += "~1".utf8
      default: pointer.append(byte)
      }
    }
  }

  /// The path as rules and reports spell it: `items[sku=A1].qty`.
  package var text: [UInt8] {
    var text: [UInt8] = []
    for step in steps {
      switch step {
      case .member(let name): PathPattern.appendName(name, to: &text)
      case .element(let place, let label): text += "[\(label ?? String(place))]".utf8
      }
    }
    return text
  }

  /// The pattern that this path and its likes in other elements share: `items[].qty`.
  package var shape: [UInt8] {
    var text: [UInt8] = []
    for step in steps {
      switch step {
      case .member(let name): PathPattern.appendName(name, to: &text)
      case .element: text += "[]".utf8
      }
    }
    return text
  }
}
