import CLuaBridge

extension LuaState {
  /// Makes the records of a data set readable; returns its number, for `LuaRecord(dataSet:row:)`.
  ///
  /// The data set lives as long as the state, or until it is taken back. A state holds at most 65,536 of them.
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
      dataSets[Int(number)] = dataSet
      return number
    }
    guard dataSets.count <= LB_LAST_SOURCE else { throw .tooManyDataSets }
    let number = lb_add_source(core, source, names.bytes, names.count, count)
    guard number >= 0 else { throw lastError() }
    dataSets.append(dataSet)
    return number
  }

  /// Takes a data set back of which Lua has seen no record; its number may be given to another one.
  package func unregister(dataSet number: Int32) { freeDataSets.append(number) }

  /// The data set that a record belongs to.
  package func dataSet(of record: LuaRecord) -> LuaDataSet? {
    let number = Int(record.dataSet)
    return dataSets.indices.contains(number) ? dataSets[number] : nil
  }

  /// Sends every value of a column through a Lua function before a script sees it; `nil` removes
  /// it.
  ///
  /// `function` has to be kept alive by the caller.
  package func setTransform(
    dataSet: Int32, column: Int, _ function: LuaFunction?
  ) throws(LuaError) {
    let done = lb_set_transform(
      core, dataSet, Int32(truncatingIfNeeded: column), function?.index ?? 0)
    guard done else { throw .noMemory }
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
  let bytes = UnsafeRawBufferPointer(start: name, count: length)
  switch set.resolve(String(decoding: bytes, as: UTF8.self)) {
  case .column(let column): return Int32(truncatingIfNeeded: column)
  case .unknown(let message):
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
