import Platform

/// A format that records are read from and written in.
///
/// A native one is a value here and its name in ``allCases``; what reads and writes its text is a ``RecordFamily``.
package struct InputFormat: RawRepresentable, CaseIterable, Hashable, CustomStringConvertible, Sendable {
  /// How records stand in a text, which says how it is read, and how records are written.
  package enum Frame: Hashable, Sendable {
    /// Rows of cells under a header; a format that leaves the byte between cells open has it found.
    case rows(delimiter: UInt8?)
    case document
    case lines
  }

  package let rawValue: String
  package let title: String
  package let suffixes: [String]
  package let frame: Frame
  /// What the names of its files may end with, too, though no help says so.
  private let aliases: [String]

  private init(_ name: String, _ title: String, _ suffixes: [String], or aliases: [String] = [], _ frame: Frame) {
    rawValue = name
    self.title = title
    self.suffixes = suffixes
    self.aliases = aliases
    self.frame = frame
  }

  package static let csv = InputFormat("csv", "CSV", [".csv"], .rows(delimiter: nil))
  package static let tsv = InputFormat("tsv", "TSV", [".tsv"], or: [".tab"], .rows(delimiter: UInt8(ascii: "\t")))
  /// One JSON document: an array, or an object of objects.
  package static let json = InputFormat("json", "JSON", [".json"], .document)
  package static let jsonl = InputFormat("jsonl", "JSON", [".jsonl", ".ndjson"], .lines)

  package static let allCases: [InputFormat] = [.csv, .tsv, .json, .jsonl]
}

extension InputFormat {
  package init?(rawValue: String) {
    guard let format = Self.allCases.first(where: { $0.rawValue == rawValue }) else { return nil }
    self = format
  }

  /// The format that a file's name stands for, whatever the case of its letters, looking through `.gz` and `.zst`.
  package init?(fileName name: String) {
    guard let ending = FileEnding.first(of: Self.endings, in: name) else { return nil }
    let named = Self.allCases.first { $0.suffixes.contains(ending) || $0.aliases.contains(ending) }
    guard let named else { return nil }
    self = named
  }

  private static let endings = allCases.flatMap { $0.suffixes + $0.aliases }

  package var description: String { rawValue }

  package static func == (one: InputFormat, other: InputFormat) -> Bool { one.rawValue == other.rawValue }

  package func hash(into hasher: inout Hasher) { hasher.combine(rawValue) }

  /// Whether records are rows of texts under a header, all of which have the same columns.
  package var hasRows: Bool { if case .rows = frame { true } else { false } }

  /// Whether the whole text is one value, which has an end.
  package var isDocument: Bool { frame == .document }

  package var isLines: Bool { frame == .lines }

  package var delimiter: UInt8? { if case .rows(let delimiter) = frame { delimiter } else { nil } }

  /// What messages call the formats whose options mean nothing to this one, as `CSV and TSV`.
  package var others: String {
    var titles: [String] = []
    for format in Self.allCases where format.hasRows != hasRows && !titles.contains(format.title) {
      titles.append(format.title)
    }
    return titles.joined(separator: " and ")
  }

  package static var listedSuffixes: [String] { allCases.flatMap(\.suffixes) }
}
