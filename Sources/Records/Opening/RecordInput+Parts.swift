import Platform

extension RecordInput {
  /// Opens a file as ``open(path:named:options:)`` does, or the files of a directory or of a pattern of the shell
  /// (`'out/*.csv.gz'`, `**`) as one table, in the order of their paths.
  ///
  /// - Parameter name: What messages call it; the path, if none is given.
  /// - Throws: `RecordError` if a file cannot be read, or does not fit the first one.
  package static func openTable(
    path: String, named name: String? = nil, options: ReadOptions = ReadOptions()
  ) throws(RecordError) -> RecordInput {
    guard let files = try PartFiles(path: path)?.files else {
      return try open(path: path, named: name, options: options)
    }
    return try open(files, name ?? path, options)
  }

  /// Opens files, each as ``openTable(path:named:options:)`` does, as one table, in the order of their paths.
  ///
  /// - Throws: `RecordError` if a file cannot be read, or does not fit the first one.
  package static func openTable(
    paths: [String], options: ReadOptions = ReadOptions()
  ) throws(RecordError) -> RecordInput {
    let name = paths.joined(separator: ", ")
    return try open(PartFiles(paths: paths, name: name).files, name, options)
  }

  /// Opens the files of a directory or of a pattern of the shell as one table; some of them may be read in a way of
  /// the caller's.
  ///
  /// - Parameter reader: Reads a file; `nil` where it is one like any other.
  /// - Throws: `RecordError` as ``openTable(path:named:options:)`` does; what `reader` throws.
  package static func openParts(
    path: String, named name: String? = nil, options: ReadOptions,
    by reader: @Sendable (String, ReadOptions) throws -> RecordInput?
  ) throws -> RecordInput {
    guard let files = try PartFiles(path: path)?.files else {
      return try open(path: path, named: name, options: options)
    }
    return try open(files, name ?? path, options, by: reader)
  }

  /// Opens files as one table, as ``openTable(paths:options:)`` does, where somebody may have a way of his own to read one
  /// of them.
  ///
  /// - Parameter reader: Reads a file; `nil` where it is one like any other.
  /// - Throws: `RecordError` as ``openTable(paths:options:)`` does; what `reader` throws.
  package static func openParts(
    paths: [String], options: ReadOptions,
    by reader: @Sendable (String, ReadOptions) throws -> RecordInput?
  ) throws -> RecordInput {
    let name = paths.joined(separator: ", ")
    return try open(PartFiles(paths: paths, name: name).files, name, options, by: reader)
  }

  /// The files that a path leads to: one, or those of a directory or a pattern.
  ///
  /// - Throws: `RecordError` where a directory cannot be read, or there is no file.
  package static func files(at path: String) throws(RecordError) -> [String] {
    try PartFiles(path: path)?.files.map(\.path) ?? [path]
  }

  private static func open(
    _ files: [PartFiles.File], _ name: String, _ given: ReadOptions
  ) throws(RecordError) -> RecordInput {
    do {
      return try open(files, name, given) { _, _ in nil }
    } catch {
      throw error as? RecordError
        ?? RecordError(.system(operation: "read", reason: "\(error)"), file: name)
    }
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
    guard let first = first ?? opened.first else {
      throw RecordError(.noParts(isPattern: false), file: name)
    }
    var parts: [RecordInput] = []
    for (part, file) in zip(opened, files) {
      let part = try part.text.isEmpty ? part.empty(like: first) : part.delimited(like: first)
      try part.checkFit(first, file, files[0])
      parts.append(part)
    }
    return RecordInput(name: name, parts: parts, like: first, files.map(\.folders))
  }

  /// The table of all parts, which are read on every core.
  func joinedTable(hashing key: [String]?) throws(RecordError) -> RecordTable {
    let header = Set(named: parts.lazy.compactMap(\.head?.columns).first { !$0.isEmpty } ?? [])
    let isInFiles = !format.isDelimited || key?.allSatisfy(header.contains) ?? true
    let tables: [RecordTable]
    do {
      tables = try RecordInput.inOrder(of: parts, source.options.workersOfAll) { part in
        try part.table(hashing: isInFiles && !part.text.isEmpty ? key : nil)
      }
    } catch {
      throw error as? RecordError
        ?? RecordError(.system(operation: "read", reason: "\(error)"), file: name)
    }
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

  // MARK: What fits

  /// An empty file as one of the first part's format.
  private func empty(like first: RecordInput) throws(RecordError) -> RecordInput {
    var source = source
    source.format = first.format.isDelimited ? first.format : .jsonl
    source.options.skipLines = 0
    return try RecordInput(source: source)
  }

  /// The same read with the first part's delimiter, where every part has decided on its own.
  private func delimited(like first: RecordInput) throws(RecordError) -> RecordInput {
    guard let dialect = first.head?.dialect, let mine = head?.dialect,
      mine.delimiter != dialect.delimiter
    else { return self }
    var source = source
    source.options.delimiter = dialect.delimiter
    return try RecordInput(source: source)
  }

  /// Makes sure that a part's records are those of the table that the first part begins.
  private func checkFit(
    _ first: RecordInput, _ file: PartFiles.File, _ firstFile: PartFiles.File
  ) throws(RecordError) {
    let (folders, expected) = (file.folders.map(\.column), firstFile.folders.map(\.column))
    if folders != expected {
      throw RecordError(
        .otherFolders(folders, first: firstFile.path, columns: expected), file: name)
    }
    guard !text.isEmpty else { return }
    guard format.isDelimited == first.format.isDelimited else {
      let (kind, other) =
        format.isDelimited
        ? (RecordError.PartKind.delimited, RecordError.PartKind.json) : (.json, .delimited)
      throw RecordError(.otherRecords(kind, first: first.name, other), file: name)
    }
    let columns = (mine: head?.columns ?? [], first: first.head?.columns ?? [])
    if columns.mine != columns.first {
      throw RecordError(
        .otherColumns(columns.mine, first: first.name, columns: columns.first), file: name)
    }
  }
}

extension ReadOptions {
  /// The options for each of so many parts, which share the threads.
  fileprivate func ofParts(_ count: Int) -> ReadOptions {
    var options = self
    let threads = Workers.threads(limit: workers)
    options.isPart = true
    options.workersOfAll = threads
    options.workers = max(1, threads / max(1, min(threads, count)))
    options.spilling = spilling.map {
      Spilling(folder: $0.folder, heldText: $0.heldText / max(1, count))
    }
    return options
  }
}
