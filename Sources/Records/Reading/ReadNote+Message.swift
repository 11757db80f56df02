extension ReadNote {
  /// The note as one line without the file's name.
  public var message: String {
    switch kind {
    case .sniffedDelimiter(let byte):
      "the delimiter is \(ByteName.of(byte)), judging by the first lines"
    case .sniffedFormat(let format): "the format is \(format.rawValue), judging by the content"
    case .convertedEncoding(let name): "converted from \(name)"
    case .renamedColumns(let names):
      "column names made distinct: \(names.prefix(20).joined(separator: ", "))"
        + (names.count > 20 ? ", …, \(names.count) in all" : "")
    case .paddedRecords(let count, let line):
      "\(Self.records(count)) padded with absent cells, the first on line \(line)"
    case .skippedRecords(let count, let line):
      "\(Self.records(count)) left out for \(count == 1 ? "its" : "their") number of cells, "
        + "the first on line \(line)"
    case .strayQuotes(let count, let line):
      "\(count == 1 ? "1 cell" : "\(count) cells") with stray quotes read as text, "
        + "the first on line \(line)"
    case .other(let text, _): text
    }
  }

  private static func records(_ count: Int) -> String {
    count == 1 ? "1 record" : "\(count) records"
  }
}

extension RecordTable {
  /// The notes that a person should see without asking for details, each with the input's name.
  package var warnings: [String] {
    notes.filter(\.isWarning).map { "\(name): \($0.message)" }
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
    case 0x21...0x7E: "\"\(Character(Unicode.Scalar(byte)))\""
    default: "byte 0x" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
    }
  }
}
