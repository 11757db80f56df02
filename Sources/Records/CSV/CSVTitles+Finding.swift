extension CSVTitles {
  /// Looks for a header further down that fits the records.
  ///
  /// - Parameter start: Where the first record may start.
  /// - Returns: `nil` unless there are titles.
  init?(above source: ByteSource, from start: Int, _ dialect: CSVDialect) {
    let sample = CSVSample(of: source.text, from: start, dialect)
    let common = sample.commonWidth
    let names = sample.records.map { sample.texts(of: $0) }
    guard let header = names.firstIndex(where: { Self.width(of: $0) > 1 && $0.count == common.cells }), header > 0,
      2 * common.count >= names.count - header, Self.mayName(names[header], below: names[(header + 1)...]),
      names[..<header].allSatisfy({ Self.width(of: $0) == 1 })
        || ValueLook.showsNames(names[header], below: names[(header + 1)...])
    else { return nil }
    let index = sample.records[header].range.lowerBound
    let first = source.text[sample.records[0].range.lowerBound]
    let areComments = sample.records[..<header].allSatisfy { source.text[$0.range.lowerBound] == first }
    self.init(
      lines: LineIndex.lineEnds(in: source.text, 0..<index),
      comment: areComments && [UInt8(ascii: "#"), UInt8(ascii: "%")].contains(first) ? first : nil)
  }

  /// How many cells there are without empty ones at the end, and at least one.
  private static func width(of cells: [String]) -> Int { max(1, 1 + (cells.lastIndex { !$0.isEmpty } ?? 0)) }

  private static func mayName(_ names: [String], below records: ArraySlice<[String]>) -> Bool {
    !names.contains("") && Set(named: names).count == names.count && names.contains { ValueLook($0) == nil }
      && ValueLook.value(among: names, below: records) == nil
  }
}
