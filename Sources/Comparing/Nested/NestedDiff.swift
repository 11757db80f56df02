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
/// - Equal bytes are equal under all rules, which are reflexive.
package struct NestedDiff {
  let scripts: (any NestedScripts)?
  package var old: NestedDocument
  package var new: NestedDocument
  var frames: [Frame] = []
  var result: [NestedChange] = []
  private let buffers = Sides { _ in FieldBuffer() }

  /// What there is to do with one part of a container.
  package struct Part {
    /// The nodes in both versions, −1 for none.
    package var old: Int
    package var new: Int
    /// The places of list elements.
    package var oldPlace = 0
    package var newPlace = 0
    package var isElement = false
    package var isMoved = false

    package init(
      old: Int, new: Int, oldPlace: Int = 0, newPlace: Int = 0, isElement: Bool = false,
      isMoved: Bool = false
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
  ///   - limit: After how many changes it may stop.
  /// - Throws: What a comparator, a normalizer or a script throws.
  /// - Complexity: O(*n*) for *n* bytes, and O(*d* log *d*) for *d* displaced elements of a list.
  package static func changes(
    from old: Field, to new: Field, rules: ValueRules = ValueRules(),
    scripts: (any NestedScripts)? = nil, limit: Int = .max
  ) throws -> [NestedChange] {
    guard old.isNested, new.isNested else {
      let root = NestedPath()
      return old.isEqual(to: new)
        ? []
        : [
          NestedChange(
            kind: .updated, path: root, from: nil, container: nil, sizes: [], old: old, new: new)
        ]
    }
    var diff = NestedDiff(old, new, rules, scripts)
    try diff.run(Part(old: 0, new: 0), limit: limit)
    return diff.result
  }

  package init(
    _ old: Field, _ new: Field, _ rules: ValueRules, _ scripts: (any NestedScripts)?
  ) {
    self.scripts = scripts
    self.old = NestedDocument(old, rules: rules)
    self.new = NestedDocument(new, rules: rules)
  }

  // MARK: The walk

  /// Whether two values differ anywhere under the rules.
  ///
  /// - Complexity: O(*n*) for *n* bytes of both.
  package mutating func differs(_ old: Int, _ new: Int) throws -> Bool {
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
    let rule = new.rule(of: part.new)
    if rule.isIgnored { return .equal }
    if old.tree.bytes(of: part.old).isSame(as: new.tree.bytes(of: part.new)) { return .equal }
    if rule.isWhole { return try areEqual(part, rule) ? .equal : .updated }
    switch (old.tree.kind(of: part.old), new.tree.kind(of: part.new)) {
    case (.object, .object), (.array, .array): return .inside
    default:
      return old.tree.isEqual(part.old, to: new.tree, part.new) ? .equal : .updated
    }
  }

  /// The parts of two objects or two lists, paired.
  package mutating func parts(of part: Part) throws -> [Part] {
    new.tree.kind(of: part.new) == .object
      ? memberParts(part) : try elementParts(part, new.rule(of: part.new))
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
      source: try value(of: part.old, in: .source, rule),
      target: try value(of: part.new, in: .target, rule))
    switch rule.equality {
    case nil: return values.source.isEqual(to: values.target)
    case .native(let comparator): return try comparator.areEqual(values.source, values.target)
    case .script(let number):
      if values.source.isEqual(to: values.target) { return true }
      return try scripts?.areEqual(
        values.source, values.target, function: number, path: rule.name) ?? true
    }
  }

  /// One side's value after its normalizers, valid until the side's next one is asked for.
  func value(of node: Int, in side: Side, _ rule: ValueRules.State) throws -> Field {
    guard node >= 0 else { return .absent }
    let field = tree(side).field(of: node)
    guard !rule.normalizers.isEmpty else { return field }
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
    for source in sources.reversed() {
      places[old.tree.name(of: source), default: []].append(source)
    }
    let paired = targets.map { target in
      Part(old: places[new.tree.name(of: target)]?.popLast() ?? -1, new: target)
    }
    let left = Set(places.values.joined())
    return sources.filter(left.contains).map { Part(old: $0, new: -1) } + paired
  }

  /// The usual case: both objects have the same names in the same order.
  private func lockstep(_ sources: [Int], _ targets: [Int]) -> [Part]? {
    guard sources.count == targets.count,
      zip(sources, targets).allSatisfy({
        old.tree.spelledName(of: $0).elementsEqual(new.tree.spelledName(of: $1))
      })
    else { return nil }
    return zip(sources, targets).map { Part(old: $0, new: $1) }
  }
}
