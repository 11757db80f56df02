import Platform

/// What happens to a record with fewer or more cells than the header.
package enum RaggedPolicy: String, Sendable, CaseIterable {
  case error
  /// Missing cells are absent; cells beyond the header stand in columns named by their place.
  case pad
  case skip

  /// How many cells beyond the header are kept, so that one damaged row does not give each record a million columns.
  static let mostBeyond = 1000
}

package struct ReadOptions: Sendable, Equatable {
  /// The format; `nil`: by the file's name, then by its content.
  package var format: InputFormat?
  /// The byte between cells; `nil`: sniffed among comma, semicolon, tab and bar.
  package var delimiter: UInt8?
  /// The byte around quoted cells; `nil`: the double quote.
  package var quote: UInt8?
  /// The byte that makes the next one literal inside quotes, beside doubled quotes; `nil`: none.
  package var escape: UInt8?
  /// Whether the escape holds outside quotes too, as MySQL, PostgreSQL and Hive write it.
  ///
  /// `\n`, `\t` and the like then are control characters, and an unquoted `\N` is null.
  package var escapesUnquoted = false
  /// Whether spaces before a cell and around its quotes are left out.
  package var skipsSpace = false
  /// The byte that makes a line a comment when it is the line's first; `nil`: none.
  package var comment: UInt8?
  /// The byte that ends a record; `nil`: LF, CRLF or a lone CR.
  package var terminator: UInt8?
  /// Whether quotes mean anything; if not, they are text.
  package var isQuoting = true
  /// Whether two quotes inside quotes stand for one.
  package var doublesQuotes = true
  /// Whether the first record names the columns, which else are `1`, `2` and so on.
  package var hasHeader = true
  /// The names of the columns of delimited text without a header; `nil`: what `hasHeader` says.
  package var columnNames: [String]?
  /// Whether duplicate and empty column names are made distinct instead of refused.
  package var renamesHeaders = false
  /// Texts of *unquoted* cells that mean null.
  package var nullTokens: [String] = []
  /// The name of an encoding that iconv knows; `nil`: UTF-8, or what a byte order mark says.
  package var encoding: String?
  package var skipLines = 0
  package var skipLastLines = 0
  package var ragged = RaggedPolicy.error
  /// The JSON Pointer of the collection inside a document.
  package var pointer: String?
  /// The member that holds a section's records, in nested JSON.
  package var elements: String?
  /// Members that are the first columns of JSON, even if no record has them.
  package var members: [String] = []
  package var inputLimit = InputLimit.automatic
  /// How many threads read; `0`: as many as there are cores.
  package var workers = 0
  /// Whether lines of the text mean anything to a person; not where a script made the text.
  package var hasLines = true
  /// Whether the caller may know formats that are not read here.
  package var readsAnything = false
  /// The name of what was inflated already, whatever the input's name says; `nil`: nothing was.
  package var inflatedName: String?
  /// Whether the text is a part of a table, all of which are read alike.
  package var isPart = false
  package var workersOfAll = 0
  /// The zip archives of the parts.
  package var archives: ZipArchives?
  /// What goes to the temporary folder; `nil`: nothing, everything is held in memory.
  package var spilling: Spilling?
  /// Counts the bytes in which records have been found, and knows whether anybody still waits for them.
  package var meter: WorkMeter?
  /// Who asks whether files change that are opened with these options.
  package var watch: InputWatch?
  /// The folder that files have to be in, links followed; `nil`: they may be anywhere, in git too.
  package var folder: String?
  /// Bytes a parallel piece of work covers; `nil`: chosen by size.
  ///
  /// Results never depend on it.
  package var chunkSize: Int?
  /// Smaller files are read, which is faster than mapping them and cannot go wrong later.
  package var smallestMapping = 1 << 16

  package init() {}

  /// These options, and where they say nothing those of others; of what a user can say.
  package func laid(over base: ReadOptions) -> ReadOptions {
    var result = self
    if quote == nil, isQuoting { (result.quote, result.isQuoting) = (base.quote, base.isQuoting) }
    result.fill(from: base)
    return result
  }

  private static let usual = ReadOptions()

  /// Takes from others what is as it is where nobody says anything.
  private mutating func fill(from base: ReadOptions) {
    let usual = Self.usual
    func fill<Setting: Equatable>(_ place: inout Setting, _ usual: Setting, _ given: Setting) {
      if place == usual { place = given }
    }
    fill(&format, usual.format, base.format)
    fill(&delimiter, usual.delimiter, base.delimiter)
    fill(&escape, usual.escape, base.escape)
    fill(&comment, usual.comment, base.comment)
    fill(&escapesUnquoted, usual.escapesUnquoted, base.escapesUnquoted)
    fill(&skipsSpace, usual.skipsSpace, base.skipsSpace)
    fill(&hasHeader, usual.hasHeader, base.hasHeader)
    fill(&renamesHeaders, usual.renamesHeaders, base.renamesHeaders)
    fill(&encoding, usual.encoding, base.encoding)
    fill(&pointer, usual.pointer, base.pointer)
    fill(&elements, usual.elements, base.elements)
    fill(&columnNames, usual.columnNames, base.columnNames)
    fill(&nullTokens, usual.nullTokens, base.nullTokens)
    fill(&skipLines, usual.skipLines, base.skipLines)
    fill(&skipLastLines, usual.skipLastLines, base.skipLastLines)
    fill(&ragged, usual.ragged, base.ragged)
    fill(&inputLimit, usual.inputLimit, base.inputLimit)
  }

  var readsHeader: Bool { hasHeader && columnNames == nil }

  /// Texts of unquoted cells that mean null, the one that an escape makes included.
  var nullTexts: [String] {
    guard hasUnquotedEscapes, let escape else { return nullTokens }
    return nullTokens + [String(Character(Unicode.Scalar(escape))) + "N"]
  }

  /// Whether the escape holds outside quotes, as it must where there are none.
  var hasUnquotedEscapes: Bool { escape != nil && (escapesUnquoted || !isQuoting) }

  /// Refuses a file that is not in the folder.
  package func checkPlace(of path: String) throws(RecordError) {
    guard let folder, !FilePath.isInside(path, folder) else { return }
    throw RecordError(.system(operation: "open", reason: "it is a link that leaves the folder \(folder)"), file: path)
  }

  func checkWanted(_ name: String) throws(RecordError) {
    if meter?.isCancelled == true { throw RecordError(.cancelled, file: name) }
  }

  var width: RecordError.Width {
    if columnNames != nil { return .columnNames }
    return hasHeader ? .header : .firstRecord
  }
}

extension ReadOptions {
  /// Options that are set though no input of a format has a use for them, by their names as flags without dashes.
  package func idle(in format: InputFormat) -> [String] { format.hasRows ? documentOptions : textOptions }

  private var documentOptions: [String] { pointer == nil ? [] : ["at"] }

  private var textOptions: [String] {
    let options: [(name: String, isSet: Bool)] = [
      ("delimiter", delimiter != nil), ("quote", quote != nil || !isQuoting), ("escape", escape != nil),
      ("escape-unquoted", escapesUnquoted), ("skip-space", skipsSpace), ("comment", comment != nil),
      ("no-header", !hasHeader), ("columns", columnNames != nil), ("rename-headers", renamesHeaders),
      ("null", !nullTokens.isEmpty), ("skip-lines", skipLines > 0),
      ("skip-last-lines", skipLastLines > 0), ("ragged", ragged != .error),
    ]
    return options.filter(\.isSet).map(\.name)
  }
}
