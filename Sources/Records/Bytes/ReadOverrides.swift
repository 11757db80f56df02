/// Options by which one of several inputs is read unlike the others.
///
/// What is `nil` is as the options say that hold for all.
package struct ReadOverrides: Sendable, Equatable {
  /// What messages and reports call it, and by which its format is told, if not its path.
  package var name: String?
  package var format: InputFormat?
  /// The byte between cells.
  package var delimiter: UInt8?
  /// Whether the first record names the columns.
  package var hasHeader: Bool?
  /// The names of the columns of delimited text without a header.
  package var columnNames: [String]?
  /// The name of an encoding that iconv knows.
  package var encoding: String?
  /// How many lines to leave out before the header.
  package var skipLines: Int?
  /// The JSON Pointer of the collection inside a document.
  package var pointer: String?

  /// Nothing is different.
  package init() {}

  package func applied(to shared: ReadOptions) -> ReadOptions {
    var options = shared
    if let format { options.format = format }
    if let delimiter { options.delimiter = delimiter }
    if let hasHeader { options.hasHeader = hasHeader }
    if let columnNames { options.columnNames = columnNames }
    if let encoding { options.encoding = encoding }
    if let skipLines { options.skipLines = skipLines }
    if let pointer { options.pointer = pointer }
    return options
  }
}
