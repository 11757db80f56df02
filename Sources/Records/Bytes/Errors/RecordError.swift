import Platform

/// An input that cannot be read, with the place where and the option that would help.
package struct RecordError: Error, Sendable, Equatable {
  package enum Kind: Sendable, Equatable {
    case system(operation: String, reason: String)
    case scratch(SpillError)
    case directory
    case noParts(isPattern: Bool)
    /// The files are those of a table that says elsewhere which of them count.
    case versioned(VersionedTable)
    case tooManyParts(limit: Int)
    /// A part of a table has other columns than the first one; how both are called, and the first part.
    case otherColumns([String], first: String, columns: [String])
    case otherRecords(PartKind, first: String, PartKind)
    /// The folders that a part is in say other columns than those of the first part.
    case otherFolders([String], first: String, columns: [String])
    case unknownFormat
    case ragged(cells: Int, expected: Int, by: Width)
    case nothingLeft(skipped: Int, expected: Int, by: Width)
    /// So many lines were to be left out that nothing stands behind them; how many there are.
    case noLinesLeft(first: Int, last: Int, lines: Int)
    /// A quote is never closed; the place is where it opened.
    case unterminatedQuote(quote: UInt8)
    /// A NUL byte; the encoding that it comes of, judging by where others are.
    case nulByte(encoding: String?)
    case foreign(ForeignFormat)
    /// The content is not what the file's name says; what it is, and what the name says.
    case misnamed(Misnamed, as: String)
    /// Neither a file nor, as `REV:PATH`, in git; what git says.
    case notInGit(reason: String)
    case address
    case zip(ZipProblem)
    /// What a plug-in's reader says is wrong with it, and what would help.
    case reported(String, hint: String?)
    case program(ProgramFailure)
    case invalidUTF8
    /// Two columns have the same name; the columns' numbers, counted from 1.
    case duplicateColumn(name: String, first: Int, second: Int)
    case emptyColumnName(column: Int)
    /// A column that was asked for does not exist; those that do.
    case unknownColumn(name: String, columns: [String])
    case unknownEncoding(String)
    case invalidEncoding(String)
    case truncated(format: String)
    case corrupt(format: String, reason: String)
    /// More bytes than an input may have, and whether they were inflated.
    case tooLarge(limit: Int, isInflated: Bool)
    /// Two options exclude each other, or one has a value that cannot be.
    case badOption(String)
    case changed
    /// Nobody waits for the records any more.
    case cancelled
    case json(JSONProblem)
  }

  package let kind: Kind
  /// The path, or another name of the input.
  package let file: String
  /// The line, counted from 1.
  package var line: Int?
  /// The place in the text, in bytes from 0, those of a byte order mark included.
  package var byte: Int?
  /// The record, counted from 0.
  package var record: Int?
  package var excerpt: Excerpt?
  var advice = Advice()

  package init(_ kind: Kind, file: String) {
    self.kind = kind
    self.file = file
  }

  package init(refused operation: String, file: String) {
    self.init(.system(operation: operation, reason: Errno.last.description), file: file)
  }

  package enum Width: Sendable {
    case header
    /// The first record, where there is no header.
    case firstRecord
    case columnNames
  }

  /// A table whose own log says which of the files in its folder count: those of removed records lie there, too.
  package enum VersionedTable: String, Sendable {
    case delta = "a Delta table"
    case hudi = "a Hudi table"
    case iceberg = "an Iceberg table"
  }

  package enum Misnamed: String, Sendable {
    case text = "it is text"
    case nothing = "it is empty"
    case unknown = "it is none"
  }

  package enum PartKind: String, Sendable {
    case delimited = "CSV"
    case json = "JSON"
    case objects = "JSON objects"
    case values = "plain values of JSON"
    case keyed = "an object of JSON objects"
    case pairs = "an object of plain values"
  }

  struct Advice: Sendable, Equatable {
    /// The delimiter, if the first lines decided on it.
    var delimiter: UInt8?
    /// Lines above the header that are none of the table.
    var titles: CSVTitles?
    /// How many lines from the record on do not fit, at the end of the text.
    var footer: Int?
    /// Whether the record could be read without the blanks before its cells.
    var skipsSpace = false
    /// Whether the record could be read if the escape held outside quotes, too.
    var escapesUnquoted = false
    /// Whether the record could be read if a backslash escaped quotes.
    var escapes = false
    /// What the flags for this input alone begin with; `nil` where there are none.
    var side: String?
    var nearestFile: String?
    /// Where in a document there are records with the column that was not found.
    var collections: [String] = []
  }

  /// The same error of an input that has options of its own, whose flags begin with `side`.
  package func of(side: String) -> RecordError {
    var error = self
    error.advice.side = side
    return error
  }

  func adding(titles: CSVTitles?) -> RecordError {
    var error = self
    error.advice.titles = titles
    return error
  }

  init(_ kind: Kind, in source: ByteSource, at byte: Int, record: Int? = nil) {
    self.init(kind, file: source.name)
    self.byte = source.start + byte
    self.record = record
    let shown = Excerpt.place(of: byte, in: source.text)
    line = 1 + LineIndex.lineEnds(in: source.text, 0..<(shown ?? byte))
    excerpt = shown.map { Excerpt(of: source.text, at: $0) }
  }

  package struct Excerpt: Sendable, Equatable {
    /// The line's part around the place; what cannot be shown is replaced.
    package let text: String
    /// How many columns of a terminal stand before the place.
    package let mark: Int
  }
}

extension RecordError.Excerpt {
  private static let before = 40
  private static let after = 30

  /// Where the line is that shows a place: behind the last text, where nothing but blanks stand on the place's own line
  /// and behind it; `nil` where there is no text at all.
  static func place(of byte: Int, in text: BytesView) -> Int? {
    func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || isBreak(byte) }
    let before = text.prefix(byte)
    guard text[before.endIndex...].allSatisfy(isBlank),
      before.reversed().prefix(while: { !isBreak($0) }).allSatisfy(isBlank)
    else { return byte }
    return before.lastIndex { !isBlank($0) }.map { $0 + 1 }
  }

  init(of text: BytesView, at place: Int) {
    let place = min(max(0, place), text.count)
    var start = place
    while start > 0 && place - start < Self.before && !Self.isBreak(text[start - 1]) { start -= 1 }
    var end = place
    while end < text.count && end - place < Self.after && !Self.isBreak(text[end]) { end += 1 }
    while start < place && text[start] & 0xC0 == 0x80 { start += 1 }
    while end > place && end < text.count && text[end] & 0xC0 == 0x80 { end -= 1 }
    let isCutBefore = start > 0 && !Self.isBreak(text[start - 1])
    let isCutAfter = end < text.count && !Self.isBreak(text[end])
    let head = Self.shown(text[start..<place])
    self.init(
      text: (isCutBefore ? "…" : "") + head.text + Self.shown(text[place..<end]).text + (isCutAfter ? "…" : ""),
      mark: (isCutBefore ? 1 : 0) + head.width)
  }

  /// The end of a text, and the byte that could not be made text as the others.
  init(of text: BytesView, before rest: Slice<BytesView>) {
    let head = Self(of: text, at: text.count)
    let sign = rest.first.map { Glyph(number: UInt32($0), digits: 2).sign } ?? ""
    let isCut = rest.dropFirst().first.map { !Self.isBreak($0) } ?? false
    self.init(text: head.text + sign + (isCut ? "…" : ""), mark: head.mark)
  }

  private static func isBreak(_ byte: UInt8) -> Bool { byte == 0x0A || byte == 0x0D }

  /// Text that keeps to one line and does nothing to a terminal, and the columns that it takes there.
  private static func shown(_ bytes: Slice<BytesView>) -> (text: String, width: Int) {
    var text = ""
    var width = 0
    for scalar in String(decoding: bytes, as: UTF8.self).unicodeScalars {
      let glyph = Glyph(scalar)
      if glyph.sign.isEmpty { text.unicodeScalars.append(scalar) } else { text += glyph.sign }
      width += glyph.width
    }
    return (text, width)
  }
}

extension RecordError {
  /// A hint at another program that makes the input readable; `nil` where no program is needed.
  ///
  /// `command` gives the command under way with standard input in place of a file, if it can be.
  func pipeHint(_ command: (String) -> String?) -> String? {
    guard let filter else { return nil }
    guard let path else { return "\(filter), in front of it in the pipe, makes it readable" }
    let hint = command(path).map { "\(filter) | \($0)" } ?? "\(filter) > FILE makes a file that can be read"
    guard case .foreign(let format) = kind, let remark = format.remark(on: path) else { return hint }
    return "\(hint), \(remark)"
  }

  private var path: String? { file == InputName.standardInput ? nil : file }

  /// A command that writes what can be read of the input to standard output, if one is known.
  private var filter: String? {
    switch kind {
    case .foreign(let format): format.filter(of: path)
    case .nulByte(encoding: nil): withoutNULs
    case .address: download.map { "\($0) \(file.shellWord)" }
    case .versioned(.delta): path.flatMap { $0.shellWord == $0 ? "duckdb -csv -c \"FROM delta_scan('\($0)')\"" : nil }
    default: nil
    }
  }

  /// What writes the file at an address to standard output, if that is known.
  private var download: String? {
    switch FilePath.scheme(of: file) {
    case "http", "https", "ftp", "ftps": "curl -fL"
    case "hdfs", "webhdfs", "viewfs": "hdfs dfs -cat"
    case "gs": "gcloud storage cat"
    default: nil
    }
  }

  private var withoutNULs: String {
    guard let path else { return "tr -d '\\000'" }
    let name = path.lowercased()
    let inflating = name.hasSuffix(".gz") ? "gzip" : name.hasSuffix(".zst") ? "zstd" : nil
    guard let inflating else { return "tr -d '\\000' < \(path.shellWord)" }
    return "\(inflating) -dc < \(path.shellWord) | tr -d '\\000'"
  }
}

extension RecordError: QuotingError {
  package var withoutQuotes: any Error {
    var error = self
    error.excerpt = nil
    return error
  }
}

package enum ZipProblem: Sendable, Equatable {
  case noArchive
  /// Several files are in it, or none, where one was wanted.
  case several([String])
  /// No such file is in it; those that are.
  case noMember(String, [String])
  /// Two files in it have this name.
  case repeated(String)
  case encrypted
  case unknownMethod(Int)

  private static let mostNames = 20

  var reason: String {
    switch self {
    case .noArchive: "this is no zip archive"
    case .several([]): "there is no file in the zip archive"
    case .several(let names): "there are \(names.count) files in the zip archive: \(Self.list(names))"
    case .noMember(let name, let names):
      "there is no '\(name)' in the zip archive\(Suggestion.phrase(for: name, among: names)); "
        + "there are: \(Self.list(names))"
    case .repeated(let name): "two files in the zip archive have the name '\(name)'"
    case .encrypted: "it is encrypted in the zip archive"
    case .unknownMethod(let number): "the zip archive packs it by method \(number), which is not known here"
    }
  }

  func hint(of archive: String?) -> Hint? {
    guard let archive else { return nil }
    return switch self {
    case .several(let names): names.first.map { Hint("\("\(archive)!\($0)".shellWord) reads one of them") }
    case .encrypted, .unknownMethod, .repeated: "unzip or 7z unpacks it"
    case .noArchive, .noMember: nil
    }
  }

  private static func list(_ names: [String]) -> String {
    names.prefix(mostNames).joined(separator: ", ") + (names.count > mostNames ? ", …" : "")
  }
}
