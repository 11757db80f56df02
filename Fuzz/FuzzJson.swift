/// Reads the input as JSON or JSON Lines, in one part and in many, and then every field.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ data: UnsafePointer<UInt8>?, _ size: Int) -> CInt {
  guard let data, size >= 2 else { return 0 }
  var options = ReadOptions()
  options.format = data[0] & 1 == 0 ? .json : .jsonl
  options.workers = 1
  let bytes = Array(UnsafeBufferPointer(start: data + 2, count: size - 2))
  let whole = read(bytes, options)
  options.chunkSize = 1 + Int(data[1])
  guard whole == read(bytes, options) else { fatalError("parts make a difference") }
  return 0
}

/// Every value and hash, or the message of the error.
private func read(_ bytes: [UInt8], _ options: ReadOptions) -> [String] {
  do throws(RecordError) {
    let table = try RecordInput.read(bytes: bytes, name: "input", options: options).table()
    var cursor = table.makeCursor()
    var found = table.columns
    for record in 0..<table.count {
      for column in table.columns.indices {
        let field = cursor.field(record, column)
        guard field.isEqual(to: field) else { fatalError("a field is not equal to itself") }
        var hasher = FieldHasher()
        field.hash(into: &hasher)
        found.append("\(field.value) \(hasher.value)")
      }
      found.append("line \(table.line(of: record))")
    }
    return found
  } catch {
    return [error.message]
  }
}
