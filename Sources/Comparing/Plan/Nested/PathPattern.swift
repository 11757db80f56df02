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
    while !rest.isEmpty {
      if rest.starts(with: ".[".utf8) { rest.removeFirst() }
      if rest.starts(with: "[]".utf8) {
        rest = rest.dropFirst(2)
        steps.append(.elements)
        continue
      }
      let isQuoted = rest.first == UInt8(ascii: "[")
      guard let name = MemberPath.takeName(from: &rest) else { return nil }
      steps.append(!isQuoted && name.elementsEqual("*".utf8) ? .anyMember : .member(Array(name)))
    }
    self.steps = steps
  }

  /// Appends a name as a step: with a point before it, or in brackets and quotes where it could be misread.
  ///
  /// Nothing stands before the first step of a path.
  package static func appendName(_ name: [UInt8], to text: inout [UInt8]) {
    let special = Array(".[]*\"\\".utf8)
    let isMarked = name.count > 1 && name.last == UInt8(ascii: "?")
    if !name.isEmpty, !isMarked, name.allSatisfy({ $0 > 0x20 && $0 != 0x7F && !special.contains($0) }),
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

  /// The path as the name of a column of its own; `nil` if it leads through more than members, or a name needs quotes.
  package func columnName(below column: String) -> String? {
    let name = text(below: column)
    let hasQuotes = name.utf8.dropFirst(column.utf8.count).contains(UInt8(ascii: "["))
    return steps.isEmpty || !isPlain || hasQuotes ? nil : name
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
