import Platform

/// An input that cannot be read, with the place where and the option that would help.
package struct RecordError: Error, Sendable, Equatable {
  /// What is wrong.
  package enum Kind: Sendable, Equatable {
    /// The system refused: what was tried, and the system's reason.
    case system(operation: String, reason: String)
    /// The temporary folder does not take what does not fit into memory.
    case scratch(SpillError)
    /// The path is a directory, where one file is needed.
    case directory
    /// There is no file in the directory, or none that the pattern matches.
    case noParts(isPattern: Bool)
    /// The files are those of a table that says elsewhere which of them count.
    case versioned(VersionedTable)
    /// More files in the directory than can be one table.
    case tooManyParts(limit: Int)
    /// A part of a table has other columns than the first one; how both are called, and the first part.
    case otherColumns([String], first: String, columns: [String])
    /// A part of a table holds another kind of records than the first one.
    case otherRecords(PartKind, first: String, PartKind)
    /// The folders that a part is in say other columns than those of the first part.
    case otherFolders([String], first: String, columns: [String])
    /// The name says nothing about the format, nor does the content.
    case unknownFormat
    /// A record has another number of cells than there are columns.
    case ragged(cells: Int, expected: Int, by: Width)
    /// All records were left out for their number of cells.
    case nothingLeft(skipped: Int, expected: Int, by: Width)
    /// So many lines were to be left out that nothing stands behind them; how many there are.
    case nothingBehindLines(skipped: Int, lines: Int)
    /// A quote is never closed; the place is where it opened.
    case unterminatedQuote(quote: UInt8)
    /// A NUL byte; the encoding that it comes of, judging by where others are.
    case nulByte(encoding: String?)
    /// Another format than those that are read.
    case foreign(ForeignFormat)
    /// The content is not what the file's name says; what it is, and what the name says.
    case misnamed(Misnamed, as: String)
    /// Neither a file nor, as `REV:PATH`, in git; what git says.
    case notInGit(reason: String)
    /// An address and no file.
    case address
    /// A zip archive is in the way.
    case zip(ZipProblem)
    /// What a plug-in's reader says is wrong with it, and what would help.
    case reported(String, hint: String?)
    /// A program that was to read it gave no records.
    case program(ProgramFailure)
    /// Bytes that are not UTF-8.
    case invalidUTF8
    /// Two columns have the same name; the columns' numbers, counted from 1.
    case duplicateColumn(name: String, first: Int, second: Int)
    /// A column has no name; its number, counted from 1.
    case emptyColumnName(column: Int)
    /// A column that was asked for does not exist; those that do.
    case unknownColumn(name: String, columns: [String])
    /// iconv does not know the encoding.
    case unknownEncoding(String)
    /// Bytes that the encoding does not know.
    case invalidEncoding(String)
    /// A compressed stream ends early.
    case truncated(format: String)
    /// A compressed stream is damaged: the library's reason.
    case corrupt(format: String, reason: String)
    /// More bytes than an input may have, and whether they were inflated.
    case tooLarge(limit: Int, isInflated: Bool)
    /// Two options exclude each other, or one has a value that cannot be.
    case badOption(String)
    /// The file changed while it was being read.
    case changed
    /// Nobody waits for the records any more.
    case cancelled
    /// Something is wrong with JSON.
    case json(JSONProblem)
  }

  /// What is wrong.
  package let kind: Kind
  /// The path, or another name of the input.
  package let file: String
  /// The line, counted from 1.
  package var line: Int?
  /// The place in the text, in bytes from 0, those of a byte order mark included.
  package var byte: Int?
  /// The record, counted from 0.
  package var record: Int?
  /// The offending line, shortened.
  package var excerpt: Excerpt?
  /// What was found about the whole input that a hint needs.
  var advice = Advice()

  /// An error without a place.
  package init(_ kind: Kind, file: String) {
    self.kind = kind
    self.file = file
  }

  /// The system has refused the last call.
  package init(refused operation: String, file: String) {
    self.init(.system(operation: operation, reason: Errno.last.description), file: file)
  }

  /// What says how many cells a record has.
  package enum Width: Sendable {
    /// The header.
    case header
    /// The first record, where there is no header.
    case firstRecord
    /// The names that were given for the columns.
    case columnNames
  }

  /// A table whose own log says which of the files in its folder count: those of removed records lie there, too.
  package enum VersionedTable: String, Sendable {
    case delta = "a Delta table"
    case hudi = "a Hudi table"
    case iceberg = "an Iceberg table"
  }

  /// What a file holds whose name says something else.
  package enum Misnamed: String, Sendable {
    case text = "it is text"
    case nothing = "it is empty"
    case unknown = "it is none"
  }

  /// What a file that is a part of a table can hold.
  package enum PartKind: String, Sendable {
    case delimited = "CSV"
    case json = "JSON"
    case objects = "JSON objects"
    case values = "plain values of JSON"
    case keyed = "an object of JSON objects"
  }

  /// What a look at the whole input found.
  struct Advice: Sendable, Equatable {
    /// The delimiter, if the first lines decided on it.
    var delimiter: UInt8?
    /// Lines above the header that are none of the table.
    var titles: CSVTitles?
    /// Whether the record could be read without the blanks before its cells.
    var skipsSpace = false
    /// Whether the record could be read if the escape held outside quotes, too.
    var escapesUnquoted = false
    /// What the flags for this input alone begin with; `nil` where there are none.
    var side: String?
    /// The file that was probably meant.
    var nearestFile: String?
    /// The first table of a database.
    var table: String?
    /// Where in a document there are records with the column that was not found.
    var collections: [String] = []
  }

  /// The same error of an input that has options of its own.
  ///
  /// - Parameter side: What the flags for this input alone begin with.
  package func of(side: String) -> RecordError {
    var error = self
    error.advice.side = side
    return error
  }

  /// The same error with titles that may be its cause.
  func adding(titles: CSVTitles?) -> RecordError {
    var error = self
    error.advice.titles = titles
    return error
  }

  /// An error at a place of a source's text behind its byte order mark.
  init(_ kind: Kind, in source: ByteSource, at byte: Int, record: Int? = nil) {
    self.init(kind, file: source.name)
    self.byte = source.start + byte
    self.record = record
    let shown = Excerpt.place(of: byte, in: source.text)
    line = 1 + LineIndex.lineEnds(in: source.text, 0..<(shown ?? byte))
    excerpt = shown.map { Excerpt(of: source.text, at: $0) }
  }

  /// An offending line, shortened, and the place in it.
  package struct Excerpt: Sendable, Equatable {
    /// The line's part around the place; what cannot be shown is replaced.
    package let text: String
    /// How many columns of a terminal stand before the place.
    package let mark: Int
  }
}
