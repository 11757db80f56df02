import CLuaBridge
import Platform

extension LuaState {
  /// Makes the records of a data set readable; returns its number, for `LuaRecord(dataSet:row:)`.
  ///
  /// The data set lives as long as the state, or until it is taken back and another one has its place. A state holds at
  /// most 65,536 of them at a time.
  package func register(_ dataSet: LuaDataSet) throws(LuaError) -> Int32 {
    var names = lb_buffer()
    defer { lb_buffer_free(&names) }
    for column in dataSet.columns { put(Array(column.utf8), to: &names) }
    let source = lb_source(
      context: dataSet.context, owner: Unmanaged.passUnretained(dataSet).toOpaque(),
      field: dataSet.read, resolve: resolveColumn, nested: readNested, describe: describeRow)
    let count = Int32(truncatingIfNeeded: dataSet.columns.count)
    if let number = freeDataSets.last {
      guard lb_replace_source(core, number, source, names.bytes, names.count, count) else {
        throw lastError()
      }
      freeDataSets.removeLast()
      dataSet.number = number
      dataSets[Int(number) & LB_LAST_SOURCE] = dataSet
      return number
    }
    guard dataSets.count <= LB_LAST_SOURCE else { throw .tooManyDataSets }
    let number = lb_add_source(core, source, names.bytes, names.count, count)
    guard number >= 0 else { throw lastError() }
    dataSet.number = number
    dataSets.append(dataSet)
    return number
  }

  /// Takes a data set back, whose place may be given to another one.
  ///
  /// - Parameter isLent: Whether Lua has seen a record of it. Then the next one gets another number, so that such a record
  ///   is told from those of the next; a place whose numbers are used up is given to none any more.
  package func unregister(dataSet number: Int32, isLent: Bool) {
    let next = isLent ? number + Int32(LB_SOURCE_GENERATION) : number
    if next <= LB_LAST_NUMBER { freeDataSets.append(next) }
  }

  /// The columns of a record's data set, in order; none for a record of no data set.
  package func columns(of record: LuaRecord) -> [String] {
    dataSet(of: record)?.columns ?? []
  }

  /// The data set that a record belongs to; `nil` for none, and for one that was taken back and replaced.
  package func dataSet(of record: LuaRecord) -> LuaDataSet? {
    let place = Int(record.dataSet) & LB_LAST_SOURCE
    guard dataSets.indices.contains(place), dataSets[place].number == record.dataSet else {
      return nil
    }
    return dataSets[place]
  }
}

private func dataSet(_ owner: UnsafeMutableRawPointer?) -> LuaDataSet? {
  owner.map { Unmanaged<LuaDataSet>.fromOpaque($0).takeUnretainedValue() }
}

private func resolveColumn(
  _ owner: UnsafeMutableRawPointer?, _ name: UnsafePointer<CChar>?, _ length: Int,
  _ out: UnsafeMutablePointer<lb_field>?
) -> Int32 {
  guard let set = dataSet(owner) else { return -1 }
  let bytes = BytesView(start: name, count: length)
  switch set.resolve(String(decoding: bytes, as: UTF8.self)) {
  case .column(let column): return Int32(truncatingIfNeeded: column)
  case .unknown(let message):
    var error = LuaError(message)
    error.complaint = .unknownColumn
    set.state.thrown = (Array(message.utf8), error)
    set.lend(message, to: out)
    return -1
  }
}

private func readNested(_ owner: UnsafeMutableRawPointer?, _ row: Int64, _ column: Int32) -> Int32 {
  guard let set = dataSet(owner) else { return 0 }
  do throws(LuaError) {
    return set.state.reply(.one(try set.nested(Int(row), Int(column))))
  } catch {
    set.state.reply(error, from: "index")
    return -1
  }
}

private func describeRow(
  _ owner: UnsafeMutableRawPointer?, _ row: Int64, _ out: UnsafeMutablePointer<lb_field>?
) {
  guard let set = dataSet(owner) else { return }
  set.lend(set.describe(Int(row)), to: out)
}
