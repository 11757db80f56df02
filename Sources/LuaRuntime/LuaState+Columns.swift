extension LuaState {
  /// The columns of a record's data set, in order; none for a record of no data set.
  package func columns(of record: LuaRecord) -> [String] {
    let number = Int(record.dataSet)
    return dataSets.indices.contains(number) ? dataSets[number].columns : []
  }
}
