import Platform

/// Writes JSON: the one place where commas, brackets and the lines between members stand.
///
/// ```swift
/// json.object {
///   json.member("path", table.name)
///   json.member("columns") { json.list(columns) { json.value($0) } }
/// }
/// ```
///
/// Where the next value stands is kept in the buffer, so that every emitter of a buffer goes on where another stopped.
package struct JSONEmitter {
  /// What stands between the elements of a list or the members of an object.
  package enum Layout {
    /// A comma.
    case row
    /// A comma, and each on a line of its own.
    case lines
    /// The end of the line alone, as between the values of JSON Lines.
    case stream
  }

  struct Place {
    enum Step { case first, behindName, following }

    var layout = Layout.row
    var step = Step.first
  }

  package let out: OutputBuffer
  private let safety: JSONSafety

  package init(_ out: OutputBuffer, safety: JSONSafety = .plain) {
    self.out = out
    self.safety = safety
  }

  /// Begins values among others that the caller writes by other means; `isFirst` if none stands before them.
  package func begin(_ layout: Layout, isFirst: Bool = true) {
    out.place = Place(layout: layout, step: isFirst ? .first : .following)
  }

  /// What `write` writes, by itself.
  package static func bytes<E: Error>(_ write: (JSONEmitter) throws(E) -> Void) throws(E) -> [UInt8] {
    let json = JSONEmitter(OutputBuffer())
    try write(json)
    return json.out.takeBytes(from: 0)
  }

  package func object<E: Error>(_ layout: Layout = .row, _ members: () throws(E) -> Void) throws(E) {
    try enclose(UInt8(ascii: "{"), UInt8(ascii: "}"), layout, members)
  }

  package func list<E: Error>(_ layout: Layout = .row, _ elements: () throws(E) -> Void) throws(E) {
    try enclose(UInt8(ascii: "["), UInt8(ascii: "]"), layout, elements)
  }

  package func list<Elements: Sequence, E: Error>(
    _ elements: Elements, _ layout: Layout = .row, _ body: (Elements.Element) throws(E) -> Void
  ) throws(E) { try list(layout) { () throws(E) in for element in elements { try body(element) } } }

  private func enclose<E: Error>(_ open: UInt8, _ close: UInt8, _ layout: Layout, _ body: () throws(E) -> Void)
    throws(E)
  {
    separate()
    out.append(open)
    let outer = out.place.layout
    out.place = Place(layout: layout)
    try body()
    if layout == .lines { out.append(UInt8(ascii: "\n")) }
    out.append(close)
    out.place = Place(layout: outer, step: .following)
  }

  private func separate() {
    switch (out.place.step, out.place.layout) {
    case (.behindName, _), (.first, .row), (.first, .stream): break
    case (.first, .lines), (.following, .stream): out.append(UInt8(ascii: "\n"))
    case (.following, .row): out.append(UInt8(ascii: ","))
    case (.following, .lines): out.append(",\n")
    }
    out.place.step = .following
  }

  /// Writes the name of a member, whose value comes next.
  package func member(_ name: StaticString) {
    separate()
    out.append(quoted: name, isName: true)
    out.place.step = .behindName
  }

  package func member(named name: String) { member(utf8: Array(name.utf8)) }

  /// Writes the name of a member as `write` spells it, with the colon; its value comes next.
  package func member(_ write: (OutputBuffer) -> Void) {
    spelled(write)
    out.place.step = .behindName
  }

  package func member(utf8 name: [UInt8]) {
    value(utf8: name)
    out.append(UInt8(ascii: ":"))
    out.place.step = .behindName
  }

  package func member<E: Error>(_ name: StaticString, _ body: () throws(E) -> Void) throws(E) {
    member(name)
    try body()
  }

  /// Writes a member; nothing where it has no value.
  package func member(_ name: StaticString, _ text: String?) {
    guard let text else { return }
    member(name)
    value(text)
  }

  package func member(_ name: StaticString, _ number: Int?) {
    guard let number else { return }
    member(name)
    value(number)
  }

  package func member(_ name: StaticString, _ isTrue: Bool?) {
    guard let isTrue else { return }
    member(name)
    value(isTrue)
  }

  package func member(_ name: StaticString, _ texts: [String]) {
    member(name)
    value(texts)
  }

  package func member(_ name: StaticString, _ field: Field) {
    member(name)
    value(field)
  }

  /// Writes a member that is a path, byte by byte what the system calls the file.
  package func member(_ name: StaticString, path: String) {
    member(name)
    value(utf8: path.pathBytes)
  }

  package func value(_ text: String) {
    separate()
    out.append(jsonString: text, safety: safety)
  }

  /// Writes a word that the program itself contains, and that needs no escapes.
  package func value(word: StaticString) {
    separate()
    out.append(quoted: word, isName: false)
  }

  package func value(_ number: Int) {
    separate()
    out.append(number)
  }

  package func value(_ isTrue: Bool) {
    separate()
    out.append(isTrue ? "true" : "false")
  }

  package func value(_ texts: [String]) { list(texts) { value($0) } }

  /// Writes the value of a record's field; an absent one as `null`.
  package func value(_ field: Field) {
    separate()
    out.append(jsonValue: field)
  }

  /// Writes a record's value on one line; an absent one as `null`.
  package func value(_ value: Value) {
    switch value {
    case .absent, .null: null()
    case .boolean(let flag): self.value(flag)
    case .number(let number): spelled { $0.append(number.utf8) }
    case .text(let text): self.value(utf8: text.utf8)
    case .object(let json), .array(let json): json.utf8.withBytes { json in spelled { $0.append(compactJSON: json) } }
    }
  }

  package func null() {
    separate()
    out.append("null")
  }

  package func value(utf8 bytes: BytesView) {
    separate()
    out.append(jsonString: bytes, safety: safety)
  }

  package func value(utf8 bytes: [UInt8]) { bytes.withBytes { value(utf8: $0) } }

  package func spelled(_ write: (OutputBuffer) -> Void) {
    separate()
    write(out)
  }
}
