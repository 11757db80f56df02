extension LuaState {
  /// The columns of a record's data set, in order; none for a record of no data set.
  package func columns(of record: LuaRecord) -> [String] {
    dataSet(of: record)?.columns ?? []
  }
}
