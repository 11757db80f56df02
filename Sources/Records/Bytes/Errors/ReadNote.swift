import Platform

/// Something noticed while reading that is no error: a decision taken, or what a lenient mode let through.
package struct ReadNote: Sendable, Equatable {
  package enum Kind: Sendable, Equatable {
    case sniffedDelimiter(UInt8)
    case declaredDelimiter(UInt8)
    /// The format was neither given nor told by the name, and decided by content.
    case sniffedFormat(InputFormat)
    case convertedEncoding(String)
    /// A byte order mark says another encoding than was asked for, and was believed.
    case overruledEncoding(asked: String, mark: String)
    /// A name in the header looks like a value; the column's number, counted from 1.
    case recordAsHeader(column: Int, name: String)
    /// Column names were made distinct: those that are new.
    case renamedColumns([String])
    /// Short records, the line of the first, and how many lines they are at the end of the file, if all are there.
    case paddedRecords(count: Int, firstLine: Int, footer: Int? = nil)
    /// Records that had cells beyond the header, the line of the first, and the names of the columns for these.
    case widenedRecords(count: Int, firstLine: Int, columns: [String])
    case skippedRecords(count: Int, firstLine: Int)
    case titleLines(Int)
    /// A document's records are the wrapping of lists of records; pointers to these.
    case wrappedLists([String])
    /// Cells with quotes in places where quotes mean nothing, kept as text, and the first's line.
    case strayQuotes(count: Int, firstLine: Int)
    /// Such cells whose quotes stand behind spaces, and the first's line.
    case spacedQuotes(count: Int, firstLine: Int)
    /// A quoted cell that goes on over so many lines that a quote seems to be missing, and its first line.
    case longCell(lines: Int, firstLine: Int)
    /// Records that begin with a byte order mark, and the first's line.
    case innerMarks(count: Int, firstLine: Int)
    /// Such cells whose quotes stand behind a backslash, and the first's line.
    case escapedQuotes(count: Int, firstLine: Int)
    /// A note of one of the files that are the table, and the file's name.
    indirect case ofPart(String, ReadNote)
    case other(String, isWarning: Bool)
  }

  package let kind: Kind

  package init(_ kind: Kind) { self.kind = kind }

  /// Whether a person should see it without asking for details.
  package var isWarning: Bool {
    switch kind {
    case .sniffedDelimiter, .declaredDelimiter, .sniffedFormat, .convertedEncoding: false
    case .overruledEncoding, .recordAsHeader, .renamedColumns, .paddedRecords, .widenedRecords, .skippedRecords,
      .titleLines, .wrappedLists, .strayQuotes, .spacedQuotes, .longCell, .innerMarks, .escapedQuotes:
      true
    case .ofPart(_, let note): note.isWarning
    case .other(_, let isWarning): isWarning
    }
  }

  /// Whether a result may be wrong because of it, so that it is said even where nothing else is.
  package var isDoubtful: Bool {
    switch kind {
    case .recordAsHeader, .titleLines, .wrappedLists, .longCell, .innerMarks: true
    case .ofPart(_, let note): note.isDoubtful
    case .sniffedDelimiter, .declaredDelimiter, .sniffedFormat, .convertedEncoding, .overruledEncoding, .renamedColumns,
      .paddedRecords, .widenedRecords, .skippedRecords, .strayQuotes, .spacedQuotes, .escapedQuotes, .other:
      false
    }
  }
}

extension ReadNote {
  package var message: String {
    switch kind {
    case .sniffedDelimiter(let byte): "the delimiter is \(ByteName.of(byte)), judging by the first lines"
    case .declaredDelimiter(let byte): "the delimiter is \(ByteName.of(byte)), as the first line says"
    case .sniffedFormat(let format): "the format is \(format.rawValue), judging by the content"
    case .convertedEncoding(let name): "converted from \(name)"
    case .overruledEncoding(let asked, let mark): "read as \(mark), which its byte order mark says, not as \(asked)"
    case .recordAsHeader(let column, let name):
      "the first line looks like a record: column \(column) is named \"\(Self.shortened(name))\"; "
        + "\(Setting.noHeader) reads it as one, \(Setting.columns) id,name,… also names the columns"
    case .renamedColumns(let names): "column names made distinct: \(Self.list(names))"
    case .paddedRecords(let count, let line, let footer):
      "\(Self.records(count)) padded with absent cells, the first on line \(line)"
        + (footer.map { ". To leave out a footer: \(Setting.skipLastLines) \($0)" } ?? "")
    case .widenedRecords(let count, let line, let columns):
      "\(Self.records(count)) with more cells than there are names, the first on line \(line); "
        + "they are kept in column\(columns.count == 1 ? "" : "s") \(Self.list(columns))"
    case .skippedRecords(let count, let line):
      "\(Self.records(count)) left out for \(count == 1 ? "its" : "their") number of cells, "
        + "the first on line \(line)"
    case .titleLines(let lines):
      "the first \(lines == 1 ? "line seems" : "\(lines) lines seem") to stand above the header; "
        + "\(Setting.skipLines) \(lines) leaves out so much"
    case .wrappedLists(let pointers):
      "the members of the document wrap a list of records. To read the list: "
        + pointers.map { "\(Setting.pointer) \($0.shellWord)" }.joined(separator: " or ")
    case .strayQuotes(let count, let line):
      "\(Self.cells(count)) with stray quotes read as text, the first on line \(line); "
        + "\(Setting.quote) none reads all quotes so"
    case .spacedQuotes(let count, let line):
      "\(Self.cells(count)) with quotes behind spaces read as text, the first on line \(line); "
        + "\(Setting.skipSpace) leaves such spaces out"
    case .longCell(let lines, let line):
      "the quote on line \(line) opens a cell of \(lines) lines; if a quote is missing there, add it, or read all quotes "
        + "as text: \(Setting.quote) none"
    case .innerMarks(let count, let line):
      "\(Self.records(count)) \(count == 1 ? "begins" : "begin") with a byte order mark, the first on line \(line), as in "
        + "files that were joined; to read such files as one table, pass their folder or a pattern"
    case .escapedQuotes(let count, let line):
      "\(Self.cells(count)) with stray quotes read as text, the first on line \(line). "
        + "To read \\\" as a quote inside quotes: \(Setting.escape) '\\'"
    case .ofPart(let name, let note): "\(name): \(note.message)"
    case .other(let text, _): text
    }
  }

  private static func records(_ count: Int) -> String { count == 1 ? "1 record" : "\(count) records" }

  private static func cells(_ count: Int) -> String { count == 1 ? "1 cell" : "\(count) cells" }

  private static func list(_ names: [String]) -> String {
    names.prefix(20).joined(separator: ", ") + (names.count > 20 ? ", …, \(names.count) in all" : "")
  }

  private static func shortened(_ name: String) -> String { name.count > 40 ? name.prefix(40) + "…" : name }
}

package enum ByteName {
  /// `comma`, `tab`, … or the byte itself.
  package static func of(_ byte: UInt8) -> String {
    switch byte {
    case UInt8(ascii: ","): "a comma"
    case UInt8(ascii: ";"): "a semicolon"
    case UInt8(ascii: "|"): "a bar"
    case UInt8(ascii: "\t"): "a tab"
    case UInt8(ascii: "\""): "a double quote"
    case 0x21...0x7E: "\"\(Character(Unicode.Scalar(byte)))\""
    default: "byte 0x" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
    }
  }
}
