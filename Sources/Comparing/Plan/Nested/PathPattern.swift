import Records

/// A path as rules write it, which may go through every element of a list and through any member:
/// `items[].price`, `translations.*.official`, `["a.b"].c`.
package struct PathPattern: Sendable, Hashable {
  package enum Step: Sendable, Hashable {
    case member([UInt8])
    case anyMember
    case elements
  }

  package let steps: [Step]

  package init(_ steps: [Step]) { self.steps = steps }

  /// Whether the path leads through members alone, whose names it says.
  package var isPlain: Bool { steps.allSatisfy { if case .member = $0 { true } else { false } } }

  /// Whether it leads through names alone that cannot be several, joined by points.
  var isOfSingleNames: Bool {
    steps.allSatisfy {
      if case .member(let name) = $0 { !name.isEmpty && !name.contains(UInt8(ascii: ".")) } else { false }
    }
  }

  /// A path as reports spell it, `items[sku=A1].qty`, through every element instead of one: `items[].qty`.
  static func throughElements(_ text: String) -> String {
    var pattern: [UInt8] = []
    var rest = Array(text.utf8)[...]
    while let byte = rest.popFirst() {
      pattern.append(byte)
      guard byte == UInt8(ascii: "["), rest.first != UInt8(ascii: "\"") else { continue }
      rest = rest.drop { $0 != UInt8(ascii: "]") }
    }
    return String(decoding: pattern, as: UTF8.self)
  }

  /// Reads what follows a column's name: nothing, or steps that begin with `.` or `[`; `nil` if it is neither.
  package init?(_ text: some Collection<UInt8>) {
    var rest = Array(text)[...]
    var steps: [Step] = []
    while let first = rest.first {
      switch first {
      case UInt8(ascii: "["):
        guard let step = Self.bracket(&rest) else { return nil }
        steps.append(step)
      case UInt8(ascii: "."):
        rest.removeFirst()
        if rest.first == UInt8(ascii: "[") { continue }
        let name = rest.prefix { $0 != UInt8(ascii: ".") && $0 != UInt8(ascii: "[") }
        guard !name.isEmpty else { return nil }
        rest = rest.dropFirst(name.count)
        steps.append(name.elementsEqual("*".utf8) ? .anyMember : .member(Array(name)))
      default: return nil
      }
    }
    self.steps = steps
  }

  /// Reads `[]`, or a name in brackets and quotes.
  private static func bracket(_ rest: inout ArraySlice<UInt8>) -> Step? {
    if rest.starts(with: "[]".utf8) {
      rest = rest.dropFirst(2)
      return .elements
    }
    guard rest.starts(with: "[\"".utf8) else { return nil }
    var index = rest.startIndex + 2
    while index < rest.endIndex, rest[index] != UInt8(ascii: "\"") {
      index += rest[index] == UInt8(ascii: "\\") ? 2 : 1
    }
    guard index + 1 < rest.endIndex, rest[index + 1] == UInt8(ascii: "]") else { return nil }
    let quoted = Array(rest[rest.startIndex + 2..<index])
    var name: [UInt8] = []
    JSONString.decode(quoted, into: &name)
    rest = rest[(index + 2)...]
    return .member(name)
  }

  /// Appends a name as a step: with a point before it, or in brackets and quotes where it could be misread.
  ///
  /// Nothing stands before the first step of a path.
  package static func appendName(_ name: [UInt8], to text: inout [UInt8]) {
    let special = Array(".[]*\"\\".utf8)
    if !name.isEmpty, name.allSatisfy({ $0 > 0x20 && $0 != 0x7F && !special.contains($0) }),
      String(validating: name, as: UTF8.self) != nil
    {
      if !text.isEmpty { text.append(UInt8(ascii: ".")) }
      text += name
    } else {
      text.append(UInt8(ascii: "["))
      JSONWriter.appendString(name, to: &text)
      text.append(UInt8(ascii: "]"))
    }
  }

  /// The names on the way joined by points, as keys spell a path; `nil` where it leads through more than names.
  func joined(below column: String) -> String? {
    var text = Array(column.utf8)
    for step in steps {
      guard case .member(let name) = step else { return nil }
      text += [UInt8(ascii: ".")] + name
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// The path as the name of a column of its own; `nil` where it leads through more than names, or one of them would be
  /// read otherwise.
  package func columnName(below column: String) -> String? {
    guard !steps.isEmpty, let name = joined(below: column), !name.isOptional else { return nil }
    return text(below: column) == name ? name : nil
  }

  /// The pattern behind the name of its column, as rules write it.
  package func text(below column: String) -> String {
    var text = Array(column.utf8)
    for step in steps {
      switch step {
      case .member(let name): Self.appendName(name, to: &text)
      case .anyMember: text += ".*".utf8
      case .elements: text += "[]".utf8
      }
    }
    return String(decoding: text, as: UTF8.self)
  }
}

extension String {
  /// Whether it is the name of a column, or of a place inside of its values.
  package func isInside(_ column: String) -> Bool {
    self == column || hasPrefix("\(column).") || hasPrefix("\(column)[")
  }
}
