import Comparing

/// A record of an input, read where it lies: `record["price"]`.
///
/// It keeps its input in memory.
public struct DiffRecord: Sendable {
  private let record: RecordView

  init(_ record: RecordView) { self.record = record }

  /// The line of the input on which the record begins, counted from 1; `nil` where the input has no lines.
  public var line: Int? { record.line }
  /// The columns, in the input's order and by the names that rules use.
  public var columns: [String] { record.columns }

  /// A value as the input has it: of a column, or of a path into nested values such as `address.city`.
  ///
  /// - Returns: `nil` where the record has no such value.
  public subscript(column: String) -> Value? { record[column].map(Value.init) }

  /// The record as a value of a program's type, whose properties are called as the columns are.
  ///
  /// Cells of delimited text are text: where the type wants a number or a truth value, the text is read as one. An
  /// empty cell is an empty text, and no number; with `nullTexts = [""]` in the input's options it is `nil`.
  ///
  /// - Throws: `DecodingError`.
  public func decode<T: Decodable>(as type: T.Type = T.self) throws -> T {
    try ValueDecoder(.record(record)).decode(type)
  }
}

extension DiffRecord: CustomStringConvertible {
  /// The values by their columns, as in `[id: 3, name: Awl]`.
  public var description: String { record.description }
}

/// Combine and GRDB have a type of this name.
@available(*, deprecated, renamed: "DiffRecord") public typealias Record = DiffRecord
