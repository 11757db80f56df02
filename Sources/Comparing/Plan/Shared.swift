import Synchronization

/// A large value that its copies share until one of them is changed, so that passing it on costs one reference.
@propertyWrapper package struct Shared<Value: Sendable>: Sendable {
  /// Unchecked: a value is changed only while nobody else has the object.
  private final class Holder: @unchecked Sendable {
    // Only what has the object alone changes it, so that exclusive access need not be checked.
    @exclusivity(unchecked) var value: Value

    init(_ value: Value) { self.value = value }
  }

  private var holder: Holder

  package init(wrappedValue: Value) { holder = Holder(wrappedValue) }

  /// The value as what others can share.
  package var projectedValue: Shared { self }

  package var wrappedValue: Value {
    _read { yield holder.value }
    _modify {
      if !isKnownUniquelyReferenced(&holder) { holder = Holder(holder.value) }
      yield &holder.value
    }
  }
}

/// Equal are those that share one value, which costs a look; two that have equal values of their own are not.
extension Shared: Equatable {
  package static func == (one: Shared, other: Shared) -> Bool { one.holder === other.holder }
}

/// What was made last, by what it was made from; it is little, for all of it is looked through.
package final class Recent<Key: Equatable & Sendable, Value: Sendable>: Sendable {
  private let made = Mutex<[(key: Key, value: Value)]>([])
  private let most = 16

  package init() {}

  /// What was made from a key before, or else is made now.
  package func value(of key: Key, _ make: () throws -> Value) rethrows -> Value {
    if let known = made.withLock({ $0 }).first(where: { $0.key == key }) { return known.value }
    let value = try make()
    made.withLock { made in
      if made.count == most { made.removeFirst() }
      made.append((key, value))
    }
    return value
  }
}

/// Numbers names, of one part or of several: equal names get equal numbers.
struct NameTable<Name: Hashable & Sendable>: Sendable {
  private var numbers: [Name: UInt32] = [:]
  var count: Int { numbers.count }

  mutating func number(of name: Name) -> UInt32 {
    if let number = numbers[name] { return number }
    let number = UInt32(truncatingIfNeeded: numbers.count)
    numbers[name] = number
    return number
  }
}
