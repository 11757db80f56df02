import Foundation

// Usage: list-benchmarks [CASE…], where a case is a part of a row's name.
// 521 small lists and some large ones, with each stage's data: medians of interleaved rounds in microseconds of CPU,
// and how many times faster StagedDiff is than DifferenceKit.

@main
enum ListBenchmarks {
  private static let sizes = [1, 5, 20, 100, 500, 2000, 10_000]

  static func main() {
    var table = RatioTable(filters: Array(CommandLine.arguments.dropFirst()))
    table.printHeader()
    for kind in Kind.allCases {
      table.row("\(kind) 0") { kind.contestants(.identical, 0) }
      for shape in ListShape.allCases {
        for size in sizes { table.row("\(kind) \(size) \(shape)") { kind.contestants(shape, size) } }
      }
    }
    for kind in [Kind.uuid, .string, .item] {
      for shape in [ListShape.fill, .clear] {
        table.row("\(kind) 100000 \(shape)") { kind.contestants(shape, 100_000) }
      }
    }
    for kind in [Kind.int, .uuid, .string, .item] {
      table.row("\(kind) 100000 mixed") { kind.contestants(.mixed, 100_000) }
    }
    table.row("sections 1000×100 mixed") { Kind.sections.contestants(.mixed, 100_000, sectionSize: 100) }
    table.printSummary()
  }
}

/// The type of a list's elements.
enum Kind: String, CaseIterable {
  case int, uuid, string, item, anyItem, sections

  func contestants(_ shape: ListShape, _ count: Int, sectionSize: Int = 20) -> Contestants {
    var random = FixedGenerator()
    if self == .sections { return sectioned(shape, count, sectionSize, &random) }
    let (source, target) = shape.sides(count, &random)
    switch self {
    case .int: return values(source.map(Elements.int), target.map(Elements.int))
    case .uuid: return values(source.map(Elements.uuid), target.map(Elements.uuid))
    case .string: return values(source.map(Elements.string), target.map(Elements.string))
    case .item:
      let sides = (source.map(Elements.item), target.map(Elements.item))
      return Contestants(
        ours: StagedDiffContestant.items(sides.0, sides.1), theirs: DifferenceKitContestant.values(sides.0, sides.1))
    case .anyItem, .sections:
      let sides = (source.map(Elements.item), target.map(Elements.item))
      return Contestants(
        ours: StagedDiffContestant.anyItems(sides.0, sides.1),
        theirs: DifferenceKitContestant.anyItems(sides.0, sides.1))
    }
  }

  @inline(__always) private func values<Element: ListValue>(_ source: [Element], _ target: [Element]) -> Contestants {
    Contestants(
      ours: StagedDiffContestant.values(source, target), theirs: DifferenceKitContestant.values(source, target))
  }

  /// Sections that each take the shape; but one element alone comes, goes or changes in the last one.
  private func sectioned(_ shape: ListShape, _ count: Int, _ size: Int, _ random: inout FixedGenerator) -> Contestants {
    let sectionCount = (count + size - 1) / size
    let sides = (0..<sectionCount).map { section -> ([UUID], [UUID]) in
      let isLast = section == sectionCount - 1
      let isWhole = isLast || ![.append, .prepend, .remove, .change].contains(shape)
      let sides = (isWhole ? shape : .identical).sides(min(size, count - section * size), &random)
      let uuid = { number in Elements.uuid(2 * section * size + section + number) }
      return (sides.source.map(uuid), sides.target.map(uuid))
    }
    let source = shape == .fill ? [] : sides.map(\.0)
    let target = shape == .clear ? [] : sides.map(\.1)
    return Contestants(
      ours: StagedDiffContestant.sections(source, target), theirs: DifferenceKitContestant.sections(source, target))
  }
}
