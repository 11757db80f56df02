import Foundation

/// A record of a list: an identity, and content that changes.
struct Item: Equatable, Sendable {
  var id: Int
  var title: String
  var amount: Double

  func isContentEqual(to other: Item) -> Bool { self == other }
}

/// Elements of each type by their numbers.
enum Elements {
  static func int(_ number: Int) -> Int { number &* 7919 }

  static func uuid(_ number: Int) -> UUID {
    var random = FixedGenerator(state: UInt64(number) &* 0x1234_5678_9ABC_DEF1)
    var bytes = (random.next(), random.next())
    return withUnsafeBytes(of: &bytes) { $0.loadUnaligned(as: UUID.self) }
  }

  static func string(_ number: Int) -> String { "customer-\(10_000_000_000 + number)" }

  static func item(_ number: Int) -> Item {
    let id = number % ListShape.changed
    return Item(id: id, title: "title \(id)", amount: number < ListShape.changed ? 1 : 2)
  }
}
