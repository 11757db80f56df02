import Platform
import Synchronization

/// An opened input: its bytes are there, its format is decided, and of CSV the header is read.
package final class RecordInput: Sendable {
  package let name: String
  package let format: InputFormat
  /// CSV's column names; `nil` where only the records tell them: for JSON, and where cells beyond the header count.
  package let header: [String]?

  let source: ByteSource
  let head: CSVHead?
  /// The files that are the input, where those are several, and what the folders of each say.
  let parts: [RecordInput]
  let folders: [[FolderValue]]

  init(source: ByteSource) throws(RecordError) {
    name = source.name
    format = source.format
    (parts, folders) = ([], [])
    let (read, head) = try source.storage.reading(name) { () throws(RecordError) in
      let read = try source.withoutLastLines()
      return (read, try read.format.recordFamily.head(of: read))
    }
    (self.source, self.head) = (read, head)
    header = source.options.ragged == .pad ? nil : head?.columns
  }

  /// An input of the bytes of another one, which is read alike.
  private init(_ name: String, _ storage: ByteStorage, twinOf other: RecordInput) {
    self.name = name
    source = ByteSource(
      name: name, storage: storage, start: other.source.start, format: other.format, options: other.source.options,
      notes: [], footer: other.source.footer)
    (format, head, header, parts, folders) = (other.format, other.head, other.header, [], [])
  }

  /// Inputs that have been found to be parts of one table; `first` says what the others are: its format and its header.
  init(name: String, parts: [RecordInput], like first: RecordInput, _ folders: [[FolderValue]]) {
    self.name = name
    format = first.format
    source = first.source
    head = nil
    self.parts = parts
    self.folders = folders
    let names = Set(named: first.header ?? [])
    header = first.header.map { header in header + (folders.first ?? []).map(\.column).filter { !names.contains($0) } }
  }

  /// Opens a file, else `REV:PATH` in git, or standard input for `-`; its format is told by `name`.
  ///
  /// - Parameter other: An input that may have the same bytes, which saves time and changes nothing.
  package static func open(
    path: String, named name: String? = nil, options: ReadOptions = ReadOptions(), beside other: RecordInput? = nil
  ) throws(RecordError) -> RecordInput {
    let name = name ?? InputName.of(path)
    let storage = try FileBytes.loadInput(path: path, name: name, options)
    if let twin = other?.twin(name, storage, options) { return twin }
    return try RecordInput(source: Recognition.source(name, storage, options))
  }

  package static func read(bytes: [UInt8], name: String, options: ReadOptions = ReadOptions()) throws(RecordError)
    -> RecordInput
  {
    let storage = ByteStorage(copying: bytes)
    return try RecordInput(source: Recognition.source(name, storage, options))
  }

  /// The records of the first so many bytes as an input of their own, as far as a line end tells where they end.
  ///
  /// - Returns: `nil` where none does.
  /// - Throws: What is wrong with the bytes, where they alone are no such records.
  package func sample(ofBytes size: Int) throws(RecordError) -> RecordInput? {
    guard parts.isEmpty, format.hasRows || format == .jsonl,
      let end = text.prefix(size).lastIndex(of: Ascii.lineFeed)
    else { return nil }
    var options = source.options
    (options.format, options.encoding, options.meter, options.spilling) = (format, nil, nil, nil)
    options.skipLastLines = 0
    return try .read(bytes: Array(text[part: 0...end]), name: name, options: options)
  }

  /// The same with few of its pages in memory, if there is a temporary folder; `pages` lives as long as records can be
  /// read.
  ///
  /// - Parameter spillsPlaces: Whether the places of its records are in the folder.
  package func limiting(_ pages: MappedPagesLimit, spillsPlaces: Bool) throws(RecordError) -> RecordInput {
    var limited: [RecordInput] = []
    for part in parts { limited.append(try part.limiting(pages, spillsPlaces: spillsPlaces)) }
    guard parts.isEmpty else { return RecordInput(name: name, parts: limited, like: self, folders) }
    var source = source
    source.options.spilling?.pages = pages
    source.options.spilling?.spillsPlaces = spillsPlaces
    return try RecordInput(source: source)
  }

  /// Indexes every record, in linear time, and hashes the columns of `key` in the same pass, in this order.
  ///
  /// - Parameter known: A table that probably has many of the records, too, which saves time and changes nothing.
  package func table(hashing key: [String]? = nil, beside known: RecordTable? = nil) throws(RecordError) -> RecordTable
  {
    guard parts.isEmpty else { return try joinedTable(hashing: key) }
    return try source.storage.reading(name) { () throws(RecordError) in
      try format.recordFamily.table(of: source, head, hashing: key, beside: known)
    }
  }

  /// Whether this input has the same bytes as another one, and is read alike, so that it has the same table but for its
  /// name; only of what is held in memory, where bytes stay as they are.
  package func isTwin(of other: RecordInput) -> Bool {
    format.hasRows && format == other.format && parts.isEmpty && other.parts.isEmpty
      && source.storage.heldSize > 0 && other.source.storage.heldSize > 0 && text.isSame(as: other.text)
      && source.options == other.source.options
  }

  /// An input of the same bytes, which are held in memory, under a name that says the same of them; `nil` of others.
  ///
  /// What was found out by the bytes alone, as that they had to be converted, is noted: nothing was of a twin.
  private func twin(_ name: String, _ storage: ByteStorage, _ options: ReadOptions) -> RecordInput? {
    guard parts.isEmpty, source.notes.isEmpty, storage.heldSize > 0, source.storage.heldSize > 0,
      storage.bytes.isSame(as: source.storage.bytes), FilePath.name(of: name) == FilePath.name(of: self.name),
      options == source.options
    else { return nil }
    return RecordInput(name, storage, twinOf: self)
  }

  /// The table of an input that is the twin of another one, by the table of that.
  package func table(like other: RecordTable) -> RecordTable { other.twin(source) }

  /// Whether reading this input first and the other one beside it is worth more than reading both at once.
  package func leads(_ other: RecordInput) -> Bool {
    let least = 4 * (source.options.chunkSize ?? 1 << 20)
    return parts.isEmpty && other.parts.isEmpty && format.hasRows == other.format.hasRows
      && min(textSize, other.textSize) >= max(least, max(textSize, other.textSize) / 4)
  }
}

extension RecordInput {
  /// Opens a file as ``open(path:named:options:)`` does; or several as one table: those of a list, or of a directory or
  /// a pattern of the shell (`'out/*.csv.gz'`, `**`) in the order of their paths.
  ///
  /// With `isOneFile` a directory or a pattern is no input; `reader` reads one of several files, or gives `nil`.
  ///
  /// - Parameter other: An input that may have the same bytes, which saves time and changes nothing.
  package static func open(
    _ paths: [String], named name: String? = nil, options: ReadOptions = ReadOptions(), isOneFile: Bool = false,
    beside other: RecordInput? = nil,
    by reader: @Sendable (String, ReadOptions) throws -> RecordInput? = { _, _ in nil }
  ) throws -> RecordInput {
    if paths.count == 1 {
      guard !isOneFile, let files = try PartFiles(path: paths[0])?.files else {
        return try open(path: paths[0], named: name, options: options, beside: other)
      }
      return try open(files, name ?? paths[0], options, by: reader)
    }
    let name = name ?? paths.joined(separator: ", ")
    return try open(PartFiles(paths: paths, name: name).files, name, options, by: reader)
  }

  /// The files that a path leads to: one, or those of a directory or a pattern.
  package static func files(at path: String) throws(RecordError) -> [String] {
    try PartFiles(path: path)?.files.map(\.path) ?? [path]
  }

  private static func open(
    _ files: [PartFiles.File], _ name: String, _ given: ReadOptions,
    by reader: @Sendable (String, ReadOptions) throws -> RecordInput?
  ) throws -> RecordInput {
    let options = given.ofParts(files.count)
    let limit = PartsLimit(given.inputLimit, name: name)
    let opened = try inOrder(of: files, given.workers) { file in
      try limit.check()
      let part = try reader(file.path, options) ?? open(path: file.path, options: options)
      try limit.add(part.source.storage)
      return part
    }
    // An empty file has neither a header nor a format worth the name.
    let first = opened.first { !$0.text.isEmpty }
    guard let first = first ?? opened.first else { throw RecordError(.noParts(isPattern: false), file: name) }
    var parts: [RecordInput] = []
    for (part, file) in zip(opened, files) {
      let part = try part.text.isEmpty ? part.empty(like: first) : part.delimited(like: first)
      try part.checkFit(first, file, files[0])
      parts.append(part)
    }
    return RecordInput(name: name, parts: parts, like: first, files.map(\.folders))
  }

  private func joinedTable(hashing key: [String]?) throws(RecordError) -> RecordTable {
    let header = Set(named: parts.lazy.compactMap(\.head?.columns).first { !$0.isEmpty } ?? [])
    let isInFiles = !format.hasRows || key?.allSatisfy(header.contains) ?? true
    let tables: [RecordTable]
    do {
      tables = try RecordInput.inOrder(of: parts, source.options.workersOfAll) { part in
        try part.table(hashing: isInFiles && !part.text.isEmpty ? key : nil)
      }
    } catch { throw error as? RecordError ?? RecordError(.system(operation: "read", reason: "\(error)"), file: name) }
    return try PartedTable(name: name, tables: tables, folders: folders).table()
  }

  /// Does something with each of several files, on several threads; the error is that of the first that has one.
  private static func inOrder<Item: Sendable, Result: Sendable>(
    of items: [Item], _ workers: Int, _ body: @Sendable (Item) throws -> Result
  ) throws -> [Result] {
    let results = try Parallel.map(count: items.count, workers: workers, grain: 1) { range in
      try range.map { try body(items[$0]) }
    }
    return Array(results.joined())
  }

  /// An empty file as one of the first part's format.
  private func empty(like first: RecordInput) throws(RecordError) -> RecordInput {
    var source = source
    source.format = first.format.hasRows ? first.format : .jsonl
    (source.options.skipLines, source.options.skipLastLines) = (0, 0)
    return try RecordInput(source: source)
  }

  /// The same read with the first part's delimiter, where every part has decided on its own.
  private func delimited(like first: RecordInput) throws(RecordError) -> RecordInput {
    guard let dialect = first.head?.dialect, let mine = head?.dialect, mine.delimiter != dialect.delimiter else {
      return self
    }
    var source = source
    source.options.delimiter = dialect.delimiter
    return try RecordInput(source: source)
  }

  private func checkFit(_ first: RecordInput, _ file: PartFiles.File, _ firstFile: PartFiles.File) throws(RecordError) {
    let (folders, expected) = (file.folders.map(\.column), firstFile.folders.map(\.column))
    if folders != expected {
      throw RecordError(.otherFolders(folders, first: firstFile.path, columns: expected), file: name)
    }
    guard !text.isEmpty else { return }
    guard format.hasRows == first.format.hasRows else {
      let (kind, other) =
        format.hasRows ? (RecordError.PartKind.delimited, RecordError.PartKind.json) : (.json, .delimited)
      throw RecordError(.otherRecords(kind, first: first.name, other), file: name)
    }
    let columns = (mine: head?.columns ?? [], first: first.head?.columns ?? [])
    if columns.mine != columns.first {
      throw RecordError(.otherColumns(columns.mine, first: first.name, columns: columns.first), file: name)
    }
  }
}

extension ReadOptions {
  /// The options for each of so many parts, which share the threads.
  fileprivate func ofParts(_ count: Int) -> ReadOptions {
    var options = self
    let threads = Workers.threads(limit: workers)
    options.isPart = true
    options.archives = ZipArchives()
    options.workersOfAll = threads
    options.workers = max(1, threads / max(1, min(threads, count)))
    options.spilling = spilling.map { Spilling(folder: $0.folder, heldText: $0.heldText / max(1, count)) }
    return options
  }
}

/// Holds all parts of an input together to the limit that each of them is read under.
final class PartsLimit: Sendable {
  private let limit: InputLimit
  private let name: String
  private let most: Int
  private let sum = Atomic(0)

  init(_ limit: InputLimit, name: String) {
    self.limit = limit
    self.name = name
    most = limit.held()
  }

  func add(_ part: ByteStorage) throws(RecordError) {
    // Without a limit of its own, a file that is read where it lies may have any size.
    let size = limit == .automatic ? part.heldSize : part.size
    sum.add(size, ordering: .relaxed)
    try check()
  }

  func check() throws(RecordError) {
    guard sum.load(ordering: .relaxed) <= most else {
      throw RecordError(.tooLarge(limit: most, isInflated: false), file: name)
    }
  }
}
