import StagedDiff

/// An element with an identity and some content.
struct Item: Diffable, Hashable, Codable, Sendable, CustomStringConvertible {
  var id: Int
  var content = 0

  init(_ id: Int, _ content: Int = 0) {
    self.id = id
    self.content = content
  }

  var identity: Int { id }
  var description: String { content == 0 ? "\(id)" : "\(id).\(content)" }

  func isContentEqual(to other: Item) -> Bool { content == other.content }
}

/// An element whose identity always has the same hash.
struct CollidingItem: Diffable, Hashable, Sendable {
  struct Identity: Hashable {
    var id: Int

    func hash(into hasher: inout Hasher) {}
  }

  var item: Item
  var identity: Identity { Identity(id: item.id) }

  func isContentEqual(to other: CollidingItem) -> Bool { item.content == other.item.content }
}

typealias ItemSection = DiffableSection<Item, Item>
