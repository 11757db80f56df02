/// A large value that its copies share until one of them is changed, so that passing it on costs one reference.
@propertyWrapper package struct Shared<Value: Sendable>: Sendable {
  /// Unchecked: a value is changed only while nobody else has the object.
  private final class Holder: @unchecked Sendable {
    var value: Value

    init(_ value: Value) { self.value = value }
  }

  private var holder: Holder

  package init(wrappedValue: Value) { holder = Holder(wrappedValue) }

  package var wrappedValue: Value {
    _read { yield holder.value }
    _modify {
      if !isKnownUniquelyReferenced(&holder) { holder = Holder(holder.value) }
      yield &holder.value
    }
  }
}
