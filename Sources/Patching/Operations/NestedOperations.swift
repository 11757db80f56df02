import Comparing
import Records

/// The operations of a JSON Patch that turn one version of a nested value into another, as rules tell its parts apart.
///
/// Of each object and list first its own members or elements go, move and come; then what is inside those that stay
/// changes, under the pointers that they have by then. So an operation never disturbs a pointer of a later one.
struct NestedOperations {
  /// A container that has been opened: pairs of its parts with their pointers, and the next of them.
  private struct Frame {
    let pairs: [(part: NestedDiff.Part, pointer: [UInt8])]
    var next = 0
  }

  private var diff: NestedDiff
  private var frames: [Frame] = []
  private var result: [PatchOperation] = []

  /// The operations for two objects or lists at a pointer; what is equal under the rules stays as it is.
  ///
  /// - Complexity: That of ``NestedDiff``.
  static func operations(
    from old: Field, to new: Field, at pointer: [UInt8], rules: ValueRules = ValueRules(),
    scripts: (any NestedScripts)? = nil
  ) throws -> [PatchOperation] {
    var operations = NestedOperations(diff: NestedDiff(old, new, rules, scripts))
    try operations.run(NestedDiff.Part(old: 0, new: 0), pointer)
    return operations.result
  }

  private init(diff: NestedDiff) { self.diff = diff }

  private mutating func run(_ pair: NestedDiff.Part, _ pointer: [UInt8]) throws {
    try visit(pair, pointer)
    while var frame = frames.popLast() {
      guard frame.next < frame.pairs.count else { continue }
      let (part, pointer) = frame.pairs[frame.next]
      frame.next += 1
      frames.append(frame)
      try visit(part, pointer)
    }
  }

  private mutating func visit(_ pair: NestedDiff.Part, _ pointer: [UInt8]) throws {
    switch try diff.verdict(on: pair) {
    case .equal: break
    case .updated: replace(pair, pointer)
    case .inside where diff.new.tree.kind(of: pair.new) == .object: try openObject(pair, pointer)
    case .inside: try openList(pair, pointer)
    }
  }

  private mutating func replace(_ pair: NestedDiff.Part, _ pointer: [UInt8]) {
    result.append(.replace(by: diff.new.tree.field(of: pair.new), at: pointer))
  }

  private mutating func openObject(_ pair: NestedDiff.Part, _ pointer: [UInt8]) throws {
    let parts = try diff.parts(of: pair)
    // No pointer tells members of one name apart.
    guard !diff.old.tree.repeatsName(in: pair.old), !diff.new.tree.repeatsName(in: pair.new) else {
      let values = (diff.old.tree.field(of: pair.old), diff.new.tree.field(of: pair.new))
      if !values.0.isEqual(to: values.1) { replace(pair, pointer) }
      return
    }
    var pairs: [(NestedDiff.Part, [UInt8])] = []
    for part in parts {
      let isNew = part.new >= 0
      let name = isNew ? diff.new.tree.name(of: part.new) : diff.old.tree.name(of: part.old)
      let path = pointer.pointer(toMember: name)
      if isNew, part.old >= 0 {
        pairs.append((part, path))
      } else if try !diff.isEqualToNothing(part) {
        result.append(isNew ? .add(diff.new.tree.field(of: part.new), at: path) : .remove(path))
      }
    }
    frames.append(Frame(pairs: pairs))
  }

  private mutating func openList(_ pair: NestedDiff.Part, _ pointer: [UInt8]) throws {
    var parts = try diff.parts(of: pair)
    if diff.new.rule(of: pair.new).list?.isOrdered == false { parts = Self.inOldOrder(parts) }
    var removed: [Int] = []
    var listed: [NestedDiff.Part] = []
    for part in parts {
      if part.new < 0 || part.old < 0, try diff.isEqualToNothing(part) { continue }
      if part.new < 0 { removed.append(part.oldPlace) } else { listed.append(part) }
    }
    let steps = ListSteps(
      count: diff.old.children(of: pair.old).count, removed: removed,
      items: listed.map { part in
        ListSteps.Item(old: part.old < 0 ? -1 : Int32(truncatingIfNeeded: part.oldPlace), isMoved: part.isMoved)
      })
    for step in steps.steps { result.append(step.operation(in: pointer) { diff.new.tree.field(of: listed[$0].new) }) }
    frames.append(
      Frame(
        pairs: zip(listed, steps.positions).filter { $0.0.old >= 0 }.map { part, position in
          (part, pointer.pointer(toElement: Int(position)))
        }))
  }

  /// Parts of lists without order: pairs where the old list has them, what comes behind all of them.
  private static func inOldOrder(_ parts: [NestedDiff.Part]) -> [NestedDiff.Part] {
    let pairs = parts.filter { $0.old >= 0 }.sorted { $0.oldPlace < $1.oldPlace }
    return pairs + parts.filter { $0.old < 0 }
  }
}

extension ListSteps.Step {
  func operation(in list: [UInt8], _ value: (Int) -> Field) -> PatchOperation {
    switch self {
    case .remove(let index): .remove(list.pointer(toElement: index))
    case .move(let from, let to): .move(list.pointer(toElement: from), to: list.pointer(toElement: to))
    case .add(let index, let item): .add(value(item), at: list.pointer(toElement: index))
    }
  }
}
