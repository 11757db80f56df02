import Foundation
import StagedDiff

// Usage: engine-benchmarks [quick] [CASE…], where a case is a part of a row's name.
// Prints milliseconds of CPU, medians, and how many times faster the engine is than the baseline
// and than the standard library's CollectionDifference (small inputs only: it is quadratic).

@main
enum Benchmarks {
  static func main() {
    var arguments = Array(CommandLine.arguments.dropFirst())
    let isQuick = arguments.contains("quick")
    arguments.removeAll { $0 == "quick" }
    let table = Table(filters: arguments)
    table.printHeader()
    for count in isQuick ? [5000, 100_000] : [5000, 100_000, 1_000_000] {
      uuids(count, table)
    }
    otherTypes(isQuick ? 10_000 : 100_000, table)
    sectioned(table)
    for count in isQuick ? [1_000_000] : [1_000_000, 3_000_000, 10_000_000] {
      growth(count, table)
    }
  }

  static func uuids(_ count: Int, _ table: Table) {
    let pool = UUIDPool(count: 2 * count + 1)
    for shape in Shape.allCases {
      table.row("\(count) UUID \(shape)", count: count) { random in
        let (source, target) = shape.apply(count, { pool.values[$0] }, &random)
        return Contestants(
          engine: { Changeset(from: source, to: target).changes.moved.count },
          baseline: {
            Baseline.diff(source: source, target: target, identity: { $0 }, isEqual: ==).moved.count
          },
          standard: { target.difference(from: source).inferringMoves().count })
      }
    }
  }

  static func otherTypes(_ count: Int, _ table: Table) {
    let pool = UUIDPool(count: 2 * count + 1)
    table.row("\(count) Int mixed", count: count) { random in
      hashable(Shape.mixed.apply(count, { $0 &* 7919 }, &random))
    }
    table.row("\(count) String mixed", count: count) { random in
      hashable(Shape.mixed.apply(count, { "customer-\($0 &* 7919)@example.com" }, &random))
    }
    table.row("\(count) record mixed", count: count) { random in
      var (source, target) = Shape.mixed.apply(
        count, { Record(id: pool.values[$0], name: "name \($0)", amount: 1, flags: 0) }, &random)
      for place in stride(from: 0, to: target.count, by: 50) { target[place].amount = 2 }
      return Contestants(
        engine: { [source, target] in
          Changeset(from: source, to: target, identity: \.id).changes.moved.count
        },
        baseline: { [source, target] in
          Baseline.diff(source: source, target: target, identity: \.id, isEqual: ==).moved.count
        }, standard: nil)
    }
  }

  static func hashable<Element: Hashable>(_ sides: (source: [Element], target: [Element]))
    -> Contestants
  {
    Contestants(
      engine: { Changeset(from: sides.source, to: sides.target).changes.moved.count },
      baseline: {
        Baseline.diff(
          source: sides.source, target: sides.target, identity: { $0 }, isEqual: ==
        ).moved.count
      },
      standard: nil)
  }

  static func sectioned(_ table: Table) {
    let (sections, size) = (1000, 100)
    let pool = UUIDPool(count: 2 * sections * size + sections)
    table.row("sectioned \(sections)×\(size) UUID mixed", count: sections * size) { random in
      // Each section is mixed for itself, and a hundredth of them gives an element to the next.
      var source: [Section<Int, UUID>] = []
      var target: [Section<Int, UUID>] = []
      for section in 0..<sections {
        let start = 2 * section * size
        let sides = Shape.mixed.apply(size, { pool.values[start + $0] }, &random)
        source.append(Section(section, elements: sides.source))
        target.append(Section(section, elements: sides.target))
      }
      for section in stride(from: 0, to: sections - 1, by: 100) {
        target[section + 1].elements.append(target[section].elements.removeLast())
      }
      let (old, new) = (source, target)
      return Contestants(
        engine: { SectionedChangeset(from: old, to: new).changes.elements.moved.count },
        baseline: {
          Baseline.diff(
            source: old.flatMap(\.elements), target: new.flatMap(\.elements),
            identity: { $0 }, isEqual: ==
          ).moved.count
        }, standard: nil)
    }
  }

  /// The engine alone on growing inputs: time per element should stay nearly the same.
  static func growth(_ count: Int, _ table: Table) {
    table.row("\(count) interned mixed", count: count) { random in
      let sides = Shape.mixed.apply(count, { UInt32($0) }, &random)
      return Contestants(
        engine: {
          let pairing = Pairing(sourceIdentities: sides.source, targetIdentities: sides.target)
          return LinearChanges(pairing: pairing) { _, _ in false }.moved.count
        }, baseline: nil, standard: nil)
    }
  }
}
