/// Options by which one of several inputs is read unlike the others.
///
/// What is `nil` is as the options say that hold for all.
package struct ReadOverrides: Sendable, Equatable {
  /// What messages and reports call it, and by which its format is told, if not its path.
  package var name: String?
  package var format: InputFormat?
  package var delimiter: UInt8?
  package var hasHeader: Bool?
  package var columnNames: [String]?
  package var encoding: String?
  package var skipLines: Int?
  package var skipLastLines: Int?
  package var pointer: String?

  package init() {}

  package func applied(to shared: ReadOptions) -> ReadOptions {
    var options = shared
    if let format { options.format = format }
    if let delimiter { options.delimiter = delimiter }
    if let hasHeader { options.hasHeader = hasHeader }
    if let columnNames { options.columnNames = columnNames }
    if let encoding { options.encoding = encoding }
    if let skipLines { options.skipLines = skipLines }
    if let skipLastLines { options.skipLastLines = skipLastLines }
    if let pointer { options.pointer = pointer }
    return options
  }
}
