import Records
import Requests

extension Input {
  /// Values of a program's, each of which encodes itself as a record: a structure with properties, or a dictionary.
  ///
  /// A task that is cancelled meanwhile encodes no further values, and who compares the input gets a `CancellationError`.
  ///
  /// A property that is `nil` and is left out by its type's encoding is a value that the record lacks. The members of a
  /// dictionary are columns in order of their names.
  ///
  /// - Parameters:
  ///   - rows: The values, which are encoded at once.
  ///   - name: What messages and reports call them.
  public static func rows<Rows: Sequence>(_ rows: Rows, name: String = "rows") -> Input
  where Rows.Element: Encodable {
    let isSorted = Rows.Element.self is any Unordered.Type
    return Input(rows, name, isSorted: isSorted) { try ValueEncoder.tree(of: $0) }
  }

  /// Dictionaries of values by column.
  ///
  /// - Parameters:
  ///   - rows: The records; their columns are taken in order of their names.
  ///   - name: What messages and reports call them.
  public static func rows(
    _ rows: some Sequence<[String: any Encodable]>, name: String = "rows"
  ) -> Input {
    Input(rows, name, isSorted: true) { row in
      let tree = ValueTree()
      tree.becomeObject()
      for (column, value) in row { try ValueEncoder(tree.member(column)).encode(value) }
      return tree
    }
  }

  /// Values of any type, of which each column is computed.
  ///
  /// ```swift
  /// let users = Input.rows(model.users, columns: ["id": \.id, "name": { $0.first + " " + $0.last }])
  /// ```
  ///
  /// - Parameters:
  ///   - rows: The values.
  ///   - columns: For each column, in this order, how a record's value is made; `nil` is none.
  ///   - name: What messages and reports call them.
  public static func rows<Rows: Sequence>(
    _ rows: Rows, columns: KeyValuePairs<String, (Rows.Element) -> (any Encodable)?>,
    name: String = "rows"
  ) -> Input {
    Input(rows, name) { row in
      let tree = ValueTree()
      tree.becomeObject()
      for (column, value) in columns {
        if let value = value(row) { try ValueEncoder(tree.member(column)).encode(value) }
      }
      return tree
    }
  }

  /// Encodes records as JSON Lines.
  private init<Rows: Sequence>(
    _ rows: Rows, _ name: String, isSorted: Bool = false,
    _ encode: (Rows.Element) throws -> ValueTree
  ) {
    let lines = OutputBuffer()
    let json = JSONEmitter(lines)
    json.begin(.stream)
    var count = 0
    do {
      for row in rows {
        try Task.checkCancellation()
        let tree = try encode(row)
        guard case .members = tree.content else {
          throw EncodingError.invalidValue(
            row,
            .init(
              codingPath: [], debugDescription: "it is encoded as one value, and has no columns"))
        }
        tree.write(to: json, isSorted: isSorted)
        count += 1
      }
      self.init(source: .rows(.success(lines.takeBytes(from: 0))), name: name)
    } catch let error as CancellationError {
      self.init(source: .rows(.failure(error)), name: name)
    } catch {
      let error = LunaDiffError(encoding: error, record: count, of: name)
      self.init(source: .rows(.failure(error)), name: name)
    }
  }
}

/// What has no order of its own.
private protocol Unordered {}
extension Dictionary: Unordered {}
