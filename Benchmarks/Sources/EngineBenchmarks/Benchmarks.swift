import Foundation
import StagedDiff

// Usage: engine-benchmarks [quick] [CASE…], where a case is a part of a row's name.
// Prints microseconds of CPU, medians, with each stage's data and without, and how many times faster
// that is than the baseline, which always makes its data, and than the standard library's
// CollectionDifference, which has none (small inputs only: it is quadratic).

@main
enum Benchmarks {
  static func main() {
    var arguments = Array(CommandLine.arguments.dropFirst())
    let isQuick = arguments.contains("quick")
    arguments.removeAll { $0 == "quick" }
    let table = Table(filters: arguments)
    table.printHeader()
    for count in [5, 20, 100] { small(count, table) }
    for count in isQuick ? [5000, 100_000] : [5000, 100_000, 1_000_000] {
      uuids(count, table)
    }
    otherTypes(isQuick ? 10_000 : 100_000, table)
    for (sections, size) in [(10, 10), (1000, 100), (10_000, 10)] {
      sectioned(sections, size, table)
    }
    for count in isQuick ? [1_000_000] : [1_000_000, 3_000_000, 10_000_000] {
      growth(count, table)
    }
  }

  static func small(_ count: Int, _ table: Table) {
    let pool = UUIDPool(count: 2 * count + 1)
    for shape in [Shape.mixed, .identical, .shuffled, .allNew] {
      table.row("small \(count) UUID \(shape)", count: count) { random in
        hashable(shape.apply(count, { pool.values[$0] }, &random))
      }
    }
    table.row("small \(count) String mixed", count: count) { random in
      hashable(Shape.mixed.apply(count, text, &random))
    }
  }

  static func uuids(_ count: Int, _ table: Table) {
    let pool = UUIDPool(count: 2 * count + 1)
    for shape in Shape.allCases {
      table.row("\(count) UUID \(shape)", count: count) { random in
        hashable(shape.apply(count, { pool.values[$0] }, &random))
      }
    }
  }

  static func otherTypes(_ count: Int, _ table: Table) {
    let pool = UUIDPool(count: 2 * count + 1)
    table.row("\(count) Int mixed", count: count) { random in
      hashable(Shape.mixed.apply(count, { $0 &* 7919 }, &random))
    }
    for shape in [Shape.mixed, .identical, .shuffled] {
      table.row("\(count) String \(shape)", count: count) { random in
        hashable(shape.apply(count, text, &random))
      }
    }
    table.row("\(count) record mixed", count: count) { random in
      var (source, target) = Shape.mixed.apply(
        count, { Record(id: pool.values[$0], name: "name \($0)", amount: 1, flags: 0) }, &random)
      for place in stride(from: 0, to: target.count, by: 50) { target[place].amount = 2 }
      let (old, new) = (source, target)
      return Contestants(
        changes: { Changeset(from: old, to: new, identity: \.id).changes.moved.count },
        data: { takeData(Changeset(from: old, to: new, identity: \.id)) },
        baseline: { baseline(old, new, identity: \.id) }, standard: nil)
    }
  }

  private static func text(_ number: Int) -> String { "customer-\(number &* 7919)@example.com" }

  static func hashable<Element: Hashable>(_ sides: (source: [Element], target: [Element]))
    -> Contestants
  {
    let (source, target) = sides
    return Contestants(
      changes: { Changeset(from: source, to: target).changes.moved.count },
      data: { takeData(Changeset(from: source, to: target)) },
      baseline: { baseline(source, target, identity: { $0 }) },
      standard: { target.difference(from: source).inferringMoves().count })
  }

  /// Asks for the data of every stage, as whoever shows them does.
  @inline(__always)
  private static func takeData<Element>(_ changeset: Changeset<Element>) -> Int {
    changeset.stages.reduce(0) { $0 + $1.data.count + $1.edits.changeCount }
  }

  private static func baseline<Element: Equatable, Identity: Hashable>(
    _ source: [Element], _ target: [Element], identity: (Element) -> Identity
  ) -> Int {
    Baseline.diff(source: source, target: target, identity: identity, isEqual: ==).moved.count
  }

  /// Each section is mixed for itself, and a hundredth of them gives an element to the next; with
  /// changes of sections, a tenth comes, a tenth goes, and some change places.
  static func sectioned(_ sections: Int, _ size: Int, _ table: Table) {
    let pool = UUIDPool(count: 2 * sections * size + sections)
    for changesSections in [false, true] {
      let name = changesSections ? "sections changed too" : "mixed"
      table.row("sectioned \(sections)×\(size) UUID \(name)", count: sections * size) { random in
        var (source, target): ([DiffableSection<Int, UUID>], [DiffableSection<Int, UUID>]) = (
          [], []
        )
        for section in 0..<sections {
          let start = 2 * section * size
          let sides = Shape.mixed.apply(size, { pool.values[start + $0] }, &random)
          source.append(DiffableSection(section, elements: sides.source))
          target.append(DiffableSection(section, elements: sides.target))
        }
        for section in stride(from: 0, to: sections - 1, by: 100) {
          target[section + 1].elements.append(target[section].elements.removeLast())
        }
        if changesSections {
          for section in stride(from: 0, to: sections - 3, by: 10) {
            target.swapAt(section, section + 3)
            target[section + 1].model += sections
          }
        }
        return self.sectioned(source, target)
      }
    }
  }

  private static func sectioned(
    _ source: [DiffableSection<Int, UUID>], _ target: [DiffableSection<Int, UUID>]
  ) -> Contestants {
    Contestants(
      changes: { SectionedChangeset(from: source, to: target).changes.elements.moved.count },
      data: {
        SectionedChangeset(from: source, to: target).stages
          .reduce(0) { $0 + $1.data.count + $1.edits.changeCount }
      },
      baseline: {
        baseline(source.flatMap(\.elements), target.flatMap(\.elements), identity: { $0 })
      }, standard: nil)
  }

  /// The engine alone on growing inputs: time per element should stay nearly the same.
  static func growth(_ count: Int, _ table: Table) {
    for shape in [Shape.mixed, .shuffled] {
      table.row("\(count) interned \(shape)", count: count) { random in
        let sides = shape.apply(count, { UInt32($0) }, &random)
        return Contestants(
          changes: {
            let pairing = Pairing(sourceIdentities: sides.source, targetIdentities: sides.target)
            return LinearChanges(pairing: pairing) { _, _ in false }.moved.count
          }, data: nil, baseline: nil, standard: nil)
      }
    }
  }
}
