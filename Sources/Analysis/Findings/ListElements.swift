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
  fileprivate static let value = "v", record = "r", number = "e"
  /// How many elements are looked at.
  static let most = 40_000

  /// The elements of the lists at a place of some pairs.
  private init?(_ lists: ListFindings, at place: ListPlace, of pairs: ListPairs) throws {
    var texts = ElementTexts()
    try texts.add(lists, place, pairs.pairs + pairs.others)
    try self.init(texts, lists, at: place, of: pairs)
  }

  private init?(_ elements: ElementTexts, _ lists: ListFindings, at place: ListPlace, of pairs: ListPairs) throws {
    guard elements.holders.count >= Finding.fewest else { return nil }
    var plan = ComparisonPlan()
    plan.identity = .columns([Self.record, Self.number])
    plan.run = lists.search.comparison.plan.run
    let tables = try Sides { side in
      var options = ReadOptions()
      (options.format, options.hasLines) = (.json, false)
      return try RecordInput.read(bytes: elements.texts[side] + [UInt8(ascii: "]")], name: "elements", options: options)
        .table()
    }
    comparison = try Comparison(source: tables.source, target: tables.target, plan: plan)
    (name, owner, holders) = (place.name, place.column.name, elements.holders)
    (isPart, isWhole) = (pairs.isPart, pairs.isWhole)
    hasTolerance = lists.search.comparison.plan.hasUsualTolerance
  }

  // MARK: Findings

  /// What the values at one place in lists have in common.
  ///
  /// - Parameter lists: The search for lists whose elements stand elsewhere; of these nothing is said.
  static func findings(_ lists: ListFindings, _ sights: ListSights, besides told: [Finding]) throws -> [Finding] {
    let names = Set(told.map { $0.columns[0] + "[]" })
    return try sights.gatherings.filter { !names.contains($0.place.name) }.flatMap { gathering -> [Finding] in
      let (place, pairs) = (gathering.place, gathering.pairs)
      guard var texts = gathering.texts else {
        return try mayTell(lists, place) ? ListElements(lists, at: place, of: pairs)?.findings() ?? [] : []
      }
      try texts.add(lists, place, pairs.others)
      return try ListElements(texts, lists, at: place, of: pairs)?.findings() ?? []
    }
  }

  /// Whether some of the elements have anything in common.
  static func mayTell(_ lists: ListFindings, _ place: ListPlace) throws -> Bool {
    guard let some = try ListElements(place.texts, lists, at: place, of: place.some) else { return false }
    return try !some.findings().isEmpty
  }

  private func findings() throws -> [Finding] {
    try comparison.searching { search in
      try (search.cellFindings() + InsideFindings(search: search).ofPlaces()).compactMap(told)
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
    // What undoes it makes others of those that are the same in other records.
    if !isWhole, case .later = finding.cause { told.steps = [] }
    if isPart || hasTolerance { told.judge = nil }
    told.values = isWhole ? min(comparison.source.count, comparison.target.count) : .max
    return told
  }

  /// The target's numbers of the updated records in which a finding holds of an element.
  ///
  /// - Returns: `nil` where it is about none, or there are too many to ask.
  static func updatedTargets(of finding: Finding, _ lists: ListFindings) throws -> Set<Int>? {
    for place in try ListGuess(lists).places where finding.columns[0].hasPrefix(place.name) {
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
  /// Some of the pairs in which the column differs, and their elements.
  let some: ListPairs
  let texts: ElementTexts
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
  /// Some of those whose lists are equal, which tell what values there are besides.
  var others: [ComparedPair] = []
}

extension ListFindings {
  /// With how many pairs those that are equal are looked at, too, and about how many elements of them where not all are.
  private static let mostEqual = 20_000, someEqual = 2_000

  /// The pairs whose lists are looked into at a place.
  ///
  /// - Parameter most: About how many elements they may have.
  func pairs(of place: ListPlace, most: Int) -> ListPairs {
    let (comparison, few) = (search.comparison, max(Self.mostAsked, most / place.ofEach))
    let isPart = search.sample.isPart
    let hasEqual = !isPart && comparison.pairedCount <= Self.mostEqual
    if hasEqual, comparison.pairedCount < few {
      return ListPairs(pairs: Array(comparison.comparedPairs), isWhole: true)
    }
    let differing = search.sample.pairs.filter { $0.differing.contains(place.number) }
    let pairs = differing.spread(few)
    let equal = hasEqual ? comparison.spreadPairs(Self.someEqual / place.ofEach + 1) : []
    return ListPairs(
      pairs: pairs, isPart: isPart || pairs.count < differing.count,
      others: equal.filter { !$0.differing.contains(place.number) })
  }
}

/// What some of the pairs tell that there may be to find in lists.
struct ListGuess {
  /// The lists of several elements that differ, by their columns and paths.
  private(set) var tallies: [Int32: [ListPath: ListTally]] = [:]
  /// Where most elements are whose partners are known, those of lists that differ.
  private(set) var places: [ListPlace] = []

  /// How many places are looked into.
  private static let mostPlaces = 4

  init(_ lists: ListFindings) throws {
    for (number, pairs) in lists.pairsByColumn() {
      try look(number, pairs.spread(ListFindings.mostAsked), lists)
    }
    places.sort { ($1.elements, $0.name) < ($0.elements, $1.name) }
    places = Array(places.prefix(Self.mostPlaces))
  }

  private mutating func look(_ number: Int32, _ some: [ComparedPair], _ lists: ListFindings) throws {
    let (column, isOpen) = (lists.search.columns[Int(number)], !lists.search.comparison.plan.hasMask)
    var texts: [ListPath: ElementTexts] = [:]
    try lists.forEachList(of: some, column, sameAt: { _ in isOpen }) { pair, list, diff in
      if let changed = try ChangedLists(list, &diff) {
        tallies[number, default: [:]][list.path, default: ListTally()].add(changed)
      }
      guard isOpen, diff.new.rule(of: list.part.new).list != .set else { return }
      try texts[list.path, default: ElementTexts()].add(list, of: pair.target, &diff)
    }
    for (path, texts) in texts where texts.differing > 0 {
      guard let name = path.text(of: column) else { continue }
      places.append(
        ListPlace(
          number: number, column: column, path: path, name: name + "[]", some: ListPairs(pairs: some, isPart: true),
          texts: texts, elements: texts.differing))
    }
  }
}

/// What looks at lists on a walk through all values that differ, once some of these have told where it is worth it.
final class ListSights {
  /// The elements at a place.
  struct Gathering {
    let place: ListPlace
    let pairs: ListPairs
    /// Those of the pairs; `nil` where they are not looked at on the way.
    fileprivate(set) var texts: ElementTexts?
    /// The target's numbers of the records in which they are.
    fileprivate var targets: Set<Int> = []
  }

  private(set) var tallies: [Int32: [ListPath: ListTally]]
  private(set) var gatherings: [Gathering]

  init(_ lists: ListFindings) throws {
    let guess = try ListGuess(lists)
    let tallies = guess.tallies.mapValues { $0.filter { $0.value.isWorthCounting }.mapValues(\.emptied) }
    self.tallies = tallies
    gatherings = try guess.places.compactMap { place in
      let pairs = lists.pairs(of: place, most: ListElements.most)
      // Of lists that are told themselves nothing more is said.
      guard !pairs.isWhole, guess.tallies[place.number]?[place.path]?.best == nil else {
        return Gathering(place: place, pairs: pairs, texts: nil)
      }
      guard try ListElements.mayTell(lists, place) else { return nil }
      if pairs.pairs.count == place.some.pairs.count {
        return Gathering(place: place, pairs: pairs, texts: place.texts)
      }
      return Gathering(place: place, pairs: pairs, texts: ElementTexts(), targets: Set(pairs.pairs.map(\.target)))
    }
  }

  /// Whether lists that are the same are looked at at a path, or below it.
  func wants(_ number: Int32, _ path: ListPath) -> Bool {
    gatherings.contains { !$0.targets.isEmpty && $0.place.number == number && $0.place.path.starts(with: path) }
  }

  func add(_ list: InsideWalk.List, _ number: Int32, _ pair: ComparedPair, _ diff: inout NestedDiff) throws {
    if tallies[number]?[list.path] != nil, let changed = try ChangedLists(list, &diff) {
      tallies[number]?[list.path]?.add(changed)
    }
    for index in gatherings.indices where gatherings[index].targets.contains(pair.target) {
      let place = gatherings[index].place
      guard place.number == number, place.path == list.path else { continue }
      try gatherings[index].texts?.add(list, of: pair.target, &diff)
    }
  }
}

/// Elements of lists that are partners, as arrays of JSON that have no end yet.
struct ElementTexts {
  private(set) var texts = Sides { _ in [UInt8(ascii: "[")] }
  /// For each element the target's number of the record that it is in.
  private(set) var holders: [Int] = []
  /// How many elements the lists have that differ.
  private(set) var differing = 0

  /// Adds those of the lists at a place of some pairs.
  mutating func add(_ lists: ListFindings, _ place: ListPlace, _ pairs: [ComparedPair]) throws {
    try lists.forEachList(of: pairs, place.column, sameAt: { place.path.starts(with: $0) }) { pair, list, diff in
      if list.path == place.path { try add(list, of: pair.target, &diff) }
    }
  }

  mutating func add(_ list: InsideWalk.List, of target: Int, _ diff: inout NestedDiff) throws {
    let parts = try list.isSame ? Self.same(list.part, diff) : diff.parts(of: list.part)
    if !list.isSame { differing += parts.count }
    for part in parts where part.old >= 0 && part.new >= 0 {
      append(part.old, diff.old, .source, target)
      append(part.new, diff.new, .target, target)
      holders.append(target)
    }
  }

  /// The elements of two lists that are the same.
  private static func same(_ list: NestedDiff.Part, _ diff: NestedDiff) -> [NestedDiff.Part] {
    zip(diff.old.children(of: list.old), diff.new.children(of: list.new)).map { NestedDiff.Part(old: $0, new: $1) }
  }

  private mutating func append(_ node: Int, _ document: NestedDocument, _ side: Side, _ target: Int) {
    texts[side] += holders.isEmpty ? Self.first : Self.next
    texts[side] += String(target).utf8
    texts[side] += Self.number
    texts[side] += String(holders.count).utf8
    texts[side] += Self.value
    Self.append(node, document, to: &texts[side])
    texts[side].append(UInt8(ascii: "}"))
  }

  /// What stands before the record's number of the first element, and of another one, before an element's number and
  /// before itself.
  private static let first = Array("{\"\(ListElements.record)\":".utf8)
  private static let next = [UInt8(ascii: ",")] + first
  private static let number = Array(",\"\(ListElements.number)\":".utf8)
  private static let value = Array(",\"\(ListElements.value)\":".utf8)

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
}
