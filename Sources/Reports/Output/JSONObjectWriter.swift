import Records

/// Writes the members of one JSON object.
struct JSONObjectWriter {
  private let out: OutputBuffer
  private var isFirst = true

  private init(_ out: OutputBuffer) { self.out = out }

  /// Writes an object whose members `body` adds.
  static func write(to out: OutputBuffer, _ body: (inout JSONObjectWriter) -> Void) {
    out.append("{")
    var writer = JSONObjectWriter(out)
    body(&writer)
    out.append("}")
  }

  /// Adds a member whose value `value` writes.
  mutating func add(_ name: StaticString, _ value: () -> Void) {
    begin(name)
    value()
  }

  /// Adds text; nothing where there is none.
  mutating func add(_ name: StaticString, _ text: String?) {
    guard let text else { return }
    begin(name)
    out.append(jsonString: text)
  }

  /// Adds a number; nothing where there is none.
  mutating func add(_ name: StaticString, _ number: Int?) {
    guard let number else { return }
    begin(name)
    out.append(number)
  }

  /// Adds a truth value; nothing where there is none.
  mutating func add(_ name: StaticString, _ isTrue: Bool?) {
    guard let isTrue else { return }
    begin(name)
    out.append(isTrue ? "true" : "false")
  }

  /// Adds a record's value; nothing where the record lacks it.
  mutating func add(_ name: StaticString, _ value: Value?) {
    guard let value, value != .absent else { return }
    begin(name)
    value.withField { out.append(jsonValue: $0) }
  }

  /// Adds an array; nothing where it would be empty.
  mutating func add<Element>(
    _ name: StaticString, listing elements: [Element], _ body: (Element) -> Void
  ) {
    guard !elements.isEmpty else { return }
    begin(name)
    out.append("[")
    out.append(listing: elements, body)
    out.append("]")
  }

  private mutating func begin(_ name: StaticString) {
    out.append(isFirst ? "\"" : ",\"")
    isFirst = false
    out.append(name)
    out.append("\":")
  }
}
