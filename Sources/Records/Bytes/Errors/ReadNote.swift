/// Something noticed while reading that is no error: a decision taken, or what a lenient mode let
/// through.
package struct ReadNote: Sendable, Equatable {
  /// What was noticed.
  package enum Kind: Sendable, Equatable {
    /// The delimiter was not given and decided by content.
    case sniffedDelimiter(UInt8)
    /// The first line says the delimiter.
    case declaredDelimiter(UInt8)
    /// The format was neither given nor told by the name, and decided by content.
    case sniffedFormat(InputFormat)
    /// The text was converted from this encoding.
    case convertedEncoding(String)
    /// A byte order mark says another encoding than was asked for, and was believed.
    case overruledEncoding(asked: String, mark: String)
    /// A name in the header looks like a value; the column's number, counted from 1.
    case recordAsHeader(column: Int, name: String)
    /// Column names were made distinct: those that are new.
    case renamedColumns([String])
    /// Records that lacked cells, and the line of the first.
    case paddedRecords(count: Int, firstLine: Int)
    /// Records that had cells beyond the header, the line of the first, and the names of the columns for these.
    case widenedRecords(count: Int, firstLine: Int, columns: [String])
    /// Records left out because of their number of cells, and the line of the first.
    case skippedRecords(count: Int, firstLine: Int)
    /// So many lines at the beginning seem to stand above the header.
    case titleLines(Int)
    /// Cells with quotes in places where quotes mean nothing, kept as text, and the first's line.
    case strayQuotes(count: Int, firstLine: Int)
    /// Such cells whose quotes stand behind spaces, and the first's line.
    case spacedQuotes(count: Int, firstLine: Int)
    /// A note of one of the files that are the table, and the file's name.
    indirect case ofPart(String, ReadNote)
    /// A format's own note.
    case other(String, isWarning: Bool)
  }

  /// What was noticed.
  package let kind: Kind

  /// Makes a note.
  package init(_ kind: Kind) { self.kind = kind }

  /// Whether a person should see it without asking for details.
  package var isWarning: Bool {
    switch kind {
    case .sniffedDelimiter, .declaredDelimiter, .sniffedFormat, .convertedEncoding: false
    case .overruledEncoding, .recordAsHeader, .renamedColumns, .paddedRecords, .widenedRecords,
      .skippedRecords, .titleLines, .strayQuotes, .spacedQuotes:
      true
    case .ofPart(_, let note): note.isWarning
    case .other(_, let isWarning): isWarning
    }
  }

  /// Whether a result may be wrong because of it, so that it is said even where nothing else is.
  package var isDoubtful: Bool {
    switch kind {
    case .recordAsHeader, .titleLines: true
    case .ofPart(_, let note): note.isDoubtful
    case .sniffedDelimiter, .declaredDelimiter, .sniffedFormat, .convertedEncoding,
      .overruledEncoding, .renamedColumns, .paddedRecords, .widenedRecords, .skippedRecords,
      .strayQuotes, .spacedQuotes, .other:
      false
    }
  }
}
