import Platform

extension ReadNote {
  /// The note as one line without the file's name.
  package var message: String {
    switch kind {
    case .sniffedDelimiter(let byte):
      "the delimiter is \(ByteName.of(byte)), judging by the first lines"
    case .declaredDelimiter(let byte):
      "the delimiter is \(ByteName.of(byte)), as the first line says"
    case .sniffedFormat(let format): "the format is \(format.rawValue), judging by the content"
    case .convertedEncoding(let name): "converted from \(name)"
    case .overruledEncoding(let asked, let mark):
      "read as \(mark), which its byte order mark says, not as \(asked)"
    case .recordAsHeader(let column, let name):
      "the first line looks like a record: column \(column) is named \"\(Self.shortened(name))\"; "
        + "\(Setting.noHeader) reads it as one, \(Setting.columns) id,name,… also names the columns"
    case .renamedColumns(let names): "column names made distinct: \(Self.list(names))"
    case .paddedRecords(let count, let line):
      "\(Self.records(count)) padded with absent cells, the first on line \(line)"
    case .widenedRecords(let count, let line, let columns):
      "\(Self.records(count)) with more cells than there are names, the first on line \(line); "
        + "they are kept in column\(columns.count == 1 ? "" : "s") \(Self.list(columns))"
    case .skippedRecords(let count, let line):
      "\(Self.records(count)) left out for \(count == 1 ? "its" : "their") number of cells, "
        + "the first on line \(line)"
    case .titleLines(let lines):
      "the first \(lines == 1 ? "line seems" : "\(lines) lines seem") to stand above the header; "
        + "\(Setting.skipLines) \(lines) leaves out so much"
    case .strayQuotes(let count, let line):
      "\(Self.cells(count)) with stray quotes read as text, the first on line \(line); "
        + "\(Setting.quote) none reads all quotes so"
    case .spacedQuotes(let count, let line):
      "\(Self.cells(count)) with quotes behind spaces read as text, the first on line \(line); "
        + "\(Setting.skipSpace) leaves such spaces out"
    case .ofPart(let name, let note): "\(name): \(note.message)"
    case .other(let text, _): text
    }
  }

  private static func records(_ count: Int) -> String {
    count == 1 ? "1 record" : "\(count) records"
  }

  private static func cells(_ count: Int) -> String { count == 1 ? "1 cell" : "\(count) cells" }

  private static func list(_ names: [String]) -> String {
    names.prefix(20).joined(separator: ", ")
      + (names.count > 20 ? ", …, \(names.count) in all" : "")
  }

  private static func shortened(_ name: String) -> String {
    name.count > 40 ? name.prefix(40) + "…" : name
  }
}

/// Bytes as people name them.
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
