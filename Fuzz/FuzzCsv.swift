import Platform

/// What one way of reading found.
private struct Finding: Equatable {
  var starts: [Int] = []
  var hashes: [UInt64] = []
  var failure: RecordError.Kind?
  var byte: Int?

  init(_ index: RecordIndex) {
    starts = Array(UnsafeBufferPointer(start: index.starts, count: index.count))
    hashes = index.hashes
  }

  init(_ error: RecordError) {
    failure = error.kind
    byte = error.byte
  }
}

/// The options that some bits stand for.
private func options(_ bits: UInt8, _ more: UInt8) -> ReadOptions {
  var options = ReadOptions()
  options.format = .csv
  options.workers = 1
  options.delimiter = bits & 1 == 0 ? UInt8(ascii: ",") : nil
  options.hasHeader = bits & 2 == 0
  options.renamesHeaders = true
  options.ragged = RaggedPolicy.allCases[Int(bits >> 2) % 3]
  options.comment = bits & 0x10 == 0 ? nil : UInt8(ascii: "#")
  options.escape = bits & 0x20 == 0 ? nil : UInt8(ascii: "\\")
  options.nullTokens = bits & 0x40 == 0 ? [] : ["", "N"]
  options.isQuoting = bits & 0x80 == 0
  options.chunkSize = 1 + Int(more)
  return options
}

private func carefully(_ plan: CSVPlan) -> Finding {
  let chunk = CSVChunk(plan: plan)
  chunk.reset(start: plan.bodyStart)
  CSVCarefulScan(plan: plan, sight: plan.text.count).run(chunk, to: plan.text.count)
  if let failure = chunk.failure {
    return Finding(
      RecordError(failure.kind, in: plan.source, at: failure.byte, record: failure.record))
  }
  let index = RecordIndex(hasEnds: plan.needsEnds)
  index.append(chunk.records)
  let skipped = chunk.tally.skipped.total
  if skipped > 0, index.hasOnlyBlanks {
    return Finding(CSVAdvice(plan).nothingLeft(of: skipped))
  }
  return Finding(index)
}

private func fast(_ plan: CSVPlan) -> Finding {
  do throws(RecordError) {
    return Finding(try CSVIndexer(plan: plan).run().0)
  } catch {
    return Finding(error)
  }
}

/// Reads the input in parts and from front to back, and then every field.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ data: UnsafePointer<UInt8>?, _ size: Int) -> CInt {
  guard let data, size >= 2 else { return 0 }
  let options = options(data[0], data[1])
  let storage = ByteStorage(copying: Array(BytesView(start: data + 2, count: size - 2)))
  guard let source = try? Recognition.source("input", storage, options),
    let head = try? CSVHead(of: source)
  else { return 0 }
  let key = head.columns.isEmpty ? [] : [head.columns.count - 1, 0]
  let plan = CSVPlan(source: source, head: head, key: key)
  let (slow, quick) = (carefully(plan), fast(plan))
  guard slow == quick else { fatalError("the readers do not agree: \(slow) \(quick)") }
  guard let table = try? CSVReader.table(of: source, head: head, hashing: key) else { return 0 }
  checkFurtherLine(data + 2, size - 2, options, table)
  var cursor = table.makeCursor()
  for record in 0..<table.count {
    var hasher = FieldHasher()
    for column in key { cursor.field(record, column).hash(into: &hasher) }
    guard hasher.value == table.identityHashes[record] else { fatalError("hashes differ") }
    for column in table.columns.indices { _ = cursor.field(record, column).value }
    _ = table.line(of: record)
  }
  return 0
}

/// A line more is a record more where there is one column and no header: none of those before it comes or goes.
private func checkFurtherLine(
  _ data: UnsafePointer<UInt8>, _ size: Int, _ options: ReadOptions, _ table: RecordTable
) {
  let text = Array(BytesView(start: data, count: size))
  guard !options.hasHeader, options.delimiter != nil, text.last == 0x0A else { return }
  let longer = try? RecordInput.read(
    bytes: text + Array("z\n".utf8), name: "input", options: options
  ).table()
  guard let longer, longer.columns.count == 1 else { return }
  guard longer.count == table.count + 1 else { fatalError("a line more changes those before it") }
}
