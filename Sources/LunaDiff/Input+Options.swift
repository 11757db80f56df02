import Records
import Requests

extension Input {
  /// The formats that records are read from.
  public enum Format: Sendable, CaseIterable {
    /// Delimiter-separated values; the delimiter is found by itself unless it is said.
    case csv
    /// Tab-separated values.
    case tsv
    /// One JSON document: an array, or an object of objects.
    case json
    /// JSON Lines: one JSON value a line.
    case jsonLines
  }

  /// What happens to a record with fewer or more cells than there are columns.
  public enum RaggedRecords: Sendable, CaseIterable {
    /// They are an error that names the record.
    case refused
    /// Missing cells are absent; further ones stand in columns that are named by their place.
    case padded
    /// They are left out.
    case skipped
  }

  /// How an input is read; what is not said follows the file's name, its content and the rules.
  public struct Options: Sendable {
    /// The format.
    public var format: Format?
    /// The character between cells.
    public var delimiter: Character?
    /// The character around quoted cells.
    public var quote: Character?
    /// The character that makes the next one literal inside quotes, beside doubled quotes.
    public var escape: Character?
    /// What a line begins with that is a comment.
    public var comment: Character?
    /// Whether the first record of delimited text names the columns, which else are `1`, `2` and so on.
    public var hasHeader = true
    /// The names of the columns of delimited text without a header.
    public var columnNames: [String]?
    /// Texts of unquoted cells that mean null.
    public var nullTexts: [String] = []
    /// The name of an encoding that iconv knows, where it is not UTF-8.
    public var encoding: String?
    /// How many lines to leave out before the header.
    public var skippedLines = 0
    /// What happens to a record with fewer or more cells than there are columns.
    public var raggedRecords = RaggedRecords.refused
    /// The JSON Pointer of the collection inside a document.
    public var pointer: String?
    /// The member that holds a section's records, in nested JSON.
    public var elements: String?
    /// The most bytes that the input may have, inflated; `nil` is as much as the machine bears.
    public var sizeLimit: Int?
  }
}

extension Input.Options {
  /// What the rooms below want to know.
  ///
  /// - Throws: `LunaDiffError` where a character is none that text can be delimited by.
  func readOptions() throws -> ReadOptions {
    var options = ReadOptions()
    options.format = format?.inputFormat
    options.delimiter = try byte(delimiter, "delimiter")
    options.quote = try byte(quote, "quote")
    options.escape = try byte(escape, "escape")
    options.comment = try byte(comment, "comment")
    options.hasHeader = hasHeader
    options.columnNames = columnNames
    options.nullTokens = nullTexts
    options.encoding = encoding
    options.skipLines = max(0, skippedLines)
    options.ragged = raggedRecords.policy
    options.pointer = pointer
    options.elements = elements
    options.inputLimit = sizeLimit.map(InputLimit.atMost) ?? .automatic
    return options
  }

  private func byte(_ character: Character?, _ name: String) throws -> UInt8? {
    guard let character else { return nil }
    guard let byte = character.asciiValue, character.utf8.count == 1 else {
      throw LunaDiffError(
        .request, "the \(name) must be one character of ASCII, not '\(character)'")
    }
    return byte
  }
}

extension Input.Format {
  var inputFormat: InputFormat {
    switch self {
    case .csv: .csv
    case .tsv: .tsv
    case .json: .json
    case .jsonLines: .jsonl
    }
  }
}

extension Input.RaggedRecords {
  fileprivate var policy: RaggedPolicy {
    switch self {
    case .refused: .error
    case .padded: .pad
    case .skipped: .skip
    }
  }
}
