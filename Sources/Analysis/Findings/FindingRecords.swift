import Comparing
import Records

package struct FindingRecords {
  private let search: FindingSearch

  private var comparison: Comparison { search.comparison }

  /// The target's numbers of the updated records that a finding explains, all of them, sampled or not.
  ///
  /// - Returns: `nil` for a finding that is not about values of updated records.
  /// - Throws: What a rule throws.
  /// - Complexity: O(*c*) for *c* updated records.
  package static func updatedTargets(of finding: Finding, in comparison: Comparison) throws -> Set<Int>? {
    try updatedTargets(of: [finding], in: comparison)[0]
  }

  /// The same of each of some findings.
  ///
  /// - Complexity: O(*c*) for *c* updated records and each of them.
  package static func updatedTargets(of findings: [Finding], in comparison: Comparison) throws -> [Set<Int>?] {
    try comparison.searching { search in
      let records = FindingRecords(search: search)
      return try findings.map { finding in
        guard let holds = try records.test(of: finding) else { return nil }
        return Set(try comparison.updatedPairs.filter { try holds($0) }.map(\.target))
      }
    }
  }

  private typealias Test = (ComparedPair) throws -> Bool

  /// The test of what is said of the values at a place inside of a column.
  private func insideTest(of finding: Finding, _ within: String) throws -> Test? {
    let name = finding.columns[0]
    guard let owner = search.columns.firstIndex(where: { $0.name == within }),
      let path = PathPattern(name.utf8.dropFirst(within.utf8.count)),
      let place = InsidePlace(Int32(owner), path, search)
    else { return nil }
    let inner = try InsidePlace.search(at: [place], search)
    guard let holds = try inner.valueTest(finding.cause, 0) else { return nil }
    return { try place.differs($0, search) && holds(try inner.cell(0, $0)) }
  }

  private func test(of finding: Finding) throws -> Test? {
    if case .rearranged(let member, _) = finding.cause {
      return ListFindings(search: search).test(of: finding, by: member)
    }
    if finding.columns.first?.contains("[]") == true,
      let targets = try ListElements.updatedTargets(of: finding, ListFindings(search: search))
    {
      return { targets.contains($0.target) }
    }
    if let within = finding.within { return try insideTest(of: finding, within) }
    let numbers = finding.columns.compactMap { name in
      comparison.comparedColumns.firstIndex { $0.name == name }.map { Int32($0) }
    }
    let number = numbers.first
    switch finding.cause {
    case .noise, .repeated, .unified, .misread, .recoded, .affixed, .dayMonth, .later, .laterByEither, .laterByMonths,
      .filled, .emptied, .offset, .factor, .ratio, .cutOff, .digits, .retyped:
      guard let number, let holds = try search.valueTest(finding.cause, number) else { return nil }
      return { pair in try pair.differing.contains(number) && holds(try search.cell(number, pair)) }
    case .alone: return number.map { number in { $0.differing.elementsEqual([number]) } }
    case .members(let paths, let kind):
      guard let number else { return nil }
      let name = comparison.comparedColumns[Int(number)].name
      return { pair in
        guard pair.differing.contains(number) else { return false }
        let found = try (search.members(number, pair) ?? []).filter { $0.kind == kind }.map {
          $0.path.text(below: name)
        }
        return !Set(found).isDisjoint(with: paths)
      }
    case .shifted(_, _, let isBack):
      let columns = search.columnsSideBySide()
      return { pair in
        try pair.differing.count >= FindingSearch.fewestShifted
          && search.shift(of: pair, columns, isBack: isBack) != nil
      }
    case .slid, .exchanged:
      guard let number else { return nil }
      let neighbours = NeighbourFindings(search: search)
      return { try $0.differing.contains(number) && neighbours.holds(finding.cause, number, $0) }
    case .swapped, .copied:
      guard numbers.count == 2 else { return nil }
      let holds = finding.cause == .swapped ? search.isSwapped : search.isCopied
      return { try holds(numbers[0], numbers[1], $0) }
    case .concentrated(let value, _, _):
      guard let column = comparison.comparedColumns.first(where: { $0.name == finding.columns.first }) else {
        return nil
      }
      return { try search.value(column, .target, $0.target) == value }
    case .everyUpdated(let step, let records):
      return { records.contains($0.target) && ($0.target - records.lowerBound) % step == 0 }
    case .spelledKeys, .affixedKeys, .formedKeys, .otherForm, .otherKey, .widerKey, .renamed, .coded, .unjoined,
      .reordered, .schema, .idleRule, .reversed, .sorted, .rearranged, .block, .end, .every, .shared, .range, .repeats,
      .dealtKeys:
      return nil
    }
  }
}
