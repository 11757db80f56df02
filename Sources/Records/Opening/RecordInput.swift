import Platform

/// An opened input: its bytes are there, its format is decided, and of CSV the header is read.
package final class RecordInput: Sendable {
  /// The path, or another name for messages.
  package let name: String
  /// The format that was asked for or recognised.
  package let format: InputFormat
  /// CSV's column names; `nil` where columns are known only after indexing: for JSON, and where cells beyond the header
  /// get columns.
  package let header: [String]?

  let source: ByteSource
  let head: CSVHead?
  /// The files that are the input, where those are several, and what the folders of each say.
  let parts: [RecordInput]
  let folders: [[FolderValue]]

  init(source: ByteSource) throws(RecordError) {
    name = source.name
    format = source.format
    self.source = source
    (parts, folders) = ([], [])
    head = try source.storage.reading(name) { () throws(RecordError) in
      source.format.isDelimited ? try CSVHead(of: source) : nil
    }
    header = source.options.ragged == .pad ? nil : head?.columns
  }

  /// Inputs that have been found to be parts of one table.
  ///
  /// - Parameter first: One of them that says what the others are: its format and its header.
  init(name: String, parts: [RecordInput], like first: RecordInput, _ folders: [[FolderValue]]) {
    self.name = name
    format = first.format
    source = first.source
    head = nil
    self.parts = parts
    self.folders = folders
    let names = Set(named: first.header ?? [])
    header = first.header.map { header in
      header + (folders.first ?? []).map(\.column).filter { !names.contains($0) }
    }
  }

  /// Opens a file, `REV:PATH` in git where no such file exists, or standard input for `-`.
  ///
  /// - Parameter name: What messages call it, and by which its format is told; the path, if none is given.
  /// - Throws: `RecordError` if it cannot be read or its header makes no sense.
  package static func open(
    path: String, named name: String? = nil, options: ReadOptions = ReadOptions()
  ) throws(RecordError) -> RecordInput {
    let name = name ?? InputName.of(path)
    let storage = try FileBytes.loadInput(path: path, name: name, options)
    return try RecordInput(source: Recognition.source(name, storage, options))
  }

  /// Reads bytes that are already there.
  ///
  /// - Throws: `RecordError` if the header makes no sense.
  package static func read(bytes: [UInt8], name: String, options: ReadOptions = ReadOptions())
    throws(RecordError) -> RecordInput
  {
    let storage = ByteStorage(copying: bytes)
    return try RecordInput(source: Recognition.source(name, storage, options))
  }

  /// The same with the places of its records in the temporary folder, if it was opened with one.
  ///
  /// - Parameter pages: Lives for as long as the records can be read.
  /// - Throws: `RecordError` if the header makes no sense.
  package func spillingIndex(_ pages: MappedPagesLimit) throws(RecordError) -> RecordInput {
    var spilling: [RecordInput] = []
    for part in parts { spilling.append(try part.spillingIndex(pages)) }
    guard parts.isEmpty else {
      return RecordInput(name: name, parts: spilling, like: self, folders)
    }
    var source = source
    source.options.spilling?.pages = pages
    return try RecordInput(source: source)
  }

  /// Indexes every record, in time linear in the input.
  ///
  /// - Parameter key: columns whose values are hashed in the same pass, in this order.
  /// - Throws: `RecordError` for the first record that cannot be read, or an unknown key column.
  package func table(hashing key: [String]? = nil) throws(RecordError) -> RecordTable {
    guard parts.isEmpty else { return try joinedTable(hashing: key) }
    return try source.storage.reading(name) { () throws(RecordError) in try readTable(hashing: key)
    }
  }

  private func readTable(hashing key: [String]?) throws(RecordError) -> RecordTable {
    guard let head else { return try JSONReader.table(of: source, hashing: key) }
    guard let key else { return try CSVReader.table(of: source, head: head, hashing: nil) }
    // The key may be all columns, of which there may be many.
    let places = Dictionary(zip(head.columns, head.columns.indices)) { first, _ in first }
    let columns = try key.map { name throws(RecordError) in
      if places[name] == nil, source.options.ragged != .pad {
        throw RecordError(.unknownColumn(name: name, columns: head.columns), file: self.name)
      }
      return places[name]
    }
    // A column beyond the header is not known yet: its hash is computed where it is needed.
    let known = columns.compactMap { $0 }
    return try CSVReader.table(
      of: source, head: head, hashing: known.count == columns.count ? known : nil)
  }
}
