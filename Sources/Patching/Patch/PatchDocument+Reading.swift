import Records

extension PatchDocument {
  /// Opens what may be a result, or a patch of another kind.
  ///
  /// - Parameter input: How the input is read: its limit of size and its watch for changes hold here too.
  /// - Throws: `RecordError` if it cannot be read.
  package static func input(
    path: String, as input: ReadOptions
  ) throws(RecordError) -> RecordInput {
    var options = ReadOptions()
    options.format = .json
    options.inputLimit = input.inputLimit
    options.watch = input.watch
    return try RecordInput.open(path: path, options: options)
  }

  /// Whether a text is read as a result: everything but a list, or an object that says nothing of a result.
  package static func isResult(_ input: RecordInput) -> Bool {
    guard let value = Field(json: input.text) else {
      return input.text.first { $0 > 0x20 } != UInt8(ascii: "[")
    }
    switch value.kind {
    case .array: return false
    case .object: return value["lunadiff"].kind != .absent
    default: return true
    }
  }

  /// Reads a result from bytes that are already there.
  ///
  /// - Throws: `RecordError` if it cannot be read, `PatchError` if it is no such result.
  package static func read(bytes: [UInt8], name: String) throws -> PatchDocument {
    var options = ReadOptions()
    options.format = .json
    return try read(RecordInput.read(bytes: bytes, name: name, options: options))
  }

  /// Reads a result that has been opened.
  ///
  /// - Throws: `RecordError` if it cannot be read, `PatchError` if it is no such result.
  package static func read(_ input: RecordInput) throws -> PatchDocument {
    let text = Array(input.text)
    let isLines = input.formatOfContent == .jsonl
    guard let start = text.first(where: { $0 > 0x20 }), let end = text.last(where: { $0 > 0x20 })
    else { throw PatchError(.notAResult("it is empty"), input: input.name) }
    guard start == UInt8(ascii: "{") else {
      throw PatchError(.notAResult("it is no JSON object"), input: input.name)
    }
    guard end == UInt8(ascii: "}") else {
      throw PatchError(
        .notAResult("it does not end with a brace: it is cut off"), input: input.name)
    }
    return try isLines ? lines(text, input.name) : object(text, input.name)
  }

  private static func lines(_ text: [UInt8], _ name: String) throws -> PatchDocument {
    let table = try self.table(text, name, .jsonl)
    let last = table.count - 1
    let isClosed = last > 0 && value(table, last, "summary").kind == .object
    guard isClosed else {
      throw PatchError(.notAResult("its last line has no \"summary\": it is cut off"), input: name)
    }
    let introduction = Field(.object, table.recordBytes(0))
    let head = try PatchHead(
      introduction: introduction, summary: value(table, last, "summary"), input: name)
    return try PatchDocument(
      name: name, head: head, table: table, records: 1..<last,
      patches: PatchScript.both(in: Field(.object, table.recordBytes(last))["patch"], name))
  }

  private static func object(_ text: [UInt8], _ name: String) throws -> PatchDocument {
    // In an array of its own the document is a record, so that errors inside it have their places.
    let whole = try table([UInt8(ascii: "[")] + text + [UInt8(ascii: "]")], name, .json)
    guard whole.count == 1 else {
      throw PatchError(.notAResult("it is no JSON object"), input: name)
    }
    let head = try PatchHead(
      introduction: Field(.object, whole.recordBytes(0)), summary: value(whole, 0, "summary"),
      input: name)
    let list = value(whole, 0, "changes")
    guard list.kind == .array else {
      throw PatchError(.notAResult("it has no member \"changes\""), input: name)
    }
    let changes = list.elements.isEmpty ? nil : try table(Array(list.bytes), name, .json)
    return try PatchDocument(
      name: name, head: head, table: changes, records: 0..<(changes?.count ?? 0),
      patches: PatchScript.both(in: value(whole, 0, "patch"), name))
  }

  private static func table(_ text: [UInt8], _ name: String, _ format: InputFormat) throws
    -> RecordTable
  {
    var options = ReadOptions()
    options.format = format
    return try RecordInput.read(bytes: text, name: name, options: options).table()
  }

  private static func value(_ table: RecordTable, _ record: Int, _ column: String) -> Field {
    var cursor = table.makeCursor()
    return table.columnIndex(of: column).map { cursor.field(record, $0) } ?? .absent
  }
}
