/// The way from a value to one that is inside it.
package struct NestedPath: Sendable, Hashable {
  package enum Step: Sendable, Hashable {
    /// Into the member of an object with this name, as decoded UTF-8.
    case member([UInt8])
    /// Into the element of an array at this place; the label says which one it is where a rule names its key.
    case element(Int, label: String?)
  }

  package var steps: [Step]

  package init(_ steps: some Sequence<Step> = []) { self.steps = Array(steps) }

  /// The path as a JSON pointer (RFC 6901), unescaped characters as they are.
  package var pointer: [UInt8] {
    var pointer: [UInt8] = []
    for step in steps { Self.append(step, to: &pointer) }
    return pointer
  }

  package static func append(_ step: Step, to pointer: inout [UInt8]) {
    pointer.append(UInt8(ascii: "/"))
    switch step {
    case .member(let name): appendToken(name, to: &pointer)
    case .element(let place, _): pointer += String(place).utf8
    }
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

  /// The path as rules and reports spell it, behind the name of its column: `items[sku=A1].qty`.
  package func text(below column: String) -> String {
    var text = Array(column.utf8)
    for step in steps {
      switch step {
      case .member(let name): PathPattern.appendName(name, to: &text)
      case .element(let place, let label): text += "[\(label ?? String(place))]".utf8
      }
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// The path with every element in place of each.
  package var pattern: PathPattern {
    PathPattern(
      steps.map { step in
        switch step {
        case .member(let name): .member(name)
        case .element: .elements
        }
      })
  }

  /// The path of the list that the value is an element of, where only its place tells which one; else its own.
  package var named: NestedPath {
    guard case .element(_, nil) = steps.last else { return self }
    return NestedPath(steps.dropLast())
  }

  /// The place in its list of the value that the path leads to.
  package var place: Int? {
    guard case .element(let place, _) = steps.last else { return nil }
    return place
  }
}

extension NestedPath {
  /// Whether it leads to what a pattern is about, or further into it.
  package func isWithin(_ pattern: PathPattern) -> Bool {
    steps.count >= pattern.steps.count
      && zip(pattern.steps, steps).allSatisfy { step, taken in
        switch (step, taken) {
        case (.member(let name), .member(let other)): name == other
        case (.anyMember, .member), (.elements, .element): true
        default: false
        }
      }
  }
}
