import Platform

extension RecordError: HintedError {
  /// The whole message: place and reason, the offending line with a mark, and a hint.
  package var message: String { message { _ in nil } }

  /// The message, with the whole command that makes the input readable where that takes another program.
  ///
  /// - Parameter command: The command under way as it would be with standard input in place of a file, if it can be.
  package func message(withInputFromPipe command: (String) -> String?) -> String {
    (pipeHint(command) ?? hint?.description).map { "\(finding)\n  hint: \($0)" } ?? finding
  }

  package var finding: String {
    var text = VisibleText.line(file)
    if let line { text += ":\(line)" }
    text += ": " + reason
    if let excerpt { text += "\n  \(excerpt.text)\n  " + String(repeating: " ", count: excerpt.mark) + "^" }
    return text
  }

  package var description: String { message }

  package var reason: String {
    let who = record.map { "record \($0 + 1)" } ?? "this"
    return switch kind {
    case .system(let operation, let reason): "cannot \(operation): \(reason)" + Suggestion.phrase(advice.nearestFile)
    case .scratch(let error): error.finding
    case .directory: "is a directory, not a file"
    case .noParts(let isPattern): isPattern ? "no file matches this" : "there is no file to read in this directory"
    case .versioned(let table):
      "is \(table.rawValue), whose log says which of its files count; read as files, removed records would come back"
    case .tooManyParts(let limit): "more than \(limit) files, too many for one table"
    case .otherColumns(let columns, let first, let expected): Self.difference(columns, expected, of: first)
    case .otherRecords(let kind, let first, let expected):
      "holds \(kind.rawValue), and \(first) of the same table \(expected.rawValue)"
    case .otherFolders(let columns, let first, let expected):
      "is in \(Self.folders(columns)), and \(first) of the same table in \(Self.folders(expected))"
    case .unknownFormat: "neither the name nor the content tells the format"
    case .ragged(let cells, let expected, let width): "\(who) has \(Self.counted(cells)), \(width.phrase) \(expected)"
    case .nothingLeft(let skipped, let expected, let width):
      "\(Setting.ragged) skip left out \(skipped == 1 ? "the only record" : "all \(skipped) records"): "
        + "\(width.phrase) \(expected)"
    case .noLinesLeft(let first, let last, let lines):
      Self.skipping(first, last) + ": there \(lines == 1 ? "is 1 line" : "are \(lines) lines")"
    case .unterminatedQuote: "this quote is never closed\(place)"
    case .nulByte(let encoding):
      encoding == nil
        ? "a NUL byte, which no text has\(place)" : "a NUL byte, so this is no text or in another encoding\(place)"
    case .foreign(let format): "this is \(format.rawValue), not CSV or JSON"
    case .misnamed(let found, let wanted): "by its name \(wanted), but \(found.rawValue)"
    case .notInGit(let reason):
      "no such file, and git has no such version: \(reason)" + Suggestion.phrase(advice.nearestFile)
    case .address: "is an address, not a file"
    case .zip(let problem): problem.reason
    case .reported(let message, _): message
    case .program(let failure): failure.reason
    case .invalidUTF8: "not valid UTF-8\(place)"
    case .duplicateColumn(let name, let first, let second): "columns \(first) and \(second) are both named \"\(name)\""
    case .emptyColumnName(let column): "column \(column) has no name"
    case .unknownColumn(let name, let columns): Self.unknown(name, among: columns)
    case .unknownEncoding(let name): "the encoding \"\(name)\" is not known"
    case .invalidEncoding(let name): "not valid \(name)\(place)"
    case .truncated(let format): "the \(format) stream ends early; the file is cut off"
    case .corrupt(let format, let reason): "the \(format) stream is damaged: \(reason)"
    case .tooLarge(let limit, let isInflated):
      "\(isInflated ? "inflates to" : "has") more than \(ByteSize.spelling(limit)), which is the limit"
    case .badOption(let text): text
    case .changed: "the file changed while it was being read"
    case .cancelled: "nobody waits for its records any more"
    case .json(let problem): problem.isAtByte ? problem.message + place : problem.message
    }
  }

  package var hint: Hint? {
    if let hint = pipeHint({ _ in nil }) { return Hint(hint) }
    guard let hint = hintAtInput, advice.side != nil else { return hintAtInput }
    let shared = Self.sided.filter { hint.settings.contains(option($0)) }
    let names = shared.map { "\($0)" as Hint }.joined(separator: ", ")
    return shared.isEmpty ? hint : "\(hint); \(names) for both inputs"
  }

  /// What would help, in options for this input alone where there are such.
  private var hintAtInput: Hint? {
    switch kind {
    case .noParts(let isPattern):
      isPattern
        ? "** stands for any folders; names that begin with a dot or an underscore are passed over"
        : "names that begin with a dot or an underscore are passed over"
    case .versioned: "have Spark write the version that is to be compared, as CSV, JSON or Parquet"
    case .tooManyParts, .otherColumns, .otherRecords, .otherFolders:
      "the files of a directory are one table: a pattern such as 'DIRECTORY/*.csv' takes some of them, "
        + "lunadiff batch compares file by file"
    case .unknownFormat: "\(option(.inputFormat)) \(Self.formats) says it"
    case .ragged(let cells, let expected, let width): raggedHint(cells, expected, width)
    case .nothingLeft: titleHint ?? delimiterHint ?? "\(.ragged) pad keeps them"
    case .unterminatedQuote:
      "double a quote inside quotes, or name the escape with \(.escape) '\\'; \(.quote) none reads all quotes as text"
    case .nulByte(let encoding?): "\(option(.encoding)) \(encoding) if this is UTF-16 without a byte order mark"
    case .scratch(let error): error.hint
    case .tooLarge: "\(.inputLimit) allows more, as in 20G; 0 is no limit"
    case .misnamed(.text, _): "\(option(.inputFormat)) \(Self.formats) reads it as the text that it is"
    case .address: addressHint
    case .foreign(.html): "a server may have sent it in place of the table, as for a wrong address or without a login"
    case .foreign(.tar): "tar -xf unpacks it"
    case .foreign(let format) where format.holdsNoTable: nil
    case .foreign: "export the table as CSV where it was made"
    case .invalidUTF8: encodingHint
    case .duplicateColumn, .emptyColumnName:
      titleHint ?? "\(.noHeader) if this is a record, \(.columns) id,name,… to name its columns; "
        + "\(.renameHeaders) makes names distinct"
    case .unknownEncoding: "iconv -l lists the names"
    case .changed: "run again once nothing writes to it"
    case .json(let problem): problem.mistake == .invalidUTF8 ? encodingHint : problem.hint(option)
    case .invalidEncoding: "\(option(.encoding)) names another one if this is not it; iconv -l lists them"
    case .unknownColumn: collectionsHint
    case .zip(let problem): problem.hint(of: file == InputName.standardInput ? nil : file)
    case .reported(_, let hint): hint.map { Hint($0) }
    case .program(let failure): failure.hint
    case .directory, .system, .notInGit, .truncated, .corrupt, .badOption, .noLinesLeft, .misnamed, .nulByte,
      .cancelled:
      nil
    }
  }

  /// The setting for this input alone; for both inputs, where it is not known which one this is.
  private func option(_ setting: Setting) -> Setting { advice.side.map(setting.of) ?? setting }

  /// The settings that hints name for one input alone, and that both often need.
  private static let sided: [Setting] = [.inputFormat, .encoding, .skipLines, .skipLastLines, .pointer]

  private static func skipping(_ first: Int, _ last: Int) -> String {
    let skipped = [(Setting.skipLines, first), (.skipLastLines, last)].filter { $1 > 0 }.map { "\($0) \($1)" }
    return skipped.joined(separator: " and ") + (skipped.count == 1 ? " leaves nothing" : " leave nothing")
  }

  /// In what way the columns of a part are not those of the first one.
  private static func difference(_ columns: [String], _ expected: [String], of first: String) -> String {
    let table = "the columns are not those of \(first)"
    guard let place = expected.indices.first(where: { columns.dropFirst($0).first != expected[$0] }) else {
      return "\(table): \"\(columns[expected.count])\" is one more"
    }
    guard place < columns.count else { return "\(table): \"\(expected[place])\" is missing" }
    return "\(table): column \(place + 1) is \"\(columns[place])\", not \"\(expected[place])\""
  }

  private static func folders(_ columns: [String]) -> String {
    columns.isEmpty ? "no folder that names a column" : "folders " + columns.map { "\($0)=…" }.joined(separator: "/")
  }

  private var addressHint: Hint? {
    switch FilePath.scheme(of: file) {
    case "file": "the path alone, without file://, names a file"
    case "s3a", "s3n": "s3:// in its place is read by the program aws"
    default: "only files and the addresses that lunadiff plugins lists are read: copy it to a file first"
    }
  }

  private var encodingHint: Hint {
    let option = option(.encoding)
    return "\(option) LATIN1 or \(option) WINDOWS-1252 if that is what it is"
  }

  private var collectionsHint: Hint? { JSONProblem.hint(advice.collections, option) }

  private func raggedHint(_ cells: Int, _ expected: Int, _ width: Width) -> Hint {
    if let titleHint { return [titleHint, delimiterHint].compactMap { $0 }.joined(separator: "; ") }
    var hints: [Hint] = advice.skipsSpace ? ["\(.skipSpace) reads quotes behind spaces"] : []
    if advice.escapesUnquoted { hints.append("\(.escapeUnquoted) lets the escape hold outside quotes, too") }
    if advice.escapes { hints.append("\(.escape) '\\' reads \\\" as a quote inside quotes") }
    if width == .columnNames { hints.append("\(.columns) names as many columns as there are") }
    if cells < expected {
      hints.append("\(.ragged) pad fills missing cells, \(.ragged) skip leaves such records out")
    } else if cells - expected <= RaggedPolicy.mostBeyond {
      hints.append("\(.ragged) pad keeps further cells, \(.ragged) skip leaves such records out")
    } else {
      hints.append("\(.ragged) skip leaves such records out")
    }
    if let delimiterHint {
      hints.append(delimiterHint)
    } else if cells > expected {
      hints.append("\(option(.delimiter)) if this is the wrong one")
    }
    if let footer = advice.footer { hints.append("\(option(.skipLastLines)) \(footer) leaves out a footer") }
    return hints.joined(separator: "; ")
  }

  private var titleHint: Hint? {
    guard let titles = advice.titles else { return nil }
    let comment = titles.comment.map { Character(Unicode.Scalar($0)) }
    return "\(option(.skipLines)) \(titles.lines) leaves out what stands above the header"
      + (comment.map { ", and so does \(.comment) '\($0)'" as Hint } ?? "")
  }

  private var delimiterHint: Hint? {
    advice.delimiter.map {
      "the first lines decided on \(ByteName.of($0)), \(option(.delimiter)) names another" as Hint
    }
  }

  private static var formats: String { InputFormat.allCases.map(\.rawValue).joined(separator: "|") }

  /// ` (byte 24, record 3)`, as far as it is known.
  private var place: String {
    let parts = [byte.map { "byte \($0)" }, record.map { "record \($0 + 1)" }].compactMap { $0 }
    return parts.isEmpty ? "" : " (\(parts.joined(separator: ", ")))"
  }

  private static func counted(_ cells: Int) -> String { cells == 1 ? "1 field" : "\(cells) fields" }

  private static func unknown(_ name: String, among columns: [String]) -> String {
    guard !columns.isEmpty else { return "no column \"\(name)\"; there are none" }
    let shown = columns.prefix(20).joined(separator: ", ")
    return "no column \"\(name)\"; there are: \(shown)\(columns.count > 20 ? ", …" : "")"
  }
}

extension RecordError.Width {
  /// As in `the header has 3`, without the number.
  fileprivate var phrase: String {
    switch self {
    case .header: "the header has"
    case .firstRecord: "the first record has"
    case .columnNames: "\(Setting.columns) names"
    }
  }
}
