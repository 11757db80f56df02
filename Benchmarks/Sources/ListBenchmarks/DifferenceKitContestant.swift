import DifferenceKit
import Foundation

extension Int: @retroactive Differentiable {}
extension String: @retroactive Differentiable {}
extension UUID: @retroactive Differentiable {}
extension Item: Differentiable {
  var differenceIdentifier: Int { id }
}

/// A value that is its own identity.
typealias ListValue = Differentiable & Hashable

enum DifferenceKitContestant {
  static func values<Element: Differentiable>(_ source: [Element], _ target: [Element]) -> () -> Int {
    { taken(StagedChangeset(source: source, target: target)) }
  }

  static func anyItems(_ source: [Item], _ target: [Item]) -> () -> Int {
    values(source.map { AnyDifferentiable($0) }, target.map { AnyDifferentiable($0) })
  }

  static func sections(_ source: [[UUID]], _ target: [[UUID]]) -> () -> Int {
    let sides = (sections(source), sections(target))
    return { taken(StagedChangeset(source: sides.0, target: sides.1)) }
  }

  private static func sections(_ elements: [[UUID]]) -> [ArraySection<Int, UUID>] {
    elements.enumerated().map { ArraySection(model: $0, elements: $1) }
  }

  @inline(__always) private static func taken<Sides>(_ changeset: StagedChangeset<Sides>) -> Int {
    changeset.reduce(0) { $0 + $1.data.count + $1.changeCount }
  }
}
