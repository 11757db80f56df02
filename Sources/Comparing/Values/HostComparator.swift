import Platform
import Records

/// A comparator of the program's that embeds the library.
package struct HostComparator: Comparator {
  private let name: String
  private let body: @Sendable (Value, Value) throws -> Bool

  /// - Parameters:
  ///   - name: What messages call it.
  ///   - body: Is asked about values that are not the same, from any thread.
  package init(_ name: String, _ body: @escaping @Sendable (Value, Value) throws -> Bool) {
    self.name = name
    self.body = body
  }

  package func areEqual(_ old: Field, _ new: Field) throws(MatchingError) -> Bool {
    if old.isEqual(to: new) { return true }
    do { return try body(old.value, new.value) } catch { throw MatchingError(failing: name, error) }
  }

  package var summary: String { name }
}

/// A normalizer of the program's that embeds the library.
package struct HostNormalizer: Normalizer {
  private let name: String
  private let body: @Sendable (Value) throws -> Value

  /// - Parameters:
  ///   - name: What messages call it.
  ///   - body: Is given every value, from any thread.
  package init(_ name: String, _ body: @escaping @Sendable (Value) throws -> Value) {
    self.name = name
    self.body = body
  }

  package func normalize(_ buffer: FieldBuffer) throws(MatchingError) {
    do { buffer.set(try body(buffer.field.value)) } catch { throw MatchingError(failing: name, error) }
  }

  package var summary: String { name }
}

extension FieldBuffer {
  package func set(_ value: Value) {
    value.withField { set($0.kind, $0.bytes) }
  }
}
