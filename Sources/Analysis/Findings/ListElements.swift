import Comparing
import Records

/// The elements of lists that are partners, as the records of two tables of their own.
///
/// So all that is found of values among records is found among elements, by the same searches. What rules speak of is
/// no part of them.
struct ListElements {
  let comparison: Comparison
  /// The elements as rules write them: `items[]`.
  let name: String
  /// The column that the list is in, or is.
  private let owner: String
  /// For each element the target's number of the record that it is in.
  private let holders: [Int]
  /// Whether there are others in updated records.
  private let isPart: Bool
  /// Whether numbers of the records are equal that are near each other.
  private let hasTolerance: Bool
  /// Whether these are all elements of all records that are partners.
  private let isWhole: Bool

  /// The member of the records that an element is, beside two that number them.
  private static let value = "v", record = "r", element = "e"
  /// How many elements are looked at.
  private static let most = 40_000

  /// The elements of the lists at a place of some pairs.
  private init?(_ lists: ListFindings, at place: ListPlace, of pairs: ListPairs) throws {
    var (texts, holders) = (Sides { _ in Array("[".utf8) }, [Int]())
    try lists.forEachList(of: pairs.pairs, place.column, evenEqual: true) { pair, path, diff, list in
      guard path == place.path else { return }
      for part in try diff.parts(of: list) where part.old >= 0 && part.new >= 0 {
        let lead = "{\"\(Self.record)\":\(pair.target),\"\(Self.element)\":\(holders.count),\"\(Self.value)\":"
        for side in Side.allCases {
          texts[side] += (holders.isEmpty ? "" : ",").utf8
          texts[side] += lead.utf8
          Self.append(side == .source ? part.old : part.new, side == .source ? diff.old : diff.new, to: &texts[side])
          texts[side].append(UInt8(ascii: "}"))
        }
        holders.append(pair.target)
      }
    }
    guard holders.count >= Finding.fewest else { return nil }
    var plan = ComparisonPlan()
    plan.identity = .columns([Self.record, Self.element])
    plan.run = lists.search.comparison.plan.run
    let tables = try Sides { side in
      var options = ReadOptions()
      (options.format, options.hasLines) = (.json, false)
      return try RecordInput.read(bytes: texts[side] + [UInt8(ascii: "]")], name: "elements", options: options).table()
    }
    comparison = try Comparison(source: tables.source, target: tables.target, plan: plan)
    (name, owner, self.holders) = (place.name, place.column.name, holders)
    (isPart, isWhole) = (pairs.isPart, pairs.isWhole)
    hasTolerance = lists.search.comparison.plan.hasUsualTolerance
  }

  /// Appends an element without those of its members of which, or inside of which, rules say something.
  private static func append(_ node: Int, _ document: NestedDocument, to text: inout [UInt8]) {
    let tree = document.tree
    guard !document.isFree(node) else {
      text += tree.bytes(of: node)
      return
    }
    guard tree.kind(of: node) == .object, !document.rule(of: node).isWhole else {
      text += "null".utf8
      return
    }
    var lead = UInt8(ascii: "{")
    for child in document.children(of: node) where document.isFree(child) {
      text.append(lead)
      JSONWriter.appendString(tree.name(of: child), to: &text)
      text.append(UInt8(ascii: ":"))
      text += tree.bytes(of: child)
      lead = UInt8(ascii: ",")
    }
    text += (lead == UInt8(ascii: "{") ? "{}" : "}").utf8
  }

  // MARK: Findings

  /// What the values at one place in lists have in common.
  ///
  /// - Parameter lists: The search for lists whose elements stand elsewhere; of these nothing is said.
  static func findings(_ lists: ListFindings, besides told: [Finding]) throws -> [Finding] {
    let names = Set(told.map { $0.columns[0] + "[]" })
    return try lists.places().filter { !names.contains($0.name) }.flatMap { place in
      guard let some = try ListElements(lists, at: place, of: place.some), try !some.findings().isEmpty else {
        return [Finding]()
      }
      return try ListElements(lists, at: place, of: lists.pairs(of: place, most: most))?.findings() ?? []
    }
  }

  private func findings() throws -> [Finding] {
    try comparison.asking {
      let worker = comparison.takeWorker()
      defer { comparison.put(back: worker) }
      try worker.prepare()
      let search = FindingSearch(comparison, worker)
      return try (search.cellFindings() + InsideFindings(search: search).ofPlaces()).compactMap(told)
    }
  }

  /// A finding of these records, as one of what they are elements of.
  private func told(_ finding: Finding) -> Finding? {
    switch finding.cause {
    // No record stands beside an element.
    case .slid, .exchanged: return nil
    default: break
    }
    guard finding.columns[0].hasPrefix(Self.value) else { return nil }
    var told = finding.moved(to: name + finding.columns[0].dropFirst(Self.value.count), in: owner)
    if isPart { (told.isSample, told.steps) = (true, []) }
    if isPart || hasTolerance { told.judge = nil }
    told.values = isWhole ? min(comparison.source.count, comparison.target.count) : .max
    return told
  }

  /// The target's numbers of the updated records in which a finding holds of an element.
  ///
  /// - Returns: `nil` where it is about none, or there are too many to ask.
  static func updatedTargets(of finding: Finding, _ lists: ListFindings) throws -> Set<Int>? {
    for place in try lists.places() where finding.columns[0].hasPrefix(place.name) {
      let pairs = lists.search.comparison.updatedPairs.filter { $0.differing.contains(place.number) }
      guard pairs.count * place.ofEach <= most,
        let elements = try ListElements(lists, at: place, of: ListPairs(pairs: pairs))
      else { continue }
      let name = value + finding.columns[0].dropFirst(place.name.count)
      let inner = finding.moved(to: name, in: name == value ? nil : value)
      guard let found = try FindingRecords.updatedTargets(of: inner, in: elements.comparison) else { continue }
      return Set(found.map { elements.holders[$0] })
    }
    return nil
  }
}

/// Lists that stand at one place of a column.
struct ListPlace {
  let number: Int32
  let column: ResolvedPlan.Column
  let path: ListPath
  /// Its elements as rules write them.
  let name: String
  /// Some of the pairs in which the column differs.
  let some: ListPairs
  /// How many elements lists have there in these.
  let elements: Int

  /// How many that is in each, about.
  var ofEach: Int { elements / max(1, some.pairs.count) + 1 }
}

/// Pairs whose lists are looked into.
struct ListPairs {
  let pairs: [ComparedPair]
  /// Whether there are other updated ones.
  var isPart = false
  /// Whether these are all, equal ones as well.
  var isWhole = false
}

extension ListFindings {
  /// How many places are looked into, and with how many pairs those that are equal are looked at, too.
  private static let mostPlaces = 4, mostEqual = 20_000

  /// Where lists differ whose elements are told apart, or stay where they are.
  func places() throws -> [ListPlace] {
    guard !search.comparison.plan.hasMask else { return [] }
    var places: [ListPlace] = []
    for (number, pairs) in pairsByColumn() {
      let (column, some) = (search.columns[Int(number)], pairs.spread(Self.mostAsked))
      var counts: [ListPath: Int] = [:]
      try forEachList(of: some, column, evenEqual: false) { _, path, diff, list in
        guard diff.new.rule(of: list.new).list != .set else { return }
        counts[path, default: 0] += try diff.parts(of: list).count
      }
      places += counts.compactMap { path, count in
        path.text(of: column).map { name in
          ListPlace(
            number: number, column: column, path: path, name: name + "[]", some: ListPairs(pairs: some, isPart: true),
            elements: count)
        }
      }
    }
    return places.sorted { ($1.elements, $0.name) < ($0.elements, $1.name) }.prefix(Self.mostPlaces).map(\.self)
  }

  /// The pairs whose lists are looked into at a place.
  ///
  /// - Parameter most: About how many elements they may have.
  func pairs(of place: ListPlace, most: Int) -> ListPairs {
    let comparison = search.comparison
    let isWhole = !search.sample.isPart && comparison.pairedCount <= Self.mostEqual
    let differing = search.sample.pairs.filter { $0.differing.contains(place.number) }
    let all = isWhole ? Array(comparison.comparedPairs) : differing
    let pairs = all.spread(max(Self.mostAsked, most / place.ofEach))
    let isAll = pairs.count == all.count
    return ListPairs(pairs: pairs, isPart: search.sample.isPart || !isAll, isWhole: isWhole && isAll)
  }
}
