import Records

/// Finds what differs between two versions of a nested value, by the staged diff's own notions: identity, content
/// equality, least moves.
///
/// Objects are compared member by member, without order. The elements of arrays are told apart by the rules' list
/// rules, paired, and compared in pairs; what is inside a pair is compared likewise. Nothing here recurses: containers
/// that have been opened wait on a stack, so that nesting costs no stack of the thread.
///
/// Invariants:
/// - A pair is visited once, so that all of it takes time in proportion to both values' bytes.
/// - Hashes decide which elements are paired, never whether a pair is equal: a collision can make a result longer, not
///   wrong.
/// - Equal bytes are equal under all rules, which are reflexive, but where the sides go through different normalizers.
package struct NestedDiff {
  let scripts: (any NestedScripts)?
  /// Whether it looks for what differs inside of lists.
  private let entersLists: Bool
  private let tolerance: NumberComparator?
  package var old: NestedDocument
  package var new: NestedDocument
  var frames: [Frame] = []
  var result: [NestedChange] = []
  /// For values that normalizers rewrite; `nil` where nothing is ruled.
  private let buffers: Sides<FieldBuffer>?

  /// What there is to do with one part of a container.
  package struct Part {
    /// The nodes in both versions, −1 for none.
    package var old: Int
    package var new: Int
    package var oldPlace = 0
    package var newPlace = 0
    package var isElement = false
    package var isMoved = false

    package init(
      old: Int, new: Int, oldPlace: Int = 0, newPlace: Int = 0, isElement: Bool = false, isMoved: Bool = false
    ) {
      (self.old, self.new) = (old, new)
      (self.oldPlace, self.newPlace) = (oldPlace, newPlace)
      (self.isElement, self.isMoved) = (isElement, isMoved)
    }
  }

  /// A container that has been opened: its parts, and the next of them.
  struct Frame {
    /// The part of the container around it that leads here.
    let entry: Part
    let parts: [Part]
    var next = 0
  }

  /// What differs between two values.
  ///
  /// - Parameters:
  ///   - old: The old value, valid JSON if it is an object or array.
  ///   - new: The new value.
  ///   - rules: What holds inside them.
  ///   - scripts: Who answers for rules that are functions.
  ///   - entersLists: Whether it looks for what differs inside of lists.
  ///   - limit: After how many changes it may stop.
  /// - Throws: What a comparator, a normalizer or a script throws.
  /// - Complexity: O(*n*) for *n* bytes, and O(*d* log *d*) for *d* displaced elements of a list.
  package static func changes(
    from old: Field, to new: Field, rules: ValueRules = ValueRules(), scripts: (any NestedScripts)? = nil,
    entersLists: Bool = true, limit: Int = .max
  ) throws -> [NestedChange] {
    guard old.isNested, new.isNested else {
      let root = NestedPath()
      return old.isEqual(to: new)
        ? [] : [NestedChange(kind: .updated, path: root, from: nil, container: nil, sizes: [], old: old, new: new)]
    }
    var diff = NestedDiff(old, new, rules, scripts, entersLists: entersLists)
    try diff.run(Part(old: 0, new: 0), limit: limit)
    return diff.result
  }

  package init(
    _ old: Field, _ new: Field, _ rules: ValueRules, _ scripts: (any NestedScripts)?, entersLists: Bool = true
  ) {
    (self.scripts, self.entersLists, tolerance) = (scripts, entersLists, rules.tolerance)
    buffers = rules.isEmpty ? nil : Sides { _ in FieldBuffer() }
    self.old = NestedDocument(old, rules: rules, in: .source)
    self.new =
      old.bytes.isSame(as: new.bytes) ? self.old.turned(to: .target) : NestedDocument(new, rules: rules, in: .target)
  }

  // MARK: The walk

  /// Whether two values differ anywhere under the rules.
  ///
  /// - Complexity: O(*n*) for *n* bytes of both.
  package mutating func differs(_ old: Int, _ new: Int) throws -> Bool {
    // Where nothing is ruled, equal values are what has no differences.
    guard tolerance != nil || !self.old.isFree(old) || !self.new.isFree(new) else {
      return !tree(.source).isEqual(old, to: tree(.target), new)
    }
    defer { (frames, result) = ([], []) }
    try run(Part(old: old, new: new), limit: 1)
    return !result.isEmpty
  }

  private mutating func run(_ part: Part, limit: Int) throws {
    try visit(part)
    while var frame = frames.popLast() {
      guard result.count < limit else { return }
      guard frame.next < frame.parts.count else { continue }
      let part = frame.parts[frame.next]
      frame.next += 1
      frames.append(frame)
      try visit(part)
    }
  }

  private mutating func visit(_ part: Part) throws {
    if part.new < 0 || part.old < 0 {
      guard try !isEqualToNothing(part) else { return }
      report(part.new < 0 ? .deleted : .inserted, part)
      return
    }
    if part.isMoved { report(.moved, part) }
    switch try verdict(on: part) {
    case .equal: break
    case .updated: report(.updated, part)
    case .inside: frames.append(Frame(entry: part, parts: try parts(of: part)))
    }
  }

  /// What there is to say of a pair.
  package enum Verdict {
    case equal, updated
    /// Both are objects or both are lists, and what is inside them decides.
    case inside
  }

  package func verdict(on part: Part) throws -> Verdict {
    if !new.isSided(part.new), haveSameBytes(part.old, part.new) { return .equal }
    let kinds = (old.tree.kind(of: part.old), new.tree.kind(of: part.new))
    if !new.isFree(part.new) {
      let rule = new.rule(of: part.new)
      if rule.isIgnored { return .equal }
      if rule.isWhole(of: kinds.0 == kinds.1 ? kinds.0 : .absent) {
        return try areEqual(part, rule) ? .equal : .updated
      }
    }
    switch kinds {
    case (.object, .object): return .inside
    case (.array, .array): return entersLists ? .inside : .equal
    default:
      if let tolerance, tolerance.areEqual(old.tree.field(of: part.old), new.tree.field(of: part.new)) { return .equal }
      return old.tree.isEqual(part.old, to: new.tree, part.new) ? .equal : .updated
    }
  }

  private func haveSameBytes(_ source: Int, _ target: Int) -> Bool {
    old.tree.bytes(of: source).isSame(as: new.tree.bytes(of: target))
  }

  /// The parts of two objects or two lists, paired.
  package mutating func parts(of part: Part) throws -> [Part] {
    new.tree.kind(of: part.new) == .object ? memberParts(part) : try elementParts(part, new.rule(of: part.new))
  }

  // MARK: Values with rules of their own

  /// Whether a comparator calls a value equal to none at all.
  package func isEqualToNothing(_ part: Part) throws -> Bool {
    let rule = part.new < 0 ? old.rule(of: part.old) : new.rule(of: part.new)
    guard rule.isWhole else { return false }
    return try areEqual(part, rule)
  }

  private func areEqual(_ part: Part, _ rule: ValueRules.State) throws -> Bool {
    let values = Sides(
      source: try value(of: part.old, in: .source, rule), target: try value(of: part.new, in: .target, rule))
    switch rule.equality {
    case nil: return values.source.isEqual(to: values.target)
    case .native(let comparator): return try comparator.areEqual(values.source, values.target)
    case .script(let number):
      if values.source.isEqual(to: values.target) { return true }
      return try scripts?.areEqual(values.source, values.target, function: number, path: rule.name) ?? true
    }
  }

  /// One side's value after its normalizers, valid until the side's next one is asked for.
  func value(of node: Int, in side: Side, _ rule: ValueRules.State) throws -> Field {
    guard node >= 0 else { return .absent }
    let field = tree(side).field(of: node)
    guard !rule.normalizers.isEmpty, let buffers else { return field }
    try rule.normalize(field, buffers[side], in: side, scripts: scripts)
    return buffers[side].field
  }

  func tree(_ side: Side) -> JSONTree { side == .source ? old.tree : new.tree }

  // MARK: Objects

  /// Members pair by name; of members of one name the first with the first.
  ///
  /// Deleted ones come first.
  private func memberParts(_ part: Part) -> [Part] {
    let (sources, targets) = (old.children(of: part.old), new.children(of: part.new))
    if let parts = lockstep(sources, targets) { return parts }
    var places: [[UInt8]: [Int]] = [:]
    for source in sources.reversed() { places[old.tree.name(of: source), default: []].append(source) }
    let paired = targets.map { target in Part(old: places[new.tree.name(of: target)]?.popLast() ?? -1, new: target) }
    let left = Set(places.values.joined())
    return sources.filter(left.contains).map { Part(old: $0, new: -1) } + paired
  }

  /// The usual case: both objects have the same names in the same order.
  private func lockstep(_ sources: [Int], _ targets: [Int]) -> [Part]? {
    guard sources.count == targets.count,
      zip(sources, targets).allSatisfy({ old.tree.spelledName(of: $0).isSame(as: new.tree.spelledName(of: $1)) })
    else { return nil }
    return zip(sources, targets).map { Part(old: $0, new: $1) }
  }
}

extension NestedDiff {
  /// The parts of two lists: their elements are paired by the list's rule.
  private mutating func elementParts(_ part: Part, _ rule: ValueRules.State) throws -> [Part] {
    let nodes = Sides(source: old.children(of: part.old), target: new.children(of: part.new))
    var pairing = ListPairing(sourceCount: nodes.source.count, targetCount: nodes.target.count)
    let list = rule.list ?? .sequence
    guard list != .position else {
      pairing.pairPlaces()
      return pairing.parts(nodes)
    }
    // Of equal elements without order the first are the same, wherever they stand.
    if list.isOrdered {
      try pairing.pairEnds { source, target in try areEqual(nodes.source[source], nodes.target[target], in: list) }
    }
    // One and one that are left of sequences are not equal, or they would be no longer left.
    if !pairing.isDone, list != .sequence || !pairing.isOnePair {
      let middle = Sides { nodes[$0][pairing.middle[$0]] }
      try pairing.pair(identities(of: middle, list, rule), isOrdered: list.isOrdered)
    }
    if list == .sequence { pairing.pairGaps() }
    return pairing.parts(nodes)
  }

  /// Whether two elements are equal whatever their spelling, which must not decide which of equal elements are the
  /// same.
  private mutating func areEqual(_ source: Int, _ target: Int, in list: ListRule) throws -> Bool {
    if !new.isSided(target) {
      if haveSameBytes(source, target) { return true }
      guard list == .sequence else { return old.tree.isEqual(source, to: new.tree, target) }
    }
    // Sequences may nest deep, and the hashes of all levels are found at once.
    return try old.hash(of: source) == new.hash(of: target)
  }

  private mutating func identities(of nodes: Sides<ArraySlice<Int>>, _ list: ListRule, _ rule: ValueRules.State) throws
    -> ListIdentities
  {
    let trees = Sides { tree($0) }
    let (documents, scripts) = (Sides(source: old, target: new), scripts)
    var identities = ListIdentities { side, place in
      let slice = nodes[side]
      return try RuledSpelling.bytes(
        of: slice[slice.startIndex + place], of: documents[side], in: side, scripts: scripts)
    }
    switch list {
    case .members(let names, _):
      for side in Side.allCases { for node in nodes[side] { identities.add(try key(of: node, names, side), in: side) } }
    case .script(let function, _):
      for side in Side.allCases {
        for (place, node) in zip(nodes[side].indices, nodes[side]) {
          let key = try scripts?.identity(
            of: trees[side].field(of: node), at: place, function: function, path: rule.name, in: side)
          identities.add(key ?? [], in: side)
        }
      }
    case .sequence, .set, .position:
      identities = ListIdentities()
      for node in nodes.source { identities.add(try old.hash(of: node), in: .source) }
      for node in nodes.target { identities.add(try new.hash(of: node), in: .target) }
    }
    return identities
  }

  /// The bytes of what names an element: its members' values after their normalizers.
  ///
  /// An element that lacks one of them, or has null there, is identified by its whole value, as far as the rules see
  /// it.
  private mutating func key(of node: Int, _ names: [String], _ side: Side) throws -> [UInt8] {
    let document = side == .source ? old : new
    var key: [UInt8] = []
    for name in names {
      let member = document.tree.nodes(at: ListRule.path(toMember: name), from: node).last
      let field = try member.map { try value(of: $0, in: side, document.rule(of: $0)) } ?? .absent
      guard field.kind != .absent, field.kind != .null else {
        let hash = try side == .source ? old.hash(of: node) : new.hash(of: node)
        return [0] + stride(from: 0, to: 64, by: 8).map { UInt8(truncatingIfNeeded: hash >> $0) }
      }
      key += field.canonicalSpelling + [UInt8(ascii: ",")]
    }
    return key
  }
}

extension NestedDiff {
  mutating func report(_ kind: PathChange.Kind, _ part: Part) {
    let hasFrom = part.old >= 0 && part.new >= 0 && (kind == .moved || isElsewhere(part))
    result.append(
      NestedChange(
        kind: kind, path: way(to: part, in: kind == .deleted ? .source : .target),
        from: hasFrom ? way(to: part, in: .source) : nil,
        container: kind == .deleted ? way(to: nil, in: .target) : nil, sizes: frames.map { $0.parts.count },
        old: part.old < 0 ? nil : old.tree.field(of: part.old), new: part.new < 0 ? nil : new.tree.field(of: part.new)))
  }

  /// Whether the way to a part is another one in the source: members pair by their names, elements wherever they stand.
  private func isElsewhere(_ part: Part) -> Bool {
    part.oldPlace != part.newPlace || frames.dropFirst().contains { $0.entry.oldPlace != $0.entry.newPlace }
  }

  /// The way to a part of the container that was opened last, or to that container.
  private func way(to part: Part?, in side: Side) -> NestedPath {
    var path = NestedPath()
    path.steps.reserveCapacity(frames.count)
    for (number, frame) in frames.enumerated() {
      let isLast = number + 1 == frames.count
      guard let next = isLast ? part : frames[number + 1].entry else { break }
      path.steps.append(step(into: next, of: frame.entry, side))
    }
    return path
  }

  private func step(into part: Part, of container: Part, _ side: Side) -> NestedPath.Step {
    let document = side == .source ? old : new
    let node = side == .source ? part.old : part.new
    guard part.isElement else { return .member(document.tree.name(of: node)) }
    var label: String?
    if case .members(let names, _) = document.rule(of: side == .source ? container.old : container.new).list {
      label = document.label(of: node, names)
    }
    return .element(side == .source ? part.oldPlace : part.newPlace, label: label)
  }
}
