import Records

/// What rules say by the names of columns, which are told apart by their bytes.
package struct ColumnMap<Value> {
  private var values: [ColumnName: Value]

  /// Of pairs with one name the first one counts.
  package init(_ pairs: some Sequence<(String, Value)>) {
    values = Dictionary(pairs.map { (ColumnName($0), $1) }) { first, _ in first }
  }

  private init(values: [ColumnName: Value]) { self.values = values }

  package subscript(name: String) -> Value? {
    get { values[ColumnName(name)] }
    set { values[ColumnName(name)] = newValue }
  }

  package subscript(name: String, default value: @autoclosure () -> Value) -> Value {
    get { values[ColumnName(name), default: value()] }
    _modify { yield &values[ColumnName(name), default: value()] }
  }

  mutating func removeValue(for name: String) -> Value? { values.removeValue(forKey: ColumnName(name)) }

  package var isEmpty: Bool { values.isEmpty }

  package var names: some Sequence<String> { values.keys.lazy.map(\.text) }

  /// Names and values, in the order of the names.
  package var sortedByName: [Element] {
    isEmpty ? [] : map { $0 }.sorted { ColumnName($0.key) < ColumnName($1.key) }
  }

  package mutating func merge(_ other: Self) { values.merge(other.values) { $1 } }

  package func mapValues<Other>(_ transform: (Value) -> Other) -> ColumnMap<Other> {
    ColumnMap<Other>(values: values.mapValues(transform))
  }

  package func filter(_ isIncluded: (Element) -> Bool) -> Self {
    Self(values: values.filter { isIncluded(($0.key.text, $0.value)) })
  }
}

extension ColumnMap: Sequence {
  package typealias Element = (key: String, value: Value)

  package func makeIterator() -> some IteratorProtocol<Element> {
    values.lazy.map { (key: $0.key.text, value: $0.value) }.makeIterator()
  }
}

extension ColumnMap: ExpressibleByDictionaryLiteral {
  package init(dictionaryLiteral pairs: (String, Value)...) { self.init(pairs) }
}

extension ColumnMap<String> {
  var inverted: Self { Self(map { ($1, $0) }) }
}

extension ColumnMap: Sendable where Value: Sendable {}
extension ColumnMap: Equatable where Value: Equatable {}
