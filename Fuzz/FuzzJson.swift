/// Reads the input as JSON in every arrangement, in one part and in many, and checks what is read.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ data: UnsafePointer<UInt8>?, _ size: Int) -> CInt {
  guard let data, size >= 2 else { return 0 }
  let bytes = Array(UnsafeBufferPointer(start: data + 2, count: size - 2))
  var options = ReadOptions()
  options.format = data[0] & 1 == 0 ? .json : .jsonl
  options.elements = data[0] & 2 == 0 ? nil : "a"
  options.pointer = data[0] & 12 == 4 ? "/a" : nil
  options.workers = 1
  let key = data[0] & 16 == 0 ? nil : ["a"]
  let whole = read(bytes, options, key)
  options.chunkSize = 1 + Int(data[1])
  options.workers = 1 + Int(data[0] >> 7)
  guard whole.facts == read(bytes, options, key).facts else {
    fatalError("parts make a difference")
  }
  if options.format == .json, bytes.first != 0xEF, bytes.first != 0xFE, bytes.first != 0xFF,
    !bytes.contains(0), let isValid = whole.isValid,
    isValid != (JSONOracle(bytes) != nil)
  {
    fatalError("the readers do not agree")
  }
  return 0
}

private func read(
  _ bytes: [UInt8], _ options: ReadOptions, _ key: [String]?
) -> (facts: [String], isValid: Bool?) {
  do throws(RecordError) {
    let table = try RecordInput.read(bytes: bytes, name: "input", options: options)
      .table(hashing: key)
    return (facts(table) + (table.sections.map(facts) ?? []), true)
  } catch {
    guard case .json(let problem) = error.kind else { return ([error.message], nil) }
    if let excerpt = error.excerpt, excerpt.text.allSatisfy(\.isWhitespace) {
      fatalError("an error shows an empty line")
    }
    return (
      [error.message], problem.isValidJSON ? nil : problem == .mistake(.tooDeep) ? nil : false
    )
  }
}

private func facts(_ table: RecordTable) -> [String] {
  var cursor = table.makeCursor()
  var found = table.columns + table.identityHashes.map { "\($0)" }
  found += table.sectionStarts.map { "\($0)" } + table.notes.map(\.message)
  let paths = ["a.a", "a.b.c"].compactMap { table.columnIndex(of: $0) }
  let key = table.columnIndex(of: "a")
  var values: [UInt64: Value] = [:]
  for record in 0..<table.count {
    for column in Array(table.columns.indices) + paths {
      let field = cursor.field(record, column)
      guard field.isEqual(to: field) else { fatalError("a field is not equal to itself") }
      var hasher = FieldHasher()
      field.hash(into: &hasher)
      found.append("\(field.value) \(hasher.value)")
      guard values.updateValue(field.value, forKey: hasher.value) ?? field.value == field.value
      else {
        fatalError("two values share a hash")
      }
      if column == key, !table.identityHashes.isEmpty,
        hasher.value != table.identityHashes[record]
      {
        fatalError("a key is hashed in two ways")
      }
    }
    found.append("line \(table.line(of: record))")
    found.append(String(decoding: table.recordBytes(record), as: UTF8.self))
  }
  return found
}
