import Foundation
import StagedDiff
import Testing

/// One case of `Fixtures/named.jsonl`.
struct OracleCase: Decodable, Sendable, CustomTestStringConvertible {
  var name: String
  var kind: String
  var exact: Bool
  var source: [Entry]
  var target: [Entry]
  var minMoves: Int?
  var minSectionMoves: Int?
  var minElementMoves: Int?
  var stages: [Stage]

  var testDescription: String { name }

  struct Stage: Decodable, Sendable {
    var data: [Entry]
    var elementDeleted, elementInserted, elementUpdated: [Place]
    var elementMoved: [Move]
    var sectionDeleted, sectionInserted, sectionUpdated: [Int]?
    var sectionMoved: [[Int]]?
  }

  /// An element `[id, v]` or a section `{id, v, elements}`.
  enum Entry: Decodable, Sendable {
    case element(Item)
    case section(ItemSection)

    private enum Key: String, CodingKey { case id, v, elements }

    init(from decoder: any Decoder) throws {
      if let numbers = try? decoder.singleValueContainer().decode([Int].self) {
        self = .element(Item(numbers[0], numbers[1]))
      } else {
        let values = try decoder.container(keyedBy: Key.self)
        let elements = try values.decode([[Int]].self, forKey: .elements)
        let model = Item(
          try values.decode(Int.self, forKey: .id), try values.decode(Int.self, forKey: .v))
        self = .section(DiffableSection(model, elements: elements.map { Item($0[0], $0[1]) }))
      }
    }
  }

  /// An offset, or `[element, section]`.
  struct Place: Decodable, Sendable, Hashable {
    var numbers: [Int]

    init(_ numbers: [Int]) { self.numbers = numbers }

    init(from decoder: any Decoder) throws {
      let value = try decoder.singleValueContainer()
      numbers = try (try? value.decode([Int].self)) ?? [value.decode(Int.self)]
    }
  }

  /// `[from, to]`, of places.
  struct Move: Decodable, Sendable, Hashable {
    var places: [Place]

    init(_ places: [Place]) { self.places = places }

    init(from decoder: any Decoder) throws { places = try [Place](from: decoder) }
  }

  var sourceItems: [Item] { Self.items(source) }
  var targetItems: [Item] { Self.items(target) }
  var sourceSections: [ItemSection] { Self.sections(source) }
  var targetSections: [ItemSection] { Self.sections(target) }

  static func items(_ entries: [Entry]) -> [Item] {
    entries.compactMap { if case .element(let item) = $0 { item } else { nil } }
  }

  static func sections(_ entries: [Entry]) -> [ItemSection] {
    entries.compactMap { if case .section(let section) = $0 { section } else { nil } }
  }

  static let all: [OracleCase] = {
    let file = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "Fixtures/named.jsonl")
    let lines = (try? String(contentsOf: file, encoding: .utf8))?.split(separator: "\n") ?? []
    return lines.compactMap { try? JSONDecoder().decode(OracleCase.self, from: Data($0.utf8)) }
  }()
}
